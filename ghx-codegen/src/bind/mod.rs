//! Cards × documents × schema: every name is resolved, every type compared, every problem reported.
//!
//! One file per concern. A rule that fails reports its problem, and binding continues without what depends on it, so that one mistake is one problem.

mod already;
mod card;
mod condition;
mod constraints;
mod example;
mod ids;
mod int32;
mod kinds;
mod lint;
mod literal;
mod lookup;
mod mentions;
mod names;
mod narrowing;
mod output;
mod paging;
mod path;
mod plan;
mod reading;
mod route;
mod routing;
mod shape;
mod subject;
mod usage;
mod value;

use crate::{
    card::{Card, OperationRef, Subject},
    files::Files,
    model::{BoundCard, BoundSubject, Model},
    operation::{Documents, Operation, Reading},
    problem::{Code, Problem, Problems},
    schema::{Date, Schema, date},
    source::{Sources, Span},
};
pub(crate) use ids::{check_file_name, check_subject_name};
use lint::swapped;
use std::collections::{BTreeMap, BTreeSet};
pub(crate) use usage::Usage;

/// What binding needs, and what it gathers.
pub(crate) struct Binder<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) files: &'a Files,
    pub(crate) sources: &'a mut Sources,
    pub(crate) documents: &'a mut Documents,
    pub(crate) problems: &'a mut Problems,
    /// The day that removal notices are compared with.
    pub(crate) as_of: Date,
    pub(crate) operations: BTreeMap<String, Operation>,
    pub(crate) enums: BTreeSet<String>,
    pub(crate) usage: Usage,
}

impl Binder<'_> {
    /// Binds everything; the model is complete only if no error was reported.
    pub(crate) fn bind(mut self, cards: &[Card], subjects: &[Subject]) -> Model {
        ids::check(cards, self.problems);
        let bound: Vec<BoundSubject> =
            subjects.iter().filter_map(|subject| subject::bind(&mut self, subject, subjects)).collect();
        let bound_cards = cards.iter().filter_map(|card| self.card(card, &bound)).collect();
        usage::check(&mut self);
        lint::settle(&mut self, cards, subjects);
        let enums =
            self.enums.iter().filter_map(|name| Some((name.clone(), owned(self.schema.enum_values(name)?)))).collect();
        Model {
            operations: self.operations,
            subjects: bound,
            cards: bound_cards,
            enums,
            kinds: kinds::all(self.schema),
            scalars: owned(self.schema.custom_scalars()),
        }
    }

    fn card(&mut self, card: &Card, subjects: &[BoundSubject]) -> Option<BoundCard> {
        let before = self.problems.reported();
        let bound = card::bind(self, card, subjects);
        self.problems.refer(before, &card.references);
        bound
    }

    /// The operation that a card or subject names, checked once and shared.
    fn operation(&mut self, wanted: &OperationRef) -> Option<Operation> {
        let (schema, files) = (self.schema, self.files);
        let mut reading = Reading { schema, files, sources: &mut *self.sources, problems: &mut *self.problems };
        let operation = self.documents.operation(wanted, &mut reading)?;
        match self.operations.get(&operation.name) {
            Some(known) if known.span != operation.span => {
                self.problems.push(
                    Problem::error(
                        Code::DuplicateId,
                        operation.span,
                        format!("two documents have an operation `{}`", operation.name),
                    )
                    .label("the second")
                    .related(known.span, "the first")
                    .help("operation names must be unique across all documents: rename one of them"),
                );
                None
            }
            Some(_) => {
                self.usage.named(&operation.name, wanted.name.span);
                Some(operation)
            }
            None => {
                self.usage.named(&operation.name, wanted.name.span);
                paging::check(self, &operation);
                swapped::uses(self, &operation);
                self.check_deprecations(&operation);
                self.operations.insert(operation.name.clone(), operation.clone());
                Some(operation)
            }
        }
    }

    fn check_deprecations(&mut self, operation: &Operation) {
        let mut found = Vec::new();
        operation.shape.walk(&mut |field| {
            if let Some(reason) = &field.deprecated {
                found.push((field.span, format!("{}.{}", field.parent, field.name), reason.clone()));
            }
        });
        for (span, name, reason) in found {
            self.problems.push(deprecation(span, &name, &reason, self.as_of));
        }
    }

    /// Reports a problem of a user of the operation, so that its fields are not reported as unused as well.
    fn fail(&mut self, operation: &str, problem: Problem) {
        self.usage.incomplete(operation);
        self.problems.push(problem);
    }
}

fn deprecation(span: Span, name: &str, reason: &str, as_of: Date) -> Problem {
    let help = format!("GitHub says: {reason}");
    match date::of_removal(reason) {
        Some(date) if date < as_of => {
            Problem::error(Code::Removed, span, format!("`{name}` was due to be removed on {date}"))
                .label("stop selecting it")
                .help(help)
        }
        Some(date) => {
            Problem::warning(Code::Deprecated, span, format!("`{name}` is deprecated and will be removed on {date}"))
                .label("deprecated")
                .help(help)
        }
        None => {
            Problem::warning(Code::Deprecated, span, format!("`{name}` is deprecated")).label("deprecated").help(help)
        }
    }
}

fn owned(names: Vec<&str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}
