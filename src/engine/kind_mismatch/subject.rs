//! The subjects of a step whose kind is looked up.

use serde_json::{Map, Value, json};

use crate::capability::{ErasedStep, named};
use crate::card::{Card, SubjectSpec};
use crate::error::KindMismatch;
use crate::value::parse_numbered;

/// The kinds that share their numbers in a repository.
const NUMBERED: [&str; 2] = ["Issue", "PullRequest"];

/// A subject that was not found, and may be of another kind.
pub(super) struct MissingSubject {
    spec: &'static SubjectSpec,
    /// As the caller named it.
    name: String,
    /// The input of the lookup that finds its kind.
    pub(super) lookup: Map<String, Value>,
}

/// A subject that is of another kind.
pub(super) struct MismatchedSubject {
    /// As the caller named it.
    pub(super) name: String,
    pub(super) kind: KindMismatch,
}

/// The subjects that a step is given by id.
pub(super) fn given_by_id(step: &dyn ErasedStep) -> Vec<MissingSubject> {
    let (card, input) = (step.card(), step.to_json());
    let missing = |spec: &&'static SubjectSpec| {
        let lookup = object(json!({ "id": input.get(spec.id?)? }))?;
        Some(MissingSubject { spec, name: named(spec, &input), lookup })
    };
    card.subjects.iter().filter_map(missing).collect()
}

/// The subjects that a step is given by number.
pub(super) fn given_by_number(step: &dyn ErasedStep) -> Vec<MissingSubject> {
    let (card, input) = (step.card(), step.to_json());
    let numbered = card.subjects.iter().filter(|spec| NUMBERED.contains(&spec.kind));
    let missing = |spec: &'static SubjectSpec| {
        Some(MissingSubject { spec, name: named(spec, &input), lookup: lookup_by_number(spec, card, &input)? })
    };
    numbered.filter_map(|spec| missing(spec)).collect()
}

fn lookup_by_number(spec: &SubjectSpec, card: &Card, input: &Map<String, Value>) -> Option<Map<String, Value>> {
    if let Some(text) = spec.text.and_then(|name| input.get(name)).and_then(Value::as_str) {
        let (repo, number) = parse_numbered(text, spec.url_segment, spec.noun).ok()?;
        return object(json!({ "owner": repo.owner(), "name": repo.name(), "number": number }));
    }
    let main = card.subjects.first()?;
    let (owner, name) = (input.get(main.owner)?, input.get(main.repo_name)?);
    let number = spec.number.and_then(|name| input.get(name))?;
    object(json!({ "owner": owner, "name": name, "number": number }))
}

fn object(value: Value) -> Option<Map<String, Value>> {
    if let Value::Object(map) = value { Some(map) } else { None }
}

impl MissingSubject {
    /// What it is instead; `None` if it is of the right kind.
    pub(super) fn mismatch(&self, kind: &str) -> Option<MismatchedSubject> {
        if kind == self.spec.kind {
            return None;
        }
        let found = NUMBERED.iter().copied().find(|known| *known == kind).unwrap_or_default();
        let kind = KindMismatch { subject: self.spec.name, expected: self.spec.kind, found };
        Some(MismatchedSubject { name: self.name.clone(), kind })
    }
}
