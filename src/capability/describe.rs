//! Describes a step in one line: `issue.labels.add acme/widgets#42 labels=["bug"]`.

use serde_json::{Map, Value};

use crate::capability::input::readable;
use crate::card::{Card, SubjectSpec};
use crate::display::shorten_to;
use crate::display::terminal::escape;

/// The maximum number of characters of an input value.
const MAX_VALUE_LENGTH: usize = 60;

/// The capability's id, its subjects, and its other inputs in the order of the card, safe to print on a terminal.
pub(crate) fn describe(card: &Card, input: &Map<String, Value>) -> String {
    let mut line = card.id.to_owned();
    for spec in card.subjects {
        line.push(' ');
        line.push_str(&named(spec, input));
    }
    for property in card.inputs {
        if let Some(value) = input.get(property.name) {
            line.extend([" ", property.name, "=", &shorten_to(&readable(value), MAX_VALUE_LENGTH)]);
        }
    }
    escape(&line).into_owned()
}

/// The subjects as the user named them: `acme/widgets#42`. Empty if the capability has none.
pub(crate) fn subject_of(card: &Card, input: &Map<String, Value>) -> String {
    let subjects: Vec<String> = card.subjects.iter().map(|spec| named(spec, input)).collect();
    subjects.join(" ")
}

/// One subject as the user named it.
pub(crate) fn named(spec: &SubjectSpec, input: &Map<String, Value>) -> String {
    let shown = |name: &str| input.get(name).map(unquoted);
    if let Some(whole) = spec.id.and_then(shown).or_else(|| spec.text.and_then(shown)) {
        return whole;
    }
    let number = spec.number.and_then(shown);
    let number = number.map(|number| format!("#{number}")).unwrap_or_default();
    match (shown(spec.owner), shown(spec.repo_name)) {
        (Some(owner), Some(name)) if spec.within.is_none() => format!("{owner}/{name}{number}"),
        _ => number,
    }
}

/// A value without JSON quotes.
fn unquoted(value: &Value) -> String {
    let readable = readable(value);
    match serde_json::from_str(&readable) {
        Ok(Value::String(text)) => text,
        _ => readable,
    }
}
