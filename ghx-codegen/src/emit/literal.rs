//! Values that a card states, as Rust of the type that GitHub wants there.

use super::{
    enums,
    error::EmitError,
    scope::{Scope, client_field},
};
use crate::{names, operation::GraphqlType};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::Value as Json;

/// `Some(value)` or `None`.
pub(super) fn option(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}

/// A JSON value as a GraphQL value: `Some(vec![types::IssueState::Open])`. `module` holds the operation's input objects.
pub(super) fn graphql(
    scope: &Scope<'_>,
    module: &TokenStream,
    value: &Json,
    ty: &GraphqlType,
) -> Result<TokenStream, EmitError> {
    if value.is_null() {
        return Ok(quote!(None));
    }
    let tokens = match (value, ty.item()) {
        (Json::Array(items), Some(item)) => {
            let items = items.iter().map(|value| graphql(scope, module, value, &item));
            let items = items.collect::<Result<Vec<_>, _>>()?;
            quote!(vec![#(#items),*])
        }
        (value, Some(item)) => {
            let one = graphql(scope, module, value, &item)?;
            quote!(vec![#one])
        }
        (value, None) => named(scope, module, value, ty.name())?,
    };
    Ok(if ty.nullable() { quote!(Some(#tokens)) } else { tokens })
}

fn named(scope: &Scope<'_>, module: &TokenStream, value: &Json, ty: &str) -> Result<TokenStream, EmitError> {
    match value {
        Json::String(text) if scope.is_enum(ty) => {
            let (types, ty, variant) = (scope.types(), names::ident(ty), enums::variant(text));
            Ok(quote!(#types::#ty::#variant))
        }
        Json::String(text) => Ok(string(text)),
        Json::Bool(truth) => Ok(quote!(#truth)),
        Json::Number(number) if ty == "Float" => {
            let number = Literal::f64_unsuffixed(number.as_f64().unwrap_or_default());
            Ok(quote!(#number))
        }
        Json::Number(number) => number
            .as_i64()
            .map(|number| {
                let number = Literal::i64_unsuffixed(number);
                quote!(#number)
            })
            .ok_or_else(|| EmitError::unsupported(ty, format!("the number {number}"))),
        Json::Object(members) => {
            let fields = scope.schema.input_fields(ty).unwrap_or_default();
            let fields = fields.into_iter().map(|field| {
                let (name, ty) = (client_field(&field.name), GraphqlType((*field.ty).clone()));
                let value = members.get(field.name.as_str()).unwrap_or(&Json::Null);
                let value = graphql(scope, module, value, &ty)?;
                Ok(quote!(#name: #value))
            });
            let fields = fields.collect::<Result<Vec<_>, EmitError>>()?;
            let ty = names::ident(ty);
            Ok(quote!(#module::#ty { #(#fields),* }))
        }
        Json::Null | Json::Array(_) => Err(EmitError::unsupported(ty, format!("the value {value}"))),
    }
}

/// An owned string.
pub(super) fn string(text: &str) -> TokenStream {
    if text.is_empty() { quote!(String::new()) } else { quote!(#text.to_owned()) }
}
