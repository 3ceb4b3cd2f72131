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

    fn is_empty(&self) -> bool {
        self.subjects.is_empty() && self.properties().is_empty()
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
        let setters = self.properties().iter().filter_map(|property| self.setter(property));
        quote! {
            impl #name {
                #[doc = #doc]
                pub fn new(#(#names: #types),*) -> Self {
                    Self { #(#subjects,)* #(#properties,)* }
                }

                #(#setters)*
            }
        }
    }

    /// The setter of an input that may be absent: `body(value)`, and `maybe_body(option)` where null cannot be sent.
    fn setter(&self, property: &Property) -> Option<TokenStream> {
        let (name, ty) = (field_ident(property), self.rust(property).tokens(self.scope));
        let doc = format!(" {}", prose::rustdoc(&description(property)));
        let (parameter, value) = match presence(property) {
            Presence::Required => return None,
            Presence::Optional => (quote!(impl ::ghx::value::IntoArg<#ty>), quote!(Some(#name.into_arg()))),
            Presence::Nullable => (quote!(impl ::ghx::value::IntoNullable<#ty>), quote!(#name.into_nullable())),
        };
        let maybe = (presence(property) == Presence::Optional).then(|| {
            let setter = format_ident!("maybe_{}", names::field_name(&property.name.value));
            let doc = format!(" The same as [`{name}`](Self::{name}); `None` is not sent.");
            quote! {
                #[doc = #doc]
                pub fn #setter(mut self, #name: Option<impl ::ghx::value::IntoArg<#ty>>) -> Self {
                    self.#name = #name.map(::ghx::value::IntoArg::into_arg);
                    self
                }
            }
        });
        Some(quote! {
            #[doc = #doc]
            pub fn #name(mut self, #name: #parameter) -> Self {
                self.#name = #value;
                self
            }

            #maybe
        })
    }

    /// `Capability::write`.
    pub(super) fn write(&self) -> TokenStream {
        let subjects = self.subjects.iter().map(|field| {
            let (name, spec) = (&field.name, &field.spec);
            match field.holder {
                Holder::Subject => quote!(writer.subject(&#spec, &self.#name);),
                Holder::Related => quote!(writer.related(&#spec, &self.#name);),
                Holder::Repo => quote!(writer.repo(&#spec, &self.#name);),
            }
        });
        let properties = self.properties().iter().map(|property| {
            let (name, json) = (field_ident(property), &property.name.value);
            match presence(property) {
                Presence::Required => quote!(writer.put(#json, &self.#name);),
                Presence::Optional => quote!(writer.put_opt(#json, &self.#name);),
                Presence::Nullable => quote!(writer.put_nullable(#json, &self.#name);),
            }
        });
        let writer = if self.is_empty() { quote!(_writer) } else { quote!(writer) };
        quote! {
            fn write(&self, #writer: &mut g::InputWriter) {
                #(#subjects)*
                #(#properties)*
            }
        }
    }

    /// `Capability::from_json`.
    pub(super) fn read_json(&self) -> TokenStream {
        let main = self.subjects.first().map(|field| &field.name);
        let subjects = self.subjects.iter().map(|field| {
            let (name, spec) = (&field.name, &field.spec);
            match field.holder {
                Holder::Subject => quote!(let #name = reader.subject(&#spec)?;),
                Holder::Related => quote!(let #name = reader.related(&#spec, &#main)?;),
                Holder::Repo => quote!(let #name = reader.repo(&#spec)?;),
            }
        });
        let held = self.subjects.iter().map(|field| &field.name);
        let properties = self.properties().iter().map(|property| {
            let (name, json) = (field_ident(property), &property.name.value);
            match presence(property) {
                Presence::Required => quote!(#name: reader.get(#json)?),
                Presence::Optional => quote!(#name: reader.get_opt(#json)?),
                Presence::Nullable => quote!(#name: reader.get_nullable(#json)?),
            }
        });
        let reader = if self.is_empty() { quote!(_reader) } else { quote!(reader) };
        quote! {
            fn from_json(input: &g::Map<String, g::Value>) -> ::ghx::Result<Self> {
                let #reader = g::InputReader::new(Self::CARD, input)?;
                #(#subjects)*
                Ok(Self { #(#held,)* #(#properties,)* })
            }
        }
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
