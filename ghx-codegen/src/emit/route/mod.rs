//! The routes other than GraphQL, as constants.

mod cli;
mod predicate;
mod rest;
mod sent;
mod take;

pub(super) use cli::route as cli;
pub(super) use predicate::predicate;
pub(super) use rest::route as rest;

use crate::model::{BoundCondition, BoundGuard, Comparison, Operand, Test};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};
use serde_json::Value as Json;

/// A value that a card states.
pub(super) fn literal(value: &Json) -> TokenStream {
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

fn condition(condition: &BoundCondition) -> TokenStream {
    let test = test(&condition.test);
    let always = match &condition.operand {
        Operand::Path(path) => {
            let path = keys(&path.plain_keys());
            quote!(g::Condition::new(#path, #test))
        }
        Operand::Field(key) => quote!(g::Condition::new(&[#key], #test)),
        Operand::Found { call, path } => {
            let path = keys(&path.plain_keys());
            quote!(g::Condition::found(#call, #path, #test))
        }
        Operand::Input { input, .. } => quote!(g::Condition::input(#input, #test)),
        Operand::Variable(variable) => quote!(g::Condition::variable(#variable, #test)),
    };
    match &condition.when {
        Some((input, value)) => {
            let value = literal(value);
            quote!(g::Condition::When(&g::Condition::input(#input, g::Test::Equals(#value)), &#always))
        }
        None => always,
    }
}

fn test(test: &Test) -> TokenStream {
    let test = match test {
        Test::Absent => quote!(Absent),
        Test::Present => quote!(Present),
        Test::Equals(value) => {
            let value = literal(value);
            quote!(Equals(#value))
        }
        Test::Contains(part) => quote!(Contains(#part)),
        Test::Compares(comparison, number) => {
            let number = Literal::i64_unsuffixed(*number);
            let operator = match comparison {
                Comparison::Less => quote!(Less),
                Comparison::AtMost => quote!(AtMost),
                Comparison::More => quote!(More),
                Comparison::AtLeast => quote!(AtLeast),
            };
            quote!(Compares(g::Comparison::#operator, #number))
        }
    };
    quote!(g::Test::#test)
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
