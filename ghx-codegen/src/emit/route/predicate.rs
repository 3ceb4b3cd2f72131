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
        Predicate::Present(name) => {
            let name = self::name(name);
            quote!(Present(#name))
        }
        Predicate::Equals(name, value) => {
            let (name, value) = (self::name(name), literal(value));
            quote!(Equals(#name, #value))
        }
        Predicate::Compares(name, comparison, number) => {
            let (name, number) = (self::name(name), Literal::i64_unsuffixed(*number));
            let comparison = match comparison {
                Comparison::Less => quote!(Less),
                Comparison::AtMost => quote!(AtMost),
                Comparison::More => quote!(More),
                Comparison::AtLeast => quote!(AtLeast),
            };
            quote!(Compares(#name, g::Comparison::#comparison, #number))
        }
    };
    quote!(g::Predicate::#condition)
}

fn name(name: &Name) -> TokenStream {
    match name {
        Name::Input { input, .. } => quote!(g::Name::Input(#input)),
        Name::Variable(variable) => quote!(g::Name::Variable(#variable)),
    }
}
