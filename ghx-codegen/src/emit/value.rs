//! From the Rust value of an input to the GraphQL value of a variable.

use super::{
    enums,
    error::EmitError,
    expr::{self, Expr},
    input::{Presence, field_ident, presence},
    literal,
    path::{Maybe, Place},
    scope::{Scope, client_field},
    types::{self, Rust},
};
use crate::{
    card::{ObjectSchema, Property, Schema, Type},
    names,
    operation::GraphqlType,
};
use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value as Json;

/// What a conversion needs to know of its surroundings.
#[derive(Clone, Copy)]
pub(super) struct Conversion<'a> {
    pub(super) scope: &'a Scope<'a>,
    /// The module of the operation, which holds its input objects.
    pub(super) module: &'a TokenStream,
    /// The input, for messages.
    pub(super) input: &'a str,
}

impl Conversion<'_> {
    /// What stands at `place`, of JSON type `schema` and Rust type `rust`, as `ty`.
    pub(super) fn value(
        &self,
        place: &Place,
        schema: &Schema,
        rust: &Rust,
        ty: &GraphqlType,
    ) -> Result<Expr, EmitError> {
        let value = match (&schema.ty, rust, ty.item()) {
            (Type::Array { items, .. }, Rust::List(rust), Some(item)) => self.list(place, items, rust, &item)?,
            (_, _, Some(_)) | (Type::Array { .. }, ..) => return Err(self.unsupported(ty)),
            (Type::Object(object), Rust::Object(name), None) => self.object(place, object, name, ty.name())?,
            (_, rust, None) => self.scalar(place, rust, ty)?,
        };
        Ok(value.some_if(ty.nullable()))
    }

    fn list(&self, place: &Place, items: &Schema, rust: &Rust, item: &GraphqlType) -> Result<Expr, EmitError> {
        let name = names::ident("item");
        let inner = self.value(&Place::reference(&name), items, rust, item)?;
        if inner.from == expr::From::Clone {
            return Ok(Expr::cloned(place));
        }
        Ok(expr::collect(place, false, &name, &inner, false))
    }

    fn scalar(&self, place: &Place, rust: &Rust, ty: &GraphqlType) -> Result<Expr, EmitError> {
        let tokens = &place.tokens;
        match (rust, ty.name()) {
            (Rust::Unsigned | Rust::Signed, "Int") => {
                let (value, input) = (place.copied(), self.input);
                Ok(Expr::fallible(quote!(g::to_int32(#value, #input)?)))
            }
            (Rust::Boolean, "Boolean") | (Rust::Float, "Float") => Ok(Expr::copied(place)),
            (Rust::Enum(name, values), graphql) if self.scope.is_enum(graphql) => {
                let arms = values.iter().map(|value| (value.clone(), Json::String(value.clone()))).collect::<Vec<_>>();
                let ty = GraphqlType(ty.0.clone().non_null());
                self.translated(place, name, &arms, &ty)
            }
            (Rust::Enum(..) | Rust::Id(_), _) => Ok(Expr::plain(quote!(#tokens.as_str().to_owned()))),
            (Rust::String, "Int" | "Boolean" | "Float") => Err(self.unsupported(ty)),
            (Rust::String, _) => Ok(Expr::cloned(place)),
            _ => Err(self.unsupported(ty)),
        }
    }

    /// An enum value by what it means to GitHub.
    pub(super) fn translated(
        &self,
        place: &Place,
        name: &str,
        map: &[(String, Json)],
        ty: &GraphqlType,
    ) -> Result<Expr, EmitError> {
        let ident = names::ident(name);
        let arms = map.iter().map(|(from, to)| {
            let variant = enums::closed_variant(from);
            let value = literal::graphql(self.scope, self.module, to, ty)?;
            Ok(quote!(#ident::#variant => #value))
        });
        let arms = arms.collect::<Result<Vec<_>, EmitError>>()?;
        let place = &place.tokens;
        Ok(Expr::plain(quote!(match #place { #(#arms,)* })))
    }

    /// The operation's struct for an input object, field by field.
    fn object(&self, place: &Place, object: &ObjectSchema, parent: &str, ty: &str) -> Result<Expr, EmitError> {
        let mut fallible = false;
        let mut fields = Vec::new();
        for field in self.scope.schema.input_fields(ty).unwrap_or_default() {
            let (name, ty) = (client_field(&field.name), GraphqlType((*field.ty).clone()));
            let value = match object.property(&field.name) {
                Some(property) => self.member(place, parent, property, &ty)?,
                None => Expr::plain(quote!(None)),
            };
            fallible |= value.fallible;
            let value = value.tokens;
            fields.push(quote!(#name: #value));
        }
        let (module, ty) = (self.module, names::ident(ty));
        let tokens = quote!(#module::#ty { #(#fields),* });
        Ok(if fallible { Expr::fallible(tokens) } else { Expr::plain(tokens) })
    }

    fn member(&self, place: &Place, parent: &str, property: &Property, ty: &GraphqlType) -> Result<Expr, EmitError> {
        let rust = types::member(self.scope, parent, property);
        let name = field_ident(property);
        let field = place.field(&name);
        let input = format!("{}.{}", self.input, property.name.value);
        let conversion = Conversion { input: &input, ..*self };
        let option = &field.tokens;
        let option = match presence(property) {
            Presence::Required => return conversion.value(&field, &property.schema, &rust, ty),
            Presence::Optional => Maybe::held(quote!(#option)),
            Presence::Nullable => Maybe::borrowed(quote!(#option.value())),
        };
        conversion.optional(&option, property, &rust, ty)
    }

    /// An `Option<&T>` as `ty`: absent is `None`, or the default of the property.
    fn optional(&self, option: &Maybe, property: &Property, rust: &Rust, ty: &GraphqlType) -> Result<Expr, EmitError> {
        let name = field_ident(property);
        let place = Place::reference(&name);
        if let Some(default) = &property.default {
            let inner = self.value(&place, &property.schema, rust, ty)?;
            let absent = literal::graphql(self.scope, self.module, &default.to_json(), ty)?;
            return Ok(expr::or(option, &name, &inner, &absent));
        }
        let inner_type = GraphqlType(ty.0.clone().non_null());
        let inner = self.value(&place, &property.schema, rust, &inner_type)?;
        Ok(expr::map(option, &name, &inner))
    }

    fn unsupported(&self, ty: &GraphqlType) -> EmitError {
        EmitError::unsupported(self.input, format!("it does not become a `{ty}`"))
    }
}
