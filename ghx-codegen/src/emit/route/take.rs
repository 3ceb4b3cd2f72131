//! Where outputs come from.

use super::{condition, keys, literal};
use crate::{
    emit::builder::Builder,
    model::{BoundField, Pick, Place, Take},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Outputs, property by property.
pub(super) fn fields(fields: &[BoundField]) -> TokenStream {
    let fields = fields.iter().map(|field| {
        let name = &field.name;
        if let Take::Value(pick) = &field.take {
            return value(name, pick);
        }
        let take = take(&field.take);
        quote!(g::Field::new(#name, #take))
    });
    quote!(&[#(#fields),*])
}

/// A scalar that is taken as it is has a constructor of its own.
fn value(name: &str, pick: &Pick) -> TokenStream {
    let Pick { place, map, present, without, nulls, default, nullable } = pick;
    let is_plain = map.is_empty() && present.is_empty() && without.is_none() && nulls.is_empty() && default.is_none();
    if !is_plain {
        let pick = self::pick(pick);
        return quote!(g::Field::value(#name, #pick));
    }
    let keys = keys(&place.keys);
    let field = match &place.call {
        Some(call) => quote!(g::Field::of(#name, #call, #keys)),
        None => quote!(g::Field::at(#name, #keys)),
    };
    Builder::new(field).flag("nullable", *nullable).to_token_stream()
}

fn take(take: &Take) -> TokenStream {
    let take = match take {
        Take::Value(pick) => {
            let pick = self::pick(pick);
            quote!(Value(#pick))
        }
        Take::Object { at, nullable, fields } => {
            let (at, fields) = (place(at), self::fields(fields));
            if *nullable { quote!(nullable_object(#at, #fields)) } else { quote!(object(#at, #fields)) }
        }
        Take::List { at, keep, item } => {
            let (at, keep, item) = (place(at), keep.iter().map(condition), self::take(item));
            quote!(list(#at, &[#(#keep),*], &#item))
        }
        Take::Input(input) => quote!(Input(#input)),
        Take::Literal(value) => {
            let value = literal(value);
            quote!(Literal(#value))
        }
        Take::Text => quote!(Text),
        Take::PageInfo => quote!(PageInfo),
    };
    quote!(g::Take::#take)
}

fn place(place: &Place) -> TokenStream {
    let keys = keys(&place.keys);
    let of_call = place.call.as_ref().map(|call| quote!(g::Path::of(#call, #keys)));
    of_call.unwrap_or_else(|| quote!(g::Path::new(#keys)))
}

fn pick(pick: &Pick) -> Builder {
    let (path, keys) = (place(&pick.place), keys(&pick.place.keys));
    let start = if pick.place.call.is_some() { quote!(g::Pick::at(#path)) } else { quote!(g::Pick::new(#keys)) };
    let map = pick.map.iter().map(|(from, to)| {
        let to = literal(to);
        quote!((#from, #to))
    });
    let present = pick.present.iter().map(|(path, value)| {
        let path = super::keys(path);
        quote!((#path, #value))
    });
    Builder::new(start)
        .list("map", map)
        .list("present", present)
        .some("without", pick.without.as_ref())
        .list("nulls", &pick.nulls)
        .some("default", pick.default.as_ref().map(literal))
        .flag("nullable", pick.nullable)
}
