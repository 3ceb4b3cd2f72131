//! Suitability predicates.

use super::literal;
use crate::model::{BoundCondition, Comparison, Operand, Predicate, Test};
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
        Predicate::Is(condition) => return is(condition),
    };
    quote!(g::Predicate::#condition)
}

/// A test of an input or a variable.
fn is(condition: &BoundCondition) -> TokenStream {
    let name = match &condition.operand {
        Operand::Variable(variable) => quote!(g::Name::Variable(#variable)),
        Operand::Input { input, .. } | Operand::Field(input) => quote!(g::Name::Input(#input)),
        Operand::Path(path) => {
            let input = path.plain_keys().join(".");
            quote!(g::Name::Input(#input))
        }
    };
    let test = match &condition.test {
        Test::Present => quote!(Present(#name)),
        Test::Absent => return quote!(g::Predicate::Not(&g::Predicate::Present(#name))),
        Test::Contains(text) => quote!(Contains(#name, #text)),
        Test::Equals(value) => {
            let value = literal(value);
            quote!(Equals(#name, #value))
        }
        Test::Compares(comparison, number) => {
            let number = Literal::i64_unsuffixed(*number);
            let comparison = match comparison {
                Comparison::Less => quote!(Less),
                Comparison::AtMost => quote!(AtMost),
                Comparison::More => quote!(More),
                Comparison::AtLeast => quote!(AtLeast),
            };
            quote!(Compares(#name, g::Comparison::#comparison, #number))
        }
    };
    quote!(g::Predicate::#test)
}
