//! Compiles a mutant and judges the result.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ghx_codegen::{
    Bound, Catalog, Files, Part, Refused,
    problem::{Code, Problem, Problems, Severity},
    source::Sources,
};

use super::{
    apply::apply,
    base::{Base, Rendered, rendered},
    corpus::{Catalogue, Original, Role},
    equivalent::{self, Rule},
    kinds::Change,
};

/// One corruption of one file.
pub(crate) struct Mutant<'a> {
    /// Its kind.
    pub(crate) kind: &'static str,
    /// The catalogue of the file.
    pub(crate) catalogue: &'a Catalogue,
    /// The catalogue without the corruption, compiled.
    pub(crate) base: &'a Base,
    /// The file.
    pub(crate) original: &'a Original,
    /// What happens to it.
    pub(crate) change: Change,
}

/// Who noticed a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Killer {
    /// The compiler: an error that points into the file.
    Error,
    /// The compiler: a new warning that points into the file.
    Lint,
    /// A run on the sandbox, which differs from that of the original.
    Contract,
}

/// The verdict on a mutant.
pub(crate) enum Verdict {
    /// The edit changes nothing or cannot be applied.
    NotApplicable,
    /// It was noticed.
    Killed(Killer),
    /// Refused, but no error points into the file; this is the first error.
    Elsewhere(String),
    /// Accepted, and the rule says why that is correct.
    Equivalent(&'static Rule),
    /// Accepted without a new warning: the sandbox decides. These are the cards whose code differs.
    Accepted(Vec<Rendered>),
    /// Accepted, and nothing differs on the sandbox.
    Survived,
}

/// Compiles the corrupted catalogue: first only with the cards that the file can affect, which is fast, then, unless
/// that is conclusive, as a whole.
///
/// What is refused with few cards is refused with all: more cards only add problems. The exception is an unused field,
/// which another card may use, so that error alone is not conclusive.
pub(crate) fn judge(mutant: &Mutant<'_>) -> Verdict {
    let mut files = mutant.catalogue.files.clone();
    let path = &mutant.original.path;
    let named = |path: &Path| mutant.catalogue.files.names(path).0;
    let mut places = vec![named(path)];
    match &mutant.change {
        Change::Edit(edits) => match apply(&mutant.original.text, edits) {
            Some(text) => drop(files.overrides.insert(path.clone(), Some(text))),
            None => return Verdict::NotApplicable,
        },
        Change::Hide => {
            files.overrides.insert(path.clone(), None);
            places = user_names(mutant);
        }
        Change::Rename(name) => {
            let renamed = path.with_file_name(name);
            files.overrides.insert(path.clone(), None);
            files.overrides.insert(renamed.clone(), Some(mutant.original.text.clone()));
            places = if mutant.original.role == Role::Document { user_names(mutant) } else { vec![named(&renamed)] };
        }
    }
    let concerned = concerned(mutant);
    let mut few = files.clone();
    for card in mutant.catalogue.of(Role::Card).filter(|card| !concerned.contains(&card.path)) {
        few.overrides.insert(card.path.clone(), None);
    }
    if mutant.original.role == Role::Card {
        // Only the subjects that these cards name.
        let domains = few.card_files().iter().map(|card| ghx_codegen::files::domain(card)).collect();
        few.part = Some(Part { domains, all_subjects: false });
    }
    match compile(mutant, few) {
        Err(refused) if settled(&refused, &places) => return Verdict::Killed(Killer::Error),
        _ => {}
    }
    match compile(mutant, files) {
        Ok(catalog) => accepted(mutant, &catalog, &places),
        Err(refused) => placed(&refused, &places),
    }
}

/// The verdict on a catalogue without errors.
fn accepted(mutant: &Mutant<'_>, catalog: &Catalog<Bound>, places: &[String]) -> Verdict {
    let known = mutant.base.warnings.as_ref();
    let new = |problem: &&Problem| known.is_some_and(|known| !known.contains(&warning(&catalog.sources, problem)));
    if catalog.problems.iter().filter(new).any(|problem| inside(&catalog.sources, problem, places)) {
        return Verdict::Killed(Killer::Lint);
    }
    if let Some(rule) = equivalent::rule(mutant, catalog.model()) {
        return Verdict::Equivalent(rule);
    }
    match rendered(catalog) {
        Ok(cards) => Verdict::Accepted(cards.into_iter().filter(|card| !mutant.base.cards.contains(card)).collect()),
        // The emitter is a part of the compiler.
        Err(_) => Verdict::Killed(Killer::Error),
    }
}

/// A warning without its place, which edits move: file, code and message.
pub(crate) fn warning(sources: &Sources, problem: &Problem) -> (String, Code, String) {
    (sources.file(problem.at.file).path.clone(), problem.code, problem.message.clone())
}

/// The warnings of a catalogue.
pub(crate) fn warnings(catalog: &Catalog<Bound>) -> BTreeSet<(String, Code, String)> {
    catalog.problems.iter().map(|problem| warning(&catalog.sources, problem)).collect()
}

fn compile(mutant: &Mutant<'_>, files: Files) -> Result<Catalog<Bound>, Box<Refused>> {
    let schema = Arc::clone(&mutant.catalogue.schema);
    Catalog::load_with(files, schema, Sources::default(), Problems::default()).bind()
}

/// The cards that a corruption of this file can affect: itself, those that use the document, and one more, so that ids can collide.
fn concerned(mutant: &Mutant<'_>) -> Vec<PathBuf> {
    let mut found: Vec<&Original> = vec![mutant.original];
    let mut next = 0;
    while let Some(original) = found.get(next).copied().filter(|original| original.role == Role::Document) {
        let new: Vec<_> = users(mutant.catalogue, original)
            .filter(|user| !found.iter().any(|known| known.path == user.path))
            .collect();
        // Documents first, so that the search ends at the first card.
        found.extend(new.iter().filter(|user| user.role == Role::Document));
        found.sort_by_key(|original| original.role != Role::Document);
        found.extend(new.iter().filter(|user| user.role != Role::Document));
        next += 1;
    }
    found.extend(mutant.catalogue.of(Role::Card).last());
    found.into_iter().map(|original| original.path.clone()).collect()
}

fn errors(problems: &Problems) -> impl Iterator<Item = &Problem> {
    problems.iter().filter(|problem| problem.severity == Severity::Error)
}

/// Whether an error points into one of the files.
fn inside(sources: &Sources, problem: &Problem, places: &[String]) -> bool {
    let mut spans = std::iter::once(problem.at).chain(problem.related.iter().map(|(span, _)| *span));
    spans.any(|span| places.contains(&sources.file(span.file).path))
}

/// Whether it would be refused with more cards as well.
fn settled(refused: &Refused, places: &[String]) -> bool {
    errors(&refused.problems)
        .any(|error| error.code != Code::UnusedSelection && inside(&refused.sources, error, places))
}

fn placed(refused: &Refused, places: &[String]) -> Verdict {
    if errors(&refused.problems).any(|error| inside(&refused.sources, error, places)) {
        return Verdict::Killed(Killer::Error);
    }
    let shown = |error: &Problem| format!("{} {}: {}", refused.sources.place(error.at), error.code, error.message);
    Verdict::Elsewhere(errors(&refused.problems).next().map(shown).unwrap_or_default())
}

/// The files that refer to this one.
fn users<'a>(catalogue: &'a Catalogue, named: &'a Original) -> impl Iterator<Item = &'a Original> {
    let Original { path, shown, role, text, .. } = named;
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let wanted = match role {
        Role::Card | Role::Subject => stem,
        Role::Document => match text.split_once("fragment ") {
            Some((_, rest)) if shown.contains("/fragments/") => {
                format!("...{}", rest.split_whitespace().next().unwrap_or_default())
            }
            _ => format!("operations/{}", shown.rsplit("operations/").next().unwrap_or_default()),
        },
    };
    catalogue.originals.iter().filter(move |other| other.path != named.path && other.text.contains(&wanted))
}

/// The names of those files in problems.
fn user_names(mutant: &Mutant<'_>) -> Vec<String> {
    users(mutant.catalogue, mutant.original).map(|user| mutant.catalogue.files.names(&user.path).0).collect()
}
