//! Values that are sent.

use super::{keys, literal};
use crate::model::Sent;
use proc_macro2::TokenStream;
use quote::quote;

/// Where a value comes from.
pub(super) fn source(sent: &Sent) -> TokenStream {
    let source = match sent {
        Sent::Input(input) => quote!(Input(#input)),
        Sent::Mapped { input, map } => {
            let map = map.iter().map(|(from, to)| {
                let to = literal(to);
                quote!((#from, #to))
            });
            quote!(mapped(#input, &[#(#map),*]))
        }
        Sent::OrElse { input, default } => {
            let default = literal(default);
            quote!(or_else(#input, #default))
        }
        Sent::Joined { input, separator } => quote!(joined(#input, #separator)),
        Sent::Literal(value) => {
            let value = literal(value);
            quote!(Literal(#value))
        }
        Sent::Element => quote!(Element),
        Sent::Found { call, path } => {
            let path = keys(path);
            quote!(found(#call, #path))
        }
        Sent::Repository => quote!(Repository),
    };
    quote!(g::Source::#source)
}

/// Names and their values.
pub(super) fn sources(sent: &[(String, Sent)]) -> Vec<TokenStream> {
    let pair = |(name, sent): &(String, Sent)| {
        let source = source(sent);
        quote!((#name, #source))
    };
    sent.iter().map(pair).collect()
}
