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
            quote!(Mapped { input: #input, map: &[#(#map),*] })
        }
        Sent::OrElse { input, default } => {
            let default = literal(default);
            quote!(OrElse { input: #input, default: #default })
        }
        Sent::Joined { input, separator } => quote!(Joined { input: #input, separator: #separator }),
        Sent::Literal(value) => {
            let value = literal(value);
            quote!(Literal(#value))
        }
        Sent::Element => quote!(Element),
        Sent::Found { call, path } => {
            let path = keys(path);
            quote!(Found { call: #call, path: #path })
        }
        Sent::Repository => quote!(Repository),
    };
    quote!(g::routes::Source::#source)
}

/// Names and their values.
pub(super) fn sources(sent: &[(String, Sent)]) -> TokenStream {
    let sent = sent.iter().map(|(name, sent)| {
        let source = source(sent);
        quote!((#name, #source))
    });
    quote!(&[#(#sent),*])
}
