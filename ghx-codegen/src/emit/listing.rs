//! Lists: capabilities that give their results page by page.

use super::{
    output::outputs,
    scope::Scope,
    types::{self, Rust},
};
use crate::{
    model::{BoundCard, BoundOutput, OutputValue},
    names,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The implementation of `Listing`, for a card that has `items`, `pageInfo` and the input `after`.
pub(super) fn implementation(scope: &Scope<'_>, card: &BoundCard) -> Option<TokenStream> {
    let output = |name: &str| outputs(card).iter().find(|output| output.property.name.value == name);
    let (items, page_info) = (output("items")?, output("pageInfo")?);
    let has_after = card.card.input.properties.iter().any(|property| property.name.value == "after");
    if !has_after || !is_page_info(page_info) {
        return None;
    }
    let name = types::struct_name(card);
    let Rust::List(item) = types::output(scope, &name, items) else { return None };
    let (ident, output, item) = (names::ident(&name), format_ident!("{name}Output"), item.tokens(scope));
    Some(quote!(g::listing!(#ident -> #output of #item);))
}

fn is_page_info(output: &BoundOutput) -> bool {
    let OutputValue::Object { fields, .. } = &output.value else { return false };
    ["hasNextPage", "endCursor"].iter().all(|name| fields.iter().any(|field| field.property.name.value == *name))
}
