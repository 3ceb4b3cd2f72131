//! The text that the crate `ghx` includes.

use super::{
    allowed, enums, import, nodes,
    operation::Operations,
    scope::{Scope, Target},
    source::SourceText,
    subject, tree, types, used_operations,
};
use crate::{
    emit::EmitError,
    model::{BoundCard, Model},
    schema::Schema,
};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};

/// The file of operations and types that several domains use.
const SHARED: &str = "shared";

/// The text that the crate `ghx` includes: node kinds, enums, operations, subjects, a module per domain and the registry.
pub fn library(model: &Model, schema: &Schema) -> Result<String, EmitError> {
    write(model, schema, false).map(SourceText::finish)
}

/// The same as files, by their names in `OUT_DIR`: `ghx.rs`, which includes the others, one per domain, and what domains share.
pub fn library_files(model: &Model, schema: &Schema) -> Result<Vec<(String, String)>, EmitError> {
    write(model, schema, true).map(|source| source.finish_files("ghx.rs"))
}

fn write(model: &Model, schema: &Schema, split: bool) -> Result<SourceText, EmitError> {
    let library = Library { scope: Scope { model, schema, target: Target::Library } };
    let mut source = SourceText::new(split);
    library.kinds(&mut source)?;
    library.enums(&mut source)?;
    library.operations(&mut source)?;
    library.subjects(&mut source)?;
    tree::write(&library.scope, &mut source)?;
    source.items("the registry", tree::registry(&library.scope))?;
    Ok(source)
}

struct Library<'a> {
    scope: Scope<'a>,
}

impl Library<'_> {
    fn kinds(&self, source: &mut SourceText) -> Result<(), EmitError> {
        let head = quote!(#[doc = " Kinds of node. They only type ids: no value of them exists."] pub mod node);
        let fill = |source: &mut SourceText| {
            nodes::write(self.scope.model, source);
            Ok(())
        };
        source.module(&head, |source| source.part("node", fill))
    }

    fn enums(&self, source: &mut SourceText) -> Result<(), EmitError> {
        let head = quote!(#[doc = " Enums of GitHub's schema, as outputs hold them."] pub mod types);
        let fill = |source: &mut SourceText| {
            source.items("an import", import())?;
            let mut all = self.scope.model.enums.iter();
            all.try_for_each(|(name, values)| source.items(name, enums::github_enum(name, values)?))
        };
        source.module(&head, |source| source.part("types", fill))?;
        let head = quote!(#[doc(hidden)] #[allow(missing_docs)] pub mod scalars);
        source.module(&head, |source| source.items("the scalars", enums::scalars(self.scope.model)))
    }

    fn operations(&self, source: &mut SourceText) -> Result<(), EmitError> {
        let cards: Vec<&BoundCard> = self.scope.model.cards.iter().collect();
        let (used, allowed) = (used_operations(&self.scope, &cards)?, allowed());
        let head = quote!(#[doc = " The operations' types, by `graphql_client`."] #allowed mod operations);
        source.module(&head, |source| {
            source.items("an import", import())?;
            let operations = Operations::new(&self.scope, used)?;
            let mut files: BTreeMap<String, Vec<(&str, TokenStream)>> = BTreeMap::new();
            files.entry(SHARED.to_owned()).or_default().push(("the shared types", operations.shared()));
            for (name, tokens) in operations.modules() {
                files.entry(self.file_of(name)?).or_default().push((name, tokens));
            }
            files.into_iter().try_for_each(|(file, items)| {
                source.part(&file, |source| items.into_iter().try_for_each(|(name, one)| source.items(name, one)))
            })
        })
    }

    /// The file of an operation: that of the only domain that uses it, or the one that domains share.
    fn file_of(&self, operation: &str) -> Result<String, EmitError> {
        let mut domains = BTreeSet::new();
        for card in &self.scope.model.cards {
            if used_operations(&self.scope, &[card])?.iter().any(|used| used.name == operation) {
                domains.insert(types::domain(card));
            }
        }
        let mut domains = domains.into_iter();
        Ok(match (domains.next(), domains.next()) {
            (Some(domain), None) => format!("{domain}.operations"),
            _ => SHARED.to_owned(),
        })
    }

    fn subjects(&self, source: &mut SourceText) -> Result<(), EmitError> {
        let model = self.scope.model;
        let head = quote!(#[doc = " Addresses by repository and number: `acme/widgets#42`."] mod addresses);
        source.module(&head, |source| {
            subject::references(model).into_iter().try_for_each(|one| source.items("an address", one))
        })?;
        source.items(
            "the addresses",
            quote!(
                #[allow(unused_imports, unreachable_pub)]
                pub use addresses::*;
            ),
        )?;
        let used = |index: &usize| model.cards.iter().any(|card| card.subjects.contains(index));
        let head = quote!(#[doc = " How subjects are addressed, and what is asked of them."] mod subjects);
        let fill = |source: &mut SourceText| {
            source.items("an import", import())?;
            for (_, bound) in model.subjects.iter().enumerate().filter(|(index, _)| used(index)) {
                source.items(&bound.subject.name.value, subject::spec(&bound.subject))?;
            }
            let questions = subject::questions(&self.scope, &subject::asked(&model.cards))?;
            questions.into_iter().try_for_each(|function| source.items("a question", function))
        };
        source.module(&head, |source| source.part("subjects", fill))
    }
}
