//! Inputs: enum values, defaults and kinds of node.

use super::{Edits, Kind, card, properties::properties};
use crate::mutants::yaml::{Sheet, entry, items, text_of};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("input-enum-misspelt", "a value of an input enum is misspelt", misspelt),
    &card("input-enum-added", "an input enum gets a value that GitHub does not have", added),
    &card("input-enum-dropped", "a value that `map` translates is removed from the input enum", dropped),
    &card("input-default", "a default does not fit its input", default),
    &card("input-node", "an id input accepts another kind of node, or none", node),
];

fn misspelt(sheet: &Sheet<'_>, out: &mut Edits) {
    for input in properties(sheet, "input_schema") {
        if let Some(values) = input.get("enum") {
            out.some(items(values.value).iter().map(|value| sheet.misspell(value)));
        }
    }
}

fn added(sheet: &Sheet<'_>, out: &mut Edits) {
    for input in properties(sheet, "input_schema") {
        out.some(input.get("enum").and_then(|values| sheet.add_item(values.value, "NO_SUCH_VALUE")));
    }
}

fn dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    let mapped: Vec<&str> = sheet
        .below(&["graphql", "variables"])
        .filter(|source| entry(source.value, "map").is_some())
        .filter_map(|source| text_of(entry(source.value, "input")?.value))
        .collect();
    for input in properties(sheet, "input_schema").iter().filter(|input| mapped.contains(&input.name())) {
        if let Some(values) = input.get("enum") {
            out.some((0..items(values.value).len()).map(|index| sheet.drop_item(values.value, index)));
        }
    }
}

fn default(sheet: &Sheet<'_>, out: &mut Edits) {
    for input in properties(sheet, "input_schema") {
        let (Some(default), Some((ty, _))) = (input.get("default"), input.ty()) else { continue };
        let wrong: &[&str] = match ty {
            "integer" => &["1000", "\"30\"", "null", "[30]"],
            "boolean" => &["\"no\"", "0", "null"],
            _ => &["no_such_value", "7", "null"],
        };
        out.some(wrong.iter().map(|wrong| sheet.put(default.value, *wrong)));
        // A required input gets a default.
        match entry(input.object, "required") {
            Some(required) => out.some(sheet.add_item(required.value, input.name())),
            None => out.some(
                entry(input.object, "properties")
                    .map(|p| sheet.add_before(p, &format!("required: [{}]", input.name()))),
            ),
        }
    }
}

fn node(sheet: &Sheet<'_>, out: &mut Edits) {
    for input in properties(sheet, "input_schema") {
        let Some(node) = input.get("node") else { continue };
        out.one(sheet.misspell(node.value));
        for other in ["Issue", "PullRequest", "PullRequestReview", "Label", "DateTime"] {
            out.one(sheet.put(node.value, other));
        }
    }
}
