//! Values that are sent.

use super::{keys, literal};
use crate::{model::Source, names};
use proc_macro2::TokenStream;
use quote::quote;

/// Where a value comes from.
pub(super) fn source(sent: &Source) -> TokenStream {
    let source = match sent {
        Source::Input { property, map: Some(map), .. } => {
            let input = &property.name.value;
            let map = map.iter().map(|(from, to)| {
                let to = literal(to);
                quote!((#from, #to))
            });
            quote!(mapped(#input, &[#(#map),*]))
        }
        Source::Input { property, default: Some(default), .. } => {
            let input = &property.name.value;
            let default = literal(default);
            quote!(or_else(#input, #default))
        }
        Source::Input { property, .. } => {
            let input = &property.name.value;
            quote!(Input(#input))
        }
        Source::Joined { input, separator } => {
            let input = &input.name.value;
            quote!(joined(#input, #separator))
        }
        Source::Present(input) => quote!(Present(#input)),
        Source::Literal(value) => {
            let value = literal(value);
            quote!(Literal(#value))
        }
        Source::Found { call, path } => {
            let path = keys(path);
            quote!(found(#call, #path))
        }
        Source::Repository => quote!(Repository),
        Source::Element => quote!(Element),
        made => self::made(made),
    };
    quote!(g::Source::#source)
}

/// A value that is put together from others.
fn made(sent: &Source) -> TokenStream {
    match sent {
        Source::ElementAt(path) => {
            let path = keys(&path.iter().map(|property| property.name.value.clone()).collect::<Vec<_>>());
            quote!(ElementAt(#path))
        }
        Source::Text(words) => {
            let words = words.iter().map(|parts| {
                let parts = parts.iter().map(self::source);
                quote!(&[#(#parts),*])
            });
            quote!(Text(&[#(#words),*]))
        }
        Source::Object(members) => {
            let members = sources(members);
            quote!(Object(&[#(#members),*]))
        }
        Source::List { list, of } => {
            let (list, of) = (&list.name.value, self::source(of));
            quote!(list(&g::Source::Input(#list), &#of))
        }
        Source::Entries { list, key, value } => {
            let (list, key, value) = (&list.name.value, self::source(key), self::source(value));
            quote!(entries(&g::Source::Input(#list), &#key, &#value))
        }
        Source::First(sources) => {
            let sources = sources.iter().map(self::source);
            quote!(First(&[#(#sources),*]))
        }
        Source::Base64(inner) => {
            let inner = self::source(inner);
            quote!(Base64(&#inner))
        }
        Source::FoundMatch { name, what, call, list, by, take } => {
            let (name, list, by, take) = (self::source(name), keys(list), keys(by), keys(take));
            quote!(Match(&g::Match::new(#name, #what, g::Source::found(#call, #list), #by, #take)))
        }
        Source::FoundElement(path) => {
            let path = keys(path);
            quote!(ElementAt(#path))
        }
        Source::Address { subject, part } => {
            let part = names::ident(&names::type_name(part.as_str()));
            quote!(subject(#subject, g::SubjectPart::#part))
        }
        // Bound only for GraphQL.
        _ => quote!(Element),
    }
}

/// Names and their values.
pub(super) fn sources(sent: &[(String, Source)]) -> Vec<TokenStream> {
    let pair = |(name, sent): &(String, Source)| {
        let source = source(sent);
        quote!((#name, #source))
    };
    sent.iter().map(pair).collect()
}
