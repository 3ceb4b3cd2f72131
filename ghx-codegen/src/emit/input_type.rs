//! Types declared for inputs: closed enums, and objects.

use super::{
    enums,
    error::EmitError,
    input::{Presence, description, field_ident, presence},
    prose,
    scope::Scope,
    types::{self, Rust},
};
use crate::{
    card::{ObjectSchema, Property, Schema, Type},
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
            (Type::Array { items, .. }, Rust::List(item)) => self.schema(parent, property, items, item),
            (Type::Enum(_), Rust::Enum(name, values)) => {
                let doc = self.doc(parent, property);
                self.pieces.push(closed_enum(name, values, &doc)?);
                self.nullable(parent, property, name);
                Ok(())
            }
            (Type::Object(object), Rust::Object(name)) => {
                let doc = self.doc(parent, property);
                self.pieces.push(input_object(self.scope, name, object, &doc));
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

/// An object inside an input: plain values, no references.
fn input_object(scope: &Scope<'_>, name: &str, object: &ObjectSchema, doc: &str) -> TokenStream {
    let ident = names::ident(name);
    let members: Vec<Member> = object.properties.iter().map(|property| Member::new(scope, name, property)).collect();
    let fields = members.iter().map(Member::field);
    let required = members.iter().filter(|member| member.presence == Presence::Required);
    let parameters = required.map(|member| {
        let (name, (parameter, _)) = (&member.name, member.parameter());
        quote!(#name: #parameter)
    });
    let made = members.iter().map(Member::made);
    let setters = members.iter().filter_map(Member::setter);
    let written = members.iter().map(Member::written);
    let read = members.iter().map(Member::read);
    quote! {
        #[doc = #doc]
        #[derive(Clone, Debug, PartialEq)]
        pub struct #ident {
            #(#fields,)*
        }

        impl #ident {
            /// With everything that is required.
            #[must_use]
            pub fn new(#(#parameters),*) -> Self {
                Self { #(#made,)* }
            }

            #(#setters)*
        }

        #[automatically_derived]
        impl g::InputValue for #ident {
            fn to_input(&self) -> g::Value {
                let mut writer = g::ObjectWriter::new();
                #(#written)*
                writer.finish()
            }

            fn from_input(value: &g::Value) -> ::ghx::Result<Self> {
                let reader = g::ObjectReader::new(value)?;
                Ok(Self { #(#read,)* })
            }
        }

        #[automatically_derived]
        impl ::ghx::value::Plain for #ident {}
    }
}

struct Member {
    name: proc_macro2::Ident,
    json: String,
    doc: String,
    ty: TokenStream,
    /// Is anything taken that becomes the type? Not for numbers: a literal would no longer know its type.
    converted: bool,
    presence: Presence,
}

impl Member {
    fn new(scope: &Scope<'_>, parent: &str, property: &Property) -> Self {
        let rust = types::member(scope, parent, property);
        Member {
            name: field_ident(property),
            json: property.name.value.clone(),
            doc: format!(" {}", prose::rustdoc(&description(property))),
            ty: rust.tokens(scope),
            converted: matches!(rust, Rust::String | Rust::List(_)),
            presence: presence(property),
        }
    }

    /// What a caller passes, and how it becomes the value.
    fn parameter(&self) -> (TokenStream, TokenStream) {
        let Member { name, ty, .. } = self;
        if self.converted { (quote!(impl Into<#ty>), quote!(#name.into())) } else { (quote!(#ty), quote!(#name)) }
    }

    fn field(&self) -> TokenStream {
        let Member { name, doc, ty, .. } = self;
        let ty = match self.presence {
            Presence::Required => quote!(#ty),
            Presence::Optional => quote!(Option<#ty>),
            Presence::Nullable => quote!(::ghx::value::Nullable<#ty>),
        };
        quote!(#[doc = #doc] pub #name: #ty)
    }

    fn made(&self) -> TokenStream {
        let name = &self.name;
        match self.presence {
            Presence::Required if !self.converted => quote!(#name),
            Presence::Required => quote!(#name: #name.into()),
            Presence::Optional => quote!(#name: None),
            Presence::Nullable => quote!(#name: ::ghx::value::Nullable::Absent),
        }
    }

    fn setter(&self) -> Option<TokenStream> {
        let Member { name, doc, ty, .. } = self;
        let (parameter, value) = match self.presence {
            Presence::Required => return None,
            Presence::Optional => {
                let (parameter, value) = self.parameter();
                (parameter, quote!(Some(#value)))
            }
            Presence::Nullable => (quote!(impl Into<::ghx::value::Nullable<#ty>>), quote!(#name.into())),
        };
        Some(quote! {
            #[doc = #doc]
            #[must_use]
            pub fn #name(mut self, #name: #parameter) -> Self {
                self.#name = #value;
                self
            }
        })
    }

    fn written(&self) -> TokenStream {
        let Member { name, json, .. } = self;
        match self.presence {
            Presence::Required => quote!(writer.value(#json, &self.#name);),
            Presence::Optional => quote!(writer.value_opt(#json, &self.#name);),
            Presence::Nullable => quote!(writer.value_nullable(#json, &self.#name);),
        }
    }

    fn read(&self) -> TokenStream {
        let Member { name, json, .. } = self;
        match self.presence {
            Presence::Required => quote!(#name: reader.value(#json)?),
            Presence::Optional => quote!(#name: reader.value_opt(#json)?),
            Presence::Nullable => quote!(#name: reader.value_nullable(#json)?),
        }
    }
}
