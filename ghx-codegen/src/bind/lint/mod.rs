//! Lints: what is suspicious, but not wrong. Each is a warning with a name, which a card or subject can allow with a reason.

pub(super) mod method;
pub(super) mod swapped;

use super::Binder;
use crate::{
    card::{Allow, Card, Question, Subject},
    problem::{Code, Problem, Problems, Severity},
    source::FileId,
    suggest,
};
use std::collections::BTreeSet;

/// Every lint: its name in `allow`, and its code.
const LINTS: &[(&str, Code)] = &[
    ("deprecated", Code::Deprecated),
    ("different-inputs", Code::DifferentInputs),
    ("raw-login", Code::RawLogin),
    ("same-field", Code::SameField),
    ("same-input", Code::SameInput),
    ("swapped-inputs", Code::SwappedInputs),
    ("swapped-outputs", Code::SwappedOutputs),
    ("swapped-sources", Code::SwappedSources),
    ("swapped-values", Code::SwappedValues),
    ("swapped-variables", Code::SwappedVariables),
    ("undeclared-format", Code::UndeclaredFormat),
    ("unexpected-method", Code::UnexpectedMethod),
    ("unexpected-null", Code::UnexpectedNull),
    ("unknown-kind", Code::NodeKind),
    ("unlisted-value", Code::UnlistedValue),
];

/// Drops the warnings that a card or subject allows, and reports each `allow` that is unknown or not needed.
pub(super) fn settle(binder: &mut Binder<'_>, cards: &[Card], subjects: &[Subject]) {
    let of_cards = cards.iter().map(|card| {
        let shared = card.references.iter().map(|(_, part)| part.file);
        (&card.allow, files(binder, card.file, operations(card)).into_iter().chain(shared).collect())
    });
    let of_subjects = subjects.iter().map(|subject| {
        let lookups = subject.questions.iter().flat_map(Question::lookups);
        let names = lookups.map(|lookup| lookup.operation.name.value.as_str()).collect();
        (&subject.allow, files(binder, subject.file, names))
    });
    let allows: Vec<_> = of_cards.chain(of_subjects).collect();
    let mut allowed = BTreeSet::new();
    let mut found = Vec::new();
    for (allow, files) in &allows {
        found.extend(check(allow, files, binder.problems, &mut allowed));
    }
    binder.problems.retain(|problem| !is_warning(problem) || !allowed.contains(&(problem.code, problem.at.file)));
    binder.problems.extend(found);
    for problem in binder.problems.iter_mut().filter(|problem| is_warning(problem)) {
        if let Some((name, _)) = LINTS.iter().find(|(_, code)| *code == problem.code) {
            let help = problem.help.trim_end_matches('.');
            problem.help = format!("{help}. If this is intended, write `allow: {{ {name}: REASON }}`");
        }
    }
}

/// The problems of one `allow`. What it allows is added to `allowed`.
fn check(
    allow: &Allow,
    files: &BTreeSet<FileId>,
    problems: &Problems,
    allowed: &mut BTreeSet<(Code, FileId)>,
) -> Vec<Problem> {
    // With an error, not every rule is checked.
    let complete = problems.iter().all(|problem| is_warning(problem) || !files.contains(&problem.at.file));
    let entries = allow.iter().filter_map(|(name, _)| {
        let Some((_, code)) = LINTS.iter().find(|(known, _)| *known == name.value) else {
            let known = LINTS.iter().map(|(name, _)| *name);
            let problem = Problem::error(Code::UnknownKey, name.span, format!("there is no warning `{}`", name.value));
            return Some(problem.label("not a warning").help(suggest::help(&name.value, "warning", known)));
        };
        let reported =
            |problem: &&Problem| is_warning(problem) && problem.code == *code && files.contains(&problem.at.file);
        let places: Vec<FileId> = problems.iter().filter(reported).map(|problem| problem.at.file).collect();
        allowed.extend(places.iter().map(|file| (*code, *file)));
        (places.is_empty() && complete).then(|| {
            Problem::warning(Code::UnusedAllow, name.span, format!("there is no warning `{}` to allow", name.value))
                .label("not reported")
                .help("drop it")
        })
    });
    entries.collect()
}

fn is_warning(problem: &Problem) -> bool {
    problem.severity == Severity::Warning
}

/// The file of a card or subject, and the documents of its operations.
fn files(binder: &Binder<'_>, own: FileId, operations: Vec<&str>) -> BTreeSet<FileId> {
    let documents = operations.into_iter().filter_map(|name| binder.operations.get(name));
    documents.map(|operation| operation.span.file).chain([own]).collect()
}

/// The operations that a card names.
fn operations(card: &Card) -> Vec<&str> {
    let route = card.graphql.iter();
    let all = route.flat_map(|route| {
        let variants = route.variants.iter().map(|variant| &variant.operation);
        let lookups = route.lookups.iter().map(|lookup| &lookup.operation);
        std::iter::once(&route.operation).chain(variants).chain(lookups)
    });
    all.map(|operation| operation.name.value.as_str()).collect()
}
