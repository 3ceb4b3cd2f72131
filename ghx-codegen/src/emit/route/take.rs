//! Where outputs come from.

use super::{condition, keys, literal, option};
use crate::model::{BoundField, Pick, Place, Take};
use proc_macro2::TokenStream;
use quote::quote;

/// Outputs, property by property.
pub(super) fn fields(fields: &[BoundField]) -> TokenStream {
    let fields = fields.iter().map(|field| {
        let (name, take) = (&field.name, take(&field.take));
        quote!(g::routes::Field { name: #name, take: #take })
    });
    quote!(&[#(#fields),*])
}

fn take(take: &Take) -> TokenStream {
    let take = match take {
        Take::Value(pick) => {
            let pick = self::pick(pick);
            quote!(Value(#pick))
        }
        Take::Object { at, nullable, fields } => {
            let (at, fields) = (place(at), self::fields(fields));
            quote!(Object { at: #at, nullable: #nullable, fields: #fields })
        }
        Take::List { at, keep, item } => {
            let (at, keep, item) = (place(at), keep.iter().map(condition), self::take(item));
            quote!(List { at: #at, keep: &[#(#keep),*], item: &#item })
        }
        Take::Input(input) => quote!(Input(#input)),
        Take::Literal(value) => {
            let value = literal(value);
            quote!(Literal(#value))
        }
        Take::Text => quote!(Text),
        Take::PageInfo => quote!(PageInfo),
    };
    quote!(g::routes::Take::#take)
}

fn place(place: &Place) -> TokenStream {
    let call = option(place.call.as_ref().map(|call| quote!(#call)));
    let keys = keys(&place.keys);
    quote!(g::routes::Path { call: #call, keys: #keys })
}

fn pick(pick: &Pick) -> TokenStream {
    let (path, nullable, nulls) = (place(&pick.place), pick.nullable, &pick.nulls);
    let map = pick.map.iter().map(|(from, to)| {
        let to = literal(to);
        quote!((#from, #to))
    });
    let present = pick.present.iter().map(|(path, value)| {
        let path = keys(path);
        quote!((#path, #value))
    });
    let without = option(pick.without.as_ref().map(|text| quote!(#text)));
    let default = option(pick.default.as_ref().map(literal));
    quote! {
        g::routes::Pick {
            path: #path,
            map: &[#(#map),*],
            present: &[#(#present),*],
            without: #without,
            nulls: &[#(#nulls),*],
            default: #default,
            nullable: #nullable,
        }
    }
}
