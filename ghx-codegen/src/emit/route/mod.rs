//! The routes beside GraphQL, as constants of `ghx::route::spec`.

mod cli;
mod predicate;
mod rest;
mod sent;
mod take;

pub(super) use cli::route as cli;
pub(super) use predicate::predicate;
pub(super) use rest::route as rest;

use super::literal::option;
use crate::model::{BoundCondition, BoundGuard, Test};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::Value as Json;

/// A value that stands in a card.
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
    quote!(g::routes::Literal::#literal)
}

fn keys(keys: &[String]) -> TokenStream {
    quote!(&[#(#keys),*])
}

fn unsupported(inputs: &[(String, String)]) -> TokenStream {
    let inputs = inputs.iter().map(|(input, reason)| quote!(g::routes::Unsupported { input: #input, reason: #reason }));
    quote!(&[#(#inputs),*])
}

fn condition(condition: &BoundCondition) -> TokenStream {
    let when = option(condition.when.as_ref().map(|(input, value)| {
        let value = literal(value);
        quote!(g::routes::When { input: #input, equals: #value })
    }));
    let path = keys(&condition.path);
    let test = match &condition.test {
        Test::Absent => quote!(Absent),
        Test::Present => quote!(Present),
        Test::Equals(value) => {
            let value = literal(value);
            quote!(Equals(#value))
        }
        Test::Contains(text) => quote!(Contains(#text)),
    };
    quote! {
        g::routes::Condition {
            when: #when,
            path: #path,
            test: g::routes::Test::#test,
        }
    }
}

fn guards(guards: &[BoundGuard]) -> TokenStream {
    let guards = guards.iter().map(|guard| {
        let (condition, message) = (condition(&guard.condition), &guard.message);
        let code = match guard.otherwise.as_str() {
            "NOT_FOUND" => quote!(NotFound),
            "VALIDATION" => quote!(Validation),
            _ => quote!(AdapterUnsupported),
        };
        quote! {
            g::routes::Guard {
                condition: #condition,
                otherwise: ::ghx::ErrorCode::#code,
                message: #message,
            }
        }
    });
    quote!(&[#(#guards),*])
}
