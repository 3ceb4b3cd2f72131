//! Input structs: the capability itself, its constructor, setters and JSON.

use super::{
    docs,
    error::EmitError,
    prose,
    scope::{Holder, Scope, holder, node, noun},
    types::{self, Rust},
};
use crate::{
    card::Property,
    model::{BoundCard, BoundSubject},
    names,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// How an input is held by the struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// `Arg<T>`.
    Required,
    /// `Option<Arg<T>>`.
    Optional,
    /// `Nullable<Arg<T>>`.
    Nullable,
}

/// How an input is held by the struct.
pub(super) fn presence(property: &Property) -> Presence {
    match (property.required, property.schema.nullable) {
        (_, true) => Presence::Nullable,
        (true, false) => Presence::Required,
        (false, false) => Presence::Optional,
    }
}

/// A subject among the fields of a capability.
pub(super) struct SubjectField<'a> {
    pub(super) subject: &'a BoundSubject,
    pub(super) holder: Holder,
    /// The field.
    pub(super) name: Ident,
    /// The static that describes it.
    pub(super) spec: TokenStream,
}

impl<'a> SubjectField<'a> {
    /// The subjects of a card, the main one first.
    pub(super) fn of(scope: &Scope<'a>, card: &BoundCard) -> Result<Vec<Self>, EmitError> {
        let subjects = scope.subjects(card);
        let fields = subjects.into_iter().map(|subject| {
            let name = &subject.subject.name.value;
            let spec = spec_name(name);
            Ok(SubjectField {
                subject,
                holder: holder(subject)?,
                name: names::ident(&names::field_name(name)),
                spec: quote!(super::subjects::#spec),
            })
        });
        fields.collect()
    }

    fn kind(&self) -> TokenStream {
        node(&self.subject.subject.node.value)
    }

    /// The type of the field.
    fn ty(&self) -> TokenStream {
        let kind = self.kind();
        match self.holder {
            Holder::Subject => quote!(::ghx::value::Subject<#kind>),
            Holder::Related => quote!(::ghx::value::Related<#kind>),
            Holder::Repo => quote!(::ghx::Repo),
        }
    }

    /// What a caller may pass for it.
    fn parameter(&self) -> TokenStream {
        let kind = self.kind();
        match self.holder {
            Holder::Subject => quote!(impl ::ghx::value::IntoSubject<#kind>),
            Holder::Related => quote!(impl ::ghx::value::IntoRelated<#kind>),
            Holder::Repo => quote!(impl ::ghx::value::IntoRepo),
        }
    }

    fn taken(&self) -> TokenStream {
        let name = &self.name;
        match self.holder {
            Holder::Subject => quote!(#name: #name.into_subject()),
            Holder::Related => quote!(#name: #name.into_related()),
            Holder::Repo => quote!(#name: #name.into_repo()),
        }
    }
}

/// `ISSUE`: the static that describes a subject.
pub(super) fn spec_name(subject: &str) -> Ident {
    names::ident(&subject.to_uppercase())
}

/// Everything that is written for the inputs of a card, except the types declared for them.
pub(super) struct Input<'a> {
    scope: &'a Scope<'a>,
    card: &'a BoundCard,
    pub(super) subjects: Vec<SubjectField<'a>>,
    name: String,
}

impl<'a> Input<'a> {
    /// The inputs of a card.
    pub(super) fn new(scope: &'a Scope<'a>, card: &'a BoundCard) -> Result<Self, EmitError> {
        Ok(Input { scope, card, subjects: SubjectField::of(scope, card)?, name: types::struct_name(card) })
    }

    fn properties(&self) -> &'a [Property] {
        &self.card.card.input.properties
    }

    fn rust(&self, property: &Property) -> Rust {
        types::input(self.scope, self.card, &self.name, property)
    }

    /// The struct.
    pub(super) fn declaration(&self) -> TokenStream {
        let docs = docs::capability(self.scope, self.card);
        let name = names::ident(&self.name);
        let subjects = self.subjects.iter().map(|field| {
            let (name, ty) = (&field.name, field.ty());
            let doc = format!(" The {}.", noun(&field.subject.subject));
            quote!(#[doc = #doc] pub #name: #ty)
        });
        let properties = self.properties().iter().map(|property| {
            let (name, ty) = (field_ident(property), self.rust(property).tokens(self.scope));
            let ty = match presence(property) {
                Presence::Required => quote!(::ghx::value::Arg<#ty>),
                Presence::Optional => quote!(Option<::ghx::value::Arg<#ty>>),
                Presence::Nullable => quote!(::ghx::value::Nullable<::ghx::value::Arg<#ty>>),
            };
            let doc = format!(" {}", prose::rustdoc(&description(property)));
            quote!(#[doc = #doc] pub #name: #ty)
        });
        quote! {
            #(#[doc = #docs])*
            #[derive(Clone, Debug, PartialEq)]
            #[must_use = "a capability does nothing until it is sent or added to a chain"]
            pub struct #name {
                #(#subjects,)*
                #(#properties,)*
            }
        }
    }

    /// What a caller passes to `new`: names and types. `structs` is the path of the module that holds the struct.
    pub(super) fn parameters(&self, structs: &TokenStream) -> Vec<(Ident, TokenStream)> {
        let subjects = self.subjects.iter().map(|field| (field.name.clone(), field.parameter()));
        let required = self.properties().iter().filter(|p| presence(p) == Presence::Required);
        let required = required.map(|property| {
            let ty = self.rust(property).tokens_from(self.scope, structs);
            (field_ident(property), quote!(impl ::ghx::value::IntoArg<#ty>))
        });
        subjects.chain(required).collect()
    }

    /// `new` and the setters.
    pub(super) fn constructors(&self) -> TokenStream {
        let name = names::ident(&self.name);
        let (names, types): (Vec<_>, Vec<_>) = self.parameters(&TokenStream::new()).into_iter().unzip();
        let subjects = self.subjects.iter().map(SubjectField::taken);
        let properties = self.properties().iter().map(|property| {
            let name = field_ident(property);
            match presence(property) {
                Presence::Required => quote!(#name: #name.into_arg()),
                Presence::Optional => quote!(#name: None),
                Presence::Nullable => quote!(#name: ::ghx::value::Nullable::Absent),
            }
        });
        let doc = format!(
            " The capability with its required inputs, as {} makes it.",
            docs::function_link(self.scope, self.card)
        );
        let setters: Vec<_> = self.properties().iter().filter_map(|property| self.setter(property)).collect();
        let setters = (!setters.is_empty()).then(|| quote!(g::setters! { impl #name { #(#setters,)* } }));
        quote! {
            impl #name {
                #[doc = #doc]
                pub fn new(#(#names: #types),*) -> Self {
                    Self { #(#subjects,)* #(#properties,)* }
                }
            }

            #setters
        }
    }

    /// The setter of an input that may be absent: `body(value)`, and `maybe_body(option)` where null cannot be sent.
    fn setter(&self, property: &Property) -> Option<TokenStream> {
        let (name, ty) = (field_ident(property), self.rust(property).tokens(self.scope));
        let doc = format!(" {}", prose::rustdoc(&description(property)));
        let how = match presence(property) {
            Presence::Required => return None,
            Presence::Optional => {
                let maybe = format_ident!("maybe_{}", names::field_name(&property.name.value));
                quote!(optional<#maybe, #ty>)
            }
            Presence::Nullable => quote!(nullable<#ty>),
        };
        Some(quote!(#[doc = #doc] #name: #how))
    }

    /// `Capability::write` and `Capability::from_json`.
    pub(super) fn json(&self) -> TokenStream {
        let main = self.subjects.first().map(|field| &field.name);
        let subjects = self.subjects.iter().map(|field| {
            let (name, spec) = (&field.name, &field.spec);
            match field.holder {
                Holder::Subject => quote!(subject #name = &#spec),
                Holder::Related => quote!(related #name in #main = &#spec),
                Holder::Repo => quote!(repo #name = &#spec),
            }
        });
        let properties = self.properties().iter().map(|property| {
            let (name, json) = (field_ident(property), &property.name.value);
            match presence(property) {
                Presence::Required => quote!(put #name = #json),
                Presence::Optional => quote!(put_opt #name = #json),
                Presence::Nullable => quote!(put_nullable #name = #json),
            }
        });
        let inputs = subjects.chain(properties);
        quote!(g::inputs!(#(#inputs),*);)
    }
}

/// The field of an input.
pub(super) fn field_ident(property: &Property) -> Ident {
    names::ident(&names::field_name(&property.name.value))
}

/// What an input is, in the words of the card.
pub(super) fn description(property: &Property) -> String {
    let stated = property.schema.description.as_ref().map(|d| d.value.clone());
    stated.unwrap_or_else(|| format!("`{}`.", property.name.value))
}
