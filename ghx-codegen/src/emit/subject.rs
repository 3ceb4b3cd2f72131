//! Subjects: how each is addressed, and the values that callers write for them.

use super::{
    builder::Builder,
    error::EmitError,
    input::spec_name,
    prose, question,
    scope::{Scope, node, noun},
};
use crate::{
    card::{Located, Subject},
    model::{BoundCard, BoundGraphql, BoundSubject, Model, Source},
    names,
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeSet;

/// The questions that cards ask: indices into the subjects, and names.
pub(super) fn asked<'a>(cards: impl IntoIterator<Item = &'a BoundCard>) -> BTreeSet<(usize, &'a str)> {
    let mut asked = BTreeSet::new();
    for card in cards {
        for source in card.graphql.iter().flat_map(BoundGraphql::sources) {
            match source {
                Source::SubjectId(index) => asked.extend(card.subjects.get(*index).map(|subject| (*subject, "id"))),
                Source::Find { question, .. } => {
                    asked.extend(card.subjects.first().map(|subject| (*subject, question.as_str())));
                }
                _ => {}
            }
        }
    }
    asked
}

/// The static that describes a subject.
pub(super) fn spec(subject: &Subject) -> TokenStream {
    let inputs = &subject.inputs;
    let name = &subject.name.value;
    let (ident, doc) = (spec_name(name), format!(" How `{name}` is addressed."));
    let (description, kind, noun) = (&subject.description.value, &subject.node.value, noun(subject));
    let given = |input: &Option<Located<String>>| input.as_ref().map(|name| name.value.clone());
    let other = |input: &Option<Located<String>>, usual: &str| given(input).filter(|name| name != usual);
    let spec = Builder::new(quote!(g::SubjectSpec::new(#name, #description, #kind, #noun)))
        .some("url_segment", given(&subject.url))
        .some("owner", other(&inputs.owner, "owner"))
        .some("repo_name", other(&inputs.name, "name"))
        .some("number", given(&inputs.number))
        .some("id", given(&inputs.id))
        .some("text", given(&inputs.text))
        .some("within", given(&subject.within));
    quote! {
        #[doc = #doc]
        pub(super) static #ident: g::SubjectSpec = #spec;
    }
}

/// The functions behind the questions that are asked.
pub(super) fn questions(scope: &Scope<'_>, asked: &BTreeSet<(usize, &str)>) -> Result<Vec<TokenStream>, EmitError> {
    let mut functions = Vec::new();
    for (index, subject) in scope.model.subjects.iter().enumerate() {
        for question in subject.questions.iter().filter(|q| asked.contains(&(index, q.name.as_str()))) {
            functions.push(question::function(scope, subject, question)?);
        }
    }
    Ok(functions)
}

/// The subjects that have a number and a repository of their own, one per kind of node.
fn numbered(subjects: &[BoundSubject]) -> Vec<&Subject> {
    let mut kinds = BTreeSet::new();
    let own = subjects.iter().map(|bound| &bound.subject);
    own.filter(|s| s.inputs.number.is_some() && s.within.is_none() && kinds.insert(&s.node.value)).collect()
}

/// `IssueRef`, `Repo::issue` and what they need.
pub(super) fn references(model: &Model) -> Vec<TokenStream> {
    numbered(&model.subjects).into_iter().map(reference).collect()
}

/// `IssueRef`.
pub(super) fn reference_name(subject: &Subject) -> Ident {
    format_ident!("{}Ref", names::type_name(&subject.name.value))
}

fn reference(subject: &Subject) -> TokenStream {
    let (alias, method) = (reference_name(subject), names::ident(&names::field_name(&subject.name.value)));
    let (kind, noun) = (node(&subject.node.value), noun(subject));
    let url = subject.url.as_ref().map_or("", |url| url.value.as_str());
    let sentence = prose::rustdoc(&subject.description.value);
    let alias_doc = format!(
        " {sentence} by repository and number. Parses `acme/widgets#42` and `https://github.com/acme/widgets/{url}/42`."
    );
    let method_doc = format!(" The {noun} with this number.");
    let example = [
        " ```".to_owned(),
        " let repo: ghx::Repo = \"acme/widgets\".parse()?;".to_owned(),
        format!(" assert_eq!(repo.{method}(42), \"https://github.com/acme/widgets/{url}/42\".parse()?);"),
        " # Ok::<(), ghx::Error>(())".to_owned(),
        " ```".to_owned(),
    ];
    quote! {
        #[doc = #alias_doc]
        pub type #alias = ::ghx::value::Numbered<#kind>;

        #[automatically_derived]
        impl ::ghx::value::NumberedKind for #kind {
            const URL_SEGMENT: &'static str = #url;
            const NOUN: &'static str = #noun;
        }

        impl ::ghx::Repo {
            #[doc = #method_doc]
            #[doc = ""]
            #(#[doc = #example])*
            pub fn #method(&self, number: impl ::ghx::value::IntoArg<u64>) -> #alias {
                #alias::new(self, number)
            }
        }
    }
}
