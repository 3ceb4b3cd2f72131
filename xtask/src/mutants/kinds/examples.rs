//! Examples: inputs that the card itself must accept.

use ghx_codegen::yaml::{Node, Value};

use super::{Edits, Kind, card, properties::properties};
use crate::mutants::{
    corpus::{Role, Tree},
    yaml::{Entry, Sheet, entries, entry, items, text_of},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("example-dropped", "the examples or a part of one are removed", dropped),
    &card("example-unknown-input", "an example has an unknown input", unknown),
    &card("example-type", "an example has a value of the wrong type", ty),
    &card("example-missing", "an example lacks a required input, or a part of its subject", missing),
    &card("example-two-forms", "an example addresses its subject in two ways", two_forms),
    &card("example-enum", "an example has an unknown enum value", enum_value),
];

fn examples<'a>(sheet: &Sheet<'a>) -> Vec<&'a Node> {
    sheet.find(&["examples"]).map(|examples| items(examples.value).iter().collect()).unwrap_or_default()
}

fn inputs<'a>(sheet: &Sheet<'a>) -> Vec<Entry<'a>> {
    examples(sheet).into_iter().filter_map(|example| entry(example, "input")).collect()
}

fn dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(sheet.find(&["examples"]).map(|examples| sheet.put(examples.value, "[]")));
    out.some(examples(sheet).into_iter().flat_map(entries).map(|part| sheet.drop(part)));
}

fn unknown(sheet: &Sheet<'_>, out: &mut Edits) {
    for input in inputs(sheet) {
        if let Some(first) = entries(input.value).next() {
            out.one(sheet.add_before(first, "noSuchInput: 1"));
        }
        out.some(entries(input.value).map(|given| sheet.misspell_key(given.key)));
    }
}

fn ty(sheet: &Sheet<'_>, out: &mut Edits) {
    for given in inputs(sheet).iter().flat_map(|input| entries(input.value)) {
        let wrong: &[&str] = match given.value.value {
            Value::Text(_) => &["7", "null"],
            _ => &["\"text\"", "null"],
        };
        let nullable = properties(sheet, "input_schema")
            .iter()
            .any(|p| p.root && p.name() == given.key.name && p.ty().is_some_and(|(_, null)| null));
        out.some(
            wrong.iter().filter(|wrong| !(nullable && **wrong == "null")).map(|wrong| sheet.put(given.value, *wrong)),
        );
    }
}

/// The inputs that address the card's subjects: role and name.
fn subject_inputs<'a>(sheet: &Sheet<'a>) -> Vec<(&'a str, &'a str)> {
    let Some(subject) = sheet.find(&["subject"]) else { return Vec::new() };
    let names: Vec<&str> = std::iter::once(subject.value).chain(items(subject.value)).filter_map(text_of).collect();
    let mut out = Vec::new();
    for original in sheet.catalogue.of(Role::Subject) {
        let Tree::Yaml(root) = &original.tree else { continue };
        if entry(root, "subject").and_then(|name| text_of(name.value)).is_some_and(|name| names.contains(&name)) {
            let inputs = entry(root, "inputs").into_iter().flat_map(|inputs| entries(inputs.value));
            out.extend(inputs.filter_map(|input| Some((input.key.name.as_str(), text_of(input.value)?))));
        }
    }
    out
}

fn missing(sheet: &Sheet<'_>, out: &mut Edits) {
    let mut needed: Vec<&str> = properties(sheet, "input_schema")
        .iter()
        .filter(|p| p.root && p.required().is_some())
        .map(super::properties::Property::name)
        .collect();
    needed.extend(subject_inputs(sheet).iter().map(|(_, name)| *name));
    for given in inputs(sheet).iter().flat_map(|input| entries(input.value)) {
        if needed.contains(&given.key.name.as_str()) {
            out.one(sheet.drop(given));
        }
    }
}

fn two_forms(sheet: &Sheet<'_>, out: &mut Edits) {
    let roles = subject_inputs(sheet);
    for input in inputs(sheet) {
        let given = |name: &str| entry(input.value, name).is_some();
        let Some(first) = entries(input.value).next() else { continue };
        for (role, name) in roles.iter().filter(|(role, name)| ["id", "text"].contains(role) && !given(name)) {
            let value = if *role == "id" { "X_1" } else { "acme/widgets#1" };
            out.one(sheet.add_before(first, &format!("{name}: \"{value}\"")));
        }
    }
}

fn enum_value(sheet: &Sheet<'_>, out: &mut Edits) {
    let enums: Vec<&str> = properties(sheet, "input_schema")
        .iter()
        .filter(|p| p.root && p.get("enum").is_some())
        .map(super::properties::Property::name)
        .collect();
    for given in inputs(sheet).iter().flat_map(|input| entries(input.value)) {
        if enums.contains(&given.key.name.as_str()) {
            out.one(sheet.misspell(given.value));
        }
    }
}
