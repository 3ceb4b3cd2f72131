//! Types declared for inputs: closed enums, and objects.

use super::{
    enums,
    error::EmitError,
    input::{Presence, description, field_ident, presence},
    input_object, prose,
    scope::Scope,
    types::{self, Rust},
};
use crate::{
    card::{Property, Schema, Type},
    model::BoundCard,
    names,
};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

/// The enums and objects of a card's inputs, each as one piece.
pub(super) fn declarations(scope: &Scope<'_>, card: &BoundCard) -> Result<Vec<TokenStream>, EmitError> {
    let name = types::struct_name(card);
    let mut declared = Declared { scope, owner: &name, pieces: Vec::new() };
    for property in &card.card.input.properties {
        declared.property(&name, property)?;
    }
    Ok(declared.pieces)
}

struct Declared<'a> {
    scope: &'a Scope<'a>,
    owner: &'a str,
    pieces: Vec<TokenStream>,
}

impl Declared<'_> {
    fn property(&mut self, parent: &str, property: &Property) -> Result<(), EmitError> {
        let rust = types::member(self.scope, parent, property);
        self.schema(parent, property, &property.schema, &rust)
    }

    fn schema(&mut self, parent: &str, property: &Property, schema: &Schema, rust: &Rust) -> Result<(), EmitError> {
        match (&schema.ty, rust) {
            (Type::Array { items, .. }, Rust::List(item))
            | (Type::Map { values: Some(items), .. }, Rust::Map(Some(item))) => {
                self.schema(parent, property, items, item)
            }
            (Type::Enum(_), Rust::Enum(name, values)) => {
                let doc = self.doc(parent, property);
                self.pieces.push(closed_enum(name, values, &doc)?);
                self.nullable(parent, property, name);
                Ok(())
            }
            (Type::Object(object), Rust::Object(name)) => {
                let doc = self.doc(parent, property);
                self.pieces.push(input_object::declaration(self.scope, name, object, &doc));
                self.nullable(parent, property, name);
                object.properties.iter().try_for_each(|property| self.property(name, property))
            }
            _ => Ok(()),
        }
    }

    /// Lets the setter of an input that may be null take the type.
    fn nullable(&mut self, parent: &str, property: &Property, name: &str) {
        let whole = !matches!(property.schema.ty, Type::Array { .. });
        if parent == self.owner && whole && presence(property) == Presence::Nullable {
            let name = names::ident(name);
            self.pieces.push(quote!(g::nullable_arg!(#name);));
        }
    }

    /// Which field of which type it is for.
    fn doc(&self, parent: &str, property: &Property) -> String {
        let field = field_ident(property);
        let text = prose::rustdoc(&description(property));
        if parent == self.owner {
            return format!(" {text} See [`{parent}::{field}`](struct@{parent}).");
        }
        format!(" {text} See [`{parent}`].")
    }
}

/// An enum that a card lists.
fn closed_enum(name: &str, values: &[String], doc: &str) -> Result<TokenStream, EmitError> {
    let ident = names::ident(name);
    let variants: Vec<_> = values.iter().map(|value| enums::closed_variant(value)).collect();
    if variants.iter().collect::<BTreeSet<_>>().len() != variants.len() {
        return Err(EmitError::unsupported(name, "two of its values have the same name in Rust"));
    }
    let docs = values.iter().map(|value| format!(" `{value}`."));
    Ok(quote! {
        #[doc = #doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum #ident {
            #(#[doc = #docs] #variants,)*
        }

        impl #ident {
            /// Every value.
            pub const ALL: &'static [Self] = &[#(Self::#variants),*];

            /// The value as cards write it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    #(Self::#variants => #values,)*
                }
            }
        }

        g::closed_enum!(#ident);
    })
}
