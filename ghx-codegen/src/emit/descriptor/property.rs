//! Inputs and outputs as descriptors.

use crate::{
    card::{Located, ObjectSchema, Property, Schema, Type},
    emit::{
        builder::Builder,
        json_schema,
        literal::option,
        scope::Scope,
        types::{self, Rust},
    },
    model::{BoundOutput, OutputValue},
};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

/// An input of a card, or of an object among its inputs.
pub(super) fn input(scope: &Scope<'_>, property: &Property, rust: &Rust) -> TokenStream {
    let members = |object: &ObjectSchema, parent: &str| {
        object.properties.iter().map(|p| input(scope, p, &types::member(scope, parent, p))).collect()
    };
    let typed = Typed { schema: &property.schema, rust, members: &members };
    let described = typed.property(&property.name.value);
    let described = match &property.default {
        Some(default) => described.set("or", json_schema::text(default)),
        None => described.flag("optional", !property.required),
    };
    nullable(described, &property.schema)
}

/// An output of a card, or of an object among its outputs. `parent` is the name that nested types start with.
pub(super) fn output(scope: &Scope<'_>, parent: &str, output: &BoundOutput) -> TokenStream {
    let (property, rust) = (&output.property, types::output(scope, parent, output));
    let members = |_: &ObjectSchema, parent: &str| match &output.value {
        OutputValue::Object { fields, .. } => fields.iter().map(|field| self::output(scope, parent, field)).collect(),
        _ => Vec::new(),
    };
    let typed = Typed { schema: &property.schema, rust: &rust, members: &members };
    nullable(typed.property(&property.name.value).flag("optional", !property.required), &property.schema)
}

fn nullable(described: Builder, schema: &Schema) -> TokenStream {
    let described = described.flag("nullable", schema.nullable);
    quote!(#described)
}

/// A schema with the Rust type that it becomes.
#[derive(Clone, Copy)]
struct Typed<'a> {
    schema: &'a Schema,
    rust: &'a Rust,
    /// The members of an object; the text is the name that types inside it start with.
    members: &'a dyn Fn(&ObjectSchema, &str) -> Vec<TokenStream>,
}

impl Typed<'_> {
    fn property(self, name: &str) -> Builder {
        let (ty, description) = (self.ty(), self.schema.description.as_ref().map_or("", |d| d.value.as_str()));
        // The plain types have constructors of their own.
        let plain = match (&self.schema.ty, self.rust) {
            (Type::String { min_length: None, .. }, Rust::Id(kind)) => Some(quote!(id(#name, #description, #kind))),
            (Type::String { min_length: None, max_length: None, format: None, .. }, _) => {
                Some(quote!(text(#name, #description)))
            }
            (Type::Integer { minimum: None, maximum: None }, _) => Some(quote!(integer(#name, #description))),
            (Type::Boolean, _) => Some(quote!(boolean(#name, #description))),
            _ => None,
        };
        Builder::new(match plain {
            _ if name.is_empty() && description.is_empty() => quote!(g::Property::item(#ty)),
            Some(plain) => quote!(g::Property::#plain),
            None => quote!(g::Property::new(#name, #description, #ty)),
        })
    }

    fn ty(self) -> Builder {
        match (&self.schema.ty, self.rust) {
            (Type::String { min_length, .. }, Rust::Id(kind)) => {
                bounded(quote!(g::Type::id(#kind)), min_length.as_ref(), None)
            }
            (Type::String { min_length, max_length, format, .. }, _) => {
                bounded(quote!(g::Type::text()), min_length.as_ref(), max_length.as_ref())
                    .some("formatted", format.as_ref().map(|format| &format.value))
            }
            (Type::Enum(values), _) => {
                let values = values.iter().map(|value| &value.value);
                Builder::new(quote!(g::Type::Enum(&[#(#values),*])))
            }
            (Type::Integer { minimum, maximum }, _) => integer(minimum.as_ref(), maximum.as_ref()),
            (Type::Number, _) => Builder::new(quote!(g::Type::Number)),
            (Type::Boolean, _) => Builder::new(quote!(g::Type::Boolean)),
            (Type::Map { values, max }, rust) => {
                let values = if let (Some(values), Rust::Map(Some(rust))) = (values, rust) {
                    nullable(Typed { schema: values, rust, ..self }.property(""), values)
                } else {
                    quote!(g::Property::item(g::Type::Json))
                };
                bounded(quote!(g::Type::map(&#values)), None, max.as_ref())
            }
            (Type::Array { items, min_items, max_items }, rust) => {
                let rust = if let Rust::List(item) = rust { item } else { rust };
                let item = nullable(Typed { schema: items, rust, ..self }.property(""), items);
                bounded(quote!(g::Type::list(&#item)), min_items.as_ref(), max_items.as_ref())
            }
            (Type::Object(object), rust) => {
                let name = if let Rust::Object(name) = rust { name } else { "" };
                let members = (self.members)(object, name);
                let names = object.exactly_one.iter().map(|name| &name.value);
                Builder::new(if object.exactly_one.is_empty() {
                    quote!(g::Type::object(&[#(#members),*]))
                } else {
                    quote!(g::Type::choice(&[#(#members),*], &[#(#names),*]))
                })
            }
        }
    }
}

fn integer(minimum: Option<&Located<i64>>, maximum: Option<&Located<i64>>) -> Builder {
    let fits = |bound: Option<&Located<i64>>| bound.is_none_or(|bound| u32::try_from(bound.value).is_ok());
    if fits(minimum) && fits(maximum) {
        return bounded(quote!(g::Type::integer()), minimum, maximum);
    }
    let bound = |bound: Option<&Located<i64>>| option(bound.map(|bound| number(bound.value).to_token_stream()));
    let (minimum, maximum) = (bound(minimum), bound(maximum));
    Builder::new(quote!(g::Type::integer_between(#minimum, #maximum)))
}

fn bounded(ty: TokenStream, least: Option<&Located<i64>>, most: Option<&Located<i64>>) -> Builder {
    let bound = |bound: Option<&Located<i64>>| bound.map(|bound| number(bound.value));
    Builder::new(ty).some("at_least", bound(least)).some("at_most", bound(most))
}

/// A number, its digits in groups if it is long: `2_147_483_647`.
pub(super) fn number(value: i64) -> Literal {
    let plain = Literal::i64_unsuffixed(value);
    let digits = value.unsigned_abs().to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    let sign = if value < 0 { "-" } else { "" };
    let grouped = format!("{sign}{}", groups.join("_")).parse().ok().filter(|_| digits.len() > 5);
    grouped.unwrap_or(plain)
}
