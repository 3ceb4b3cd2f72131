//! What an emitter can see, and how generated code names things.
//!
//! The library and a user's card have the same layout, so that the same code fits both: the module with a capability's types is
//! next to `subjects`, `operations` and `types`. Node kinds and scalars are always the library's.

use crate::{
    card::{Effect, Subject},
    model::{BoundCard, BoundSubject, Form, Model},
    names,
    operation::Operation,
    schema::Schema,
};
use heck::ToSnakeCase;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::{client::Serde, error::EmitError};

/// Where the code goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The text that `ghx` includes.
    Library,
    /// A card in a user's own crate.
    User,
}

/// The bound catalogue and the place that code is written for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope<'a> {
    pub(super) model: &'a Model,
    pub(super) schema: &'a Schema,
    pub(super) target: Target,
}

impl<'a> Scope<'a> {
    /// Can ids be typed with this kind?
    pub(super) fn is_kind(&self, name: &str) -> bool {
        let interface = |interfaces: &Vec<String>| interfaces.iter().any(|i| i == name);
        self.model.kinds.contains_key(name) || self.model.kinds.values().any(interface)
    }

    /// How the code names serde.
    pub(super) fn serde(&self) -> Serde {
        match self.target {
            Target::Library => Serde::Crate,
            Target::User => Serde::Reexport,
        }
    }

    /// The module of GraphQL enums, seen from a sibling module.
    pub(super) fn types(&self) -> TokenStream {
        match self.target {
            Target::Library => quote!(::ghx::types),
            Target::User => quote!(super::types),
        }
    }

    /// The same, seen from the module of one operation.
    pub(super) fn types_from_operation(&self) -> TokenStream {
        match self.target {
            Target::Library => quote!(::ghx::types),
            Target::User => quote!(super::super::types),
        }
    }

    /// Is this a GraphQL enum that is generated?
    pub(super) fn is_enum(&self, name: &str) -> bool {
        self.model.enums.contains_key(name)
    }

    /// The operation of that name.
    pub(super) fn operation(&self, name: &str) -> Result<&'a Operation, EmitError> {
        self.model
            .operations
            .get(name)
            .ok_or_else(|| EmitError::unsupported(name, "the operation is not in the catalogue"))
    }

    /// The subjects of a card, the main one first.
    pub(super) fn subjects(&self, card: &BoundCard) -> Vec<&'a BoundSubject> {
        subjects(self.model, card)
    }

    /// The subject that another one is within.
    pub(super) fn outer(&self, subject: &BoundSubject) -> Option<&'a BoundSubject> {
        let name = &subject.subject.within.as_ref()?.value;
        let mut all = self.model.subjects.iter();
        all.find(|other| other.subject.name.value == *name)
    }
}

/// `::ghx::node::Issue`.
pub(super) fn node(kind: &str) -> TokenStream {
    let kind = names::ident(kind);
    quote!(::ghx::node::#kind)
}

/// The subjects of a card, the main one first.
pub(crate) fn subjects<'a>(model: &'a Model, card: &BoundCard) -> Vec<&'a BoundSubject> {
    card.subjects.iter().filter_map(|index| model.subjects.get(*index)).collect()
}

/// The type that `graphql_client` generates the types of an operation next to: `super::operations::IssueView`.
pub(super) fn document(operation: &str) -> TokenStream {
    let name = names::ident(operation);
    quote!(super::operations::#name)
}

/// The module of an operation's types: `super::operations::issue_view`.
pub(super) fn operation_module(operation: &str) -> TokenStream {
    let name = module_name(operation);
    quote!(super::operations::#name)
}

/// `IssueView` → `issue_view`.
pub(super) fn module_name(operation: &str) -> Ident {
    names::ident(&operation.to_snake_case())
}

/// The Rust field of a response key or GraphQL variable, named as `graphql_client` names it.
pub(super) fn client_field(key: &str) -> Ident {
    let name = key.to_snake_case();
    // A keyword to the generator only.
    if name == "union" {
        return names::ident("union_");
    }
    names::ident(&name)
}

/// `as_issue`: the accessor of a kind that is added to the generator's enums.
pub(super) fn narrow_method(kind: &str) -> Ident {
    names::ident(&format!("as_{}", kind.to_snake_case()))
}

/// How a subject is held by a capability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    /// `Subject<K>`.
    Subject,
    /// `Related<K>`: its number may mean the main subject's repository.
    Related,
    /// `Repo`.
    Repo,
}

/// How a subject is held, by the forms that it has.
pub(super) fn holder(subject: &BoundSubject) -> Result<Holder, EmitError> {
    match subject.forms.as_slice() {
        [Form::Named] => Ok(Holder::Repo),
        forms if forms.contains(&Form::Named) => {
            Err(EmitError::unsupported(&subject.subject.name.value, "a subject without a number has no form `id` yet"))
        }
        forms if forms.contains(&Form::Sibling) => Ok(Holder::Related),
        _ => Ok(Holder::Subject),
    }
}

/// What a reader calls the subject: `pull request`, from `A pull request`.
pub(crate) fn noun(subject: &Subject) -> String {
    let text = subject.description.value.trim();
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    if ["A", "An", "The"].contains(&first) {
        return words.collect::<Vec<_>>().join(" ");
    }
    text.to_owned()
}

/// `write, idempotent`.
pub(crate) fn effect(card: &BoundCard) -> &'static str {
    match (card.card.effect.value, idempotent(card)) {
        (Effect::Read, _) => "read",
        (Effect::Write, true) => "write, idempotent",
        (Effect::Write, false) => "write",
    }
}

/// Is sending it twice the same as once?
pub(super) fn idempotent(card: &BoundCard) -> bool {
    let stated = card.card.idempotent.as_ref().map(|i| i.value);
    stated.unwrap_or(card.card.effect.value == Effect::Read)
}
