//! Suitability predicates.

use super::condition;
use crate::model::Predicate;
use proc_macro2::TokenStream;
use quote::quote;

/// A condition on inputs and environment.
pub(in crate::emit) fn predicate(predicate: &Predicate) -> TokenStream {
    let all =
        |parts: &[Predicate]| -> TokenStream { parts.iter().map(self::predicate).map(|part| quote!(#part,)).collect() };
    match predicate {
        Predicate::All(parts) => {
            let parts = all(parts);
            quote!(g::Condition::All(&[#parts]))
        }
        Predicate::Any(parts) => {
            let parts = all(parts);
            quote!(g::Condition::Any(&[#parts]))
        }
        Predicate::Not(inner) => {
            let inner = self::predicate(inner);
            quote!(g::Condition::Not(&#inner))
        }
        Predicate::Is(is) => condition(is),
    }
}
