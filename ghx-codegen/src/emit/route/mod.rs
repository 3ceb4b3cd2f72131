//! The routes other than GraphQL, as constants.

mod cli;
mod predicate;
mod rest;
mod sent;
mod take;

pub(super) use cli::route as cli;
pub(super) use predicate::predicate;
pub(super) use rest::route as rest;

use super::builder::Builder;
use crate::model::{BoundCondition, BoundGuard, Operand, Test};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use serde_json::Value as Json;

/// A value that a card states.
fn literal(value: &Json) -> TokenStream {
    let literal = match value {
        Json::Null | Json::Object(_) => quote!(Null),
        Json::Bool(truth) => quote!(Bool(#truth)),
        Json::Number(number) => {
            let number = Literal::i64_unsuffixed(number.as_i64().unwrap_or_default());
            quote!(Integer(#number))
        }
        Json::String(text) => quote!(Text(#text)),
        Json::Array(items) => {
            let items = items.iter().map(literal);
            quote!(List(&[#(#items),*]))
        }
    };
    quote!(g::Literal::#literal)
}

fn keys<K: ToTokens>(keys: &[K]) -> TokenStream {
    quote!(&[#(#keys),*])
}

fn unsupported(inputs: &[(String, String)]) -> Vec<TokenStream> {
    inputs.iter().map(|(input, reason)| quote!(g::Unsupported::new(#input, #reason))).collect()
}

fn condition(condition: &BoundCondition) -> Builder {
    let path = match &condition.operand {
        Operand::Path(path) => keys(&path.plain_keys()),
        Operand::Field(key) | Operand::Variable(key) | Operand::Input { input: key, .. } => quote!(&[#key]),
    };
    let test = match &condition.test {
        Test::Absent => quote!(Absent),
        Test::Present => quote!(Present),
        Test::Equals(value) => {
            let value = literal(value);
            quote!(Equals(#value))
        }
        Test::Contains(text) => quote!(Contains(#text)),
        Test::Compares(_, number) => {
            let number = Literal::i64_unsuffixed(*number);
            quote!(Equals(g::Literal::Integer(#number)))
        }
    };
    let when = condition.when.as_ref().map(|(input, value)| {
        let value = literal(value);
        quote!(#input, #value)
    });
    Builder::new(quote!(g::Condition::new(#path, g::Test::#test))).some("when", when)
}

fn guards(guards: &[BoundGuard]) -> Vec<TokenStream> {
    let guard = |guard: &BoundGuard| {
        let (condition, message) = (condition(&guard.condition), &guard.message);
        let code = match guard.otherwise.as_str() {
            "NOT_FOUND" => quote!(NotFound),
            "VALIDATION" => quote!(Validation),
            _ => quote!(AdapterUnsupported),
        };
        quote!(g::Guard::new(#condition, ::ghx::ErrorCode::#code, #message))
    };
    guards.iter().map(guard).collect()
}
