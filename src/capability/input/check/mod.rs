//! Checks an input against its card, before anything is sent.

pub(super) mod describe;
mod format;
mod pointer;
mod subject;
mod types;

use serde_json::{Map, Value};

use crate::card::{Card, Property};
use crate::display::suggest::did_you_mean;
use crate::error::InputProblem;

pub(crate) use pointer::Pointer;

/// Every problem of `input`; empty if it is valid.
///
/// Nothing is coerced: `true` is not 1, and `"42"` is not 42. A reference (`{"$ref": …}`) counts as a value of any type,
/// and text with references (`{"$text": …}`) as a string; a chain checks their targets.
pub fn check(card: &Card, input: &Value) -> Vec<InputProblem> {
    match input {
        Value::Object(map) => check_map(card, map),
        other => vec![wrong(&Pointer::Root, "an object", other)],
    }
}

pub(crate) fn check_map(card: &Card, input: &Map<String, Value>) -> Vec<InputProblem> {
    let mut problems = Vec::new();
    check_unknown(card, input, &mut problems);
    for spec in card.subjects {
        subject::check(spec, input, &mut problems);
    }
    check_members(&Pointer::Root, card.inputs, input, &mut problems);
    check_at_least_one(card, input, &mut problems);
    problems.extend(not_exactly_one(&Pointer::Root, card.exactly_one, input));
    check_requirements(card, input, &mut problems);
    problems
}

fn check_unknown(card: &Card, input: &Map<String, Value>, problems: &mut Vec<InputProblem>) {
    let unknown = |name: &&String| !card.input_names().any(|known| known == *name);
    for name in input.keys().filter(unknown) {
        let known: Vec<&str> = card.input_names().collect();
        problems.push(unknown_member(&Pointer::Root, name, &known, &format!("an input of {}", card.id)));
    }
}

/// A member that is not `what`: `an input of issue.view`.
fn unknown_member(at: &Pointer<'_>, name: &str, known: &[&str], what: &str) -> InputProblem {
    let expected = format!("one of {}", describe::quoted(known));
    let hint = did_you_mean(name, known.iter().copied()).unwrap_or_else(|| format!("use {expected}"));
    let rule = format!("is not {what}");
    InputProblem::new(at.member(name).to_string(), expected, "an unknown field", rule).hint(hint)
}

fn check_members(
    at: &Pointer<'_>,
    properties: &[Property],
    input: &Map<String, Value>,
    problems: &mut Vec<InputProblem>,
) {
    for property in properties {
        let here = at.member(property.name);
        match input.get(property.name) {
            Some(value) => check_property(&here, property, value, problems),
            None if property.required => problems.push(missing(&here, property)),
            None => {}
        }
    }
}

fn check_property(at: &Pointer<'_>, property: &Property, value: &Value, problems: &mut Vec<InputProblem>) {
    match value {
        Value::Null if property.nullable => {}
        // The hint to leave the field out would be wrong.
        Value::Null if property.required => problems.push(wrong(at, &describe::expected(&property.ty), value)),
        _ => types::check(at, &property.ty, value, problems),
    }
}

fn check_at_least_one(card: &Card, input: &Map<String, Value>, problems: &mut Vec<InputProblem>) {
    let names = card.at_least_one;
    if names.is_empty() || names.iter().any(|name| input.contains_key(*name)) {
        return;
    }
    let expected = format!("at least one of {}", describe::quoted(names));
    let rule = format!("must have {expected}");
    problems.push(InputProblem::new("", expected, "none of them", rule));
}

/// The problem of an object that does not have exactly one of these members; null counts as absent.
fn not_exactly_one(at: &Pointer<'_>, names: &[&str], members: &Map<String, Value>) -> Option<InputProblem> {
    let is_given = |name: &&&str| members.get(**name).is_some_and(|value| !value.is_null());
    let given: Vec<&str> = names.iter().filter(is_given).copied().collect();
    if names.is_empty() || given.len() == 1 {
        return None;
    }
    let expected = format!("exactly one of {}", describe::quoted(names));
    let found = if given.is_empty() { "none of them".to_owned() } else { describe::quoted(&given) };
    let rule = format!("must have {expected}, not {found}");
    Some(InputProblem::new(at.to_string(), expected, found, rule))
}

/// Checks that the inputs are given which the value of another one requires.
fn check_requirements(card: &Card, input: &Map<String, Value>, problems: &mut Vec<InputProblem>) {
    for requirement in card.requires {
        let default = || serde_json::from_str(card.input(requirement.input)?.default?).ok();
        let value = input.get(requirement.input).cloned().or_else(default);
        if !value.is_some_and(|value| requirement.equals.is(&value)) {
            continue;
        }
        let is_missing = |name: &&&str| input.get(**name).is_none_or(Value::is_null);
        for name in requirement.inputs.iter().filter(is_missing) {
            let reason = format!("`{}` is {}", requirement.input, requirement.equals.to_json());
            let rule = format!("is missing: it must be given if {reason}");
            problems.push(InputProblem::new(Pointer::Root.member(name).to_string(), "a value", "nothing", rule));
        }
    }
}

fn missing(at: &Pointer<'_>, property: &Property) -> InputProblem {
    let expected = describe::expected(&property.ty);
    let rule = format!("is missing: it must be {expected}");
    InputProblem::new(at.to_string(), expected, "nothing", rule)
}

fn wrong(at: &Pointer<'_>, expected: &str, value: &Value) -> InputProblem {
    let given = describe::given(value);
    let rule = format!("must be {expected}, not {given}");
    InputProblem::new(at.to_string(), expected, given, rule)
}

#[cfg(test)]
mod tests;
