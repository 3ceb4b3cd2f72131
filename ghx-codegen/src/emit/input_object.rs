//! Objects inside inputs: plain values, without outputs of earlier steps.

use super::{
    input::{Presence, description, field_ident, presence},
    prose,
    scope::Scope,
    types::{self, Rust},
};
use crate::{
    card::{ObjectSchema, Property},
    names,
};
use proc_macro2::TokenStream;
use quote::quote;

/// The struct of an object, its constructor, setters and JSON.
pub(super) fn declaration(scope: &Scope<'_>, name: &str, object: &ObjectSchema, doc: &str) -> TokenStream {
    let ident = names::ident(name);
    let members: Vec<Member> = object.properties.iter().map(|property| Member::new(scope, name, property)).collect();
    let fields = members.iter().map(Member::field);
    let (constructors, json) = (constructors(&members), json(&members));
    quote! {
        #[doc = #doc]
        #[derive(Clone, Debug, PartialEq)]
        pub struct #ident {
            #(#fields,)*
        }

        impl #ident { #constructors }

        #[automatically_derived]
        impl g::InputValue for #ident { #json }

        #[automatically_derived]
        impl ::ghx::value::Plain for #ident {}
    }
}

/// `new` and the setters.
fn constructors(members: &[Member]) -> TokenStream {
    let required = members.iter().filter(|member| member.presence == Presence::Required);
    let parameters = required.map(|member| {
        let (name, (parameter, _)) = (&member.name, member.parameter());
        quote!(#name: #parameter)
    });
    let made = members.iter().map(Member::made);
    let setters = members.iter().filter_map(Member::setter);
    quote! {
        /// With everything that is required.
        #[must_use]
        pub fn new(#(#parameters),*) -> Self {
            Self { #(#made,)* }
        }

        #(#setters)*
    }
}

/// The two functions of `InputValue`.
fn json(members: &[Member]) -> TokenStream {
    let (written, read) = (members.iter().map(Member::written), members.iter().map(Member::read));
    quote! {
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
}

struct Member {
    name: proc_macro2::Ident,
    json: String,
    doc: String,
    ty: TokenStream,
    /// Is anything accepted that converts into the type? Not for numbers: a literal would no longer know its type.
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
