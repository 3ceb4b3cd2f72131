//! Suitability predicates.

use super::literal;
use crate::model::{Comparison, Name, Predicate};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// A condition on inputs and environment.
pub(in crate::emit) fn predicate(condition: &Predicate) -> TokenStream {
    let condition = match condition {
        Predicate::All(parts) => {
            let parts = parts.iter().map(predicate);
            quote!(All(&[#(#parts),*]))
        }
        Predicate::Any(parts) => {
            let parts = parts.iter().map(predicate);
            quote!(Any(&[#(#parts),*]))
        }
        Predicate::Not(inner) => {
            let inner = predicate(inner);
            quote!(Not(&#inner))
        }
        Predicate::Present(name) => is(name, &quote!(Present)),
        Predicate::Equals(name, value) => {
            let value = literal(value);
            is(name, &quote!(Equals(#value)))
        }
        Predicate::Compares(name, comparison, number) => {
            let number = Literal::i64_unsuffixed(*number);
            let comparison = match comparison {
                Comparison::Less => quote!(Less),
                Comparison::AtMost => quote!(AtMost),
                Comparison::More => quote!(More),
                Comparison::AtLeast => quote!(AtLeast),
            };
            is(name, &quote!(Compares(g::Comparison::#comparison, #number)))
        }
    };
    quote!(g::Condition::#condition)
}

fn is(name: &Name, test: &TokenStream) -> TokenStream {
    match name {
        Name::Input { input, .. } => quote!(input(#input, g::Test::#test)),
        Name::Variable(variable) => quote!(variable(#variable, g::Test::#test)),
    }
}
