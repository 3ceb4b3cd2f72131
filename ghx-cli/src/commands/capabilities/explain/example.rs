//! An example that can be pasted into a shell.

use ghx::card::{Card, SubjectSpec};
use serde_json::{Map, Value};

use crate::output::shell_word;

/// A command with the first example of the card, and its subject as one string.
pub(super) fn of(card: &Card) -> String {
    let example = card.examples.first().and_then(|example| serde_json::from_str(example.input).ok());
    let input: Map<String, Value> = example.unwrap_or_default();
    let subjects = card.subjects.iter().flat_map(|spec| subject(spec, &input));
    let own = card.inputs.iter().filter_map(|property| Some((property.name, input.get(property.name)?.clone())));
    let members: Vec<String> =
        subjects.chain(own).map(|(name, value)| format!("{}:{value}", Value::from(name))).collect();
    format!("ghx run {} --input {}", card.id, shell_word(&format!("{{{}}}", members.join(","))))
}

/// `"issue": "acme/widgets#42"` instead of owner, name and number.
fn subject(spec: &SubjectSpec, input: &Map<String, Value>) -> Vec<(&'static str, Value)> {
    match spec.text.zip(joined(spec, input)) {
        Some((text, joined)) => vec![(text, joined.into())],
        None => spec.names().filter_map(|name| Some((name, input.get(name)?.clone()))).collect(),
    }
}

fn joined(spec: &SubjectSpec, input: &Map<String, Value>) -> Option<String> {
    if spec.within.is_some() {
        return None;
    }
    let (owner, name) = (input.get(spec.owner)?.as_str()?, input.get(spec.repo_name)?.as_str()?);
    match spec.number {
        Some(number) => Some(format!("{owner}/{name}#{}", input.get(number)?)),
        None => Some(format!("{owner}/{name}")),
    }
}
