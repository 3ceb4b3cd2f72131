//! Subject files: what a subject is and how it is addressed.

use super::{Edits, Kind, subject};
use crate::mutants::yaml::{Sheet, entries, text_of};

pub(super) const KINDS: &[&dyn Kind] = &[
    &subject("subject-head", "a key of a subject is removed or misspelt", head),
    &subject("subject-node", "a subject is another kind of node, or an unknown one", node),
    &subject("subject-input-renamed", "an input that addresses a subject is renamed", input_renamed),
    &subject("subject-input-dropped", "an input that addresses a subject is removed", input_dropped),
    &subject("subject-within", "`within` names the subject itself or an unknown one", within),
];

fn head(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(entries(sheet.root).map(|entry| sheet.drop(entry)));
    out.some(sheet.find(&["subject"]).map(|name| sheet.misspell(name.value)));
}

fn node(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(node) = sheet.find(&["node"]) else { return };
    out.one(sheet.misspell(node.value));
    for other in ["Issue", "PullRequest", "Repository", "Label", "Query", "Node"] {
        out.one(sheet.put(node.value, other));
    }
}

fn input_renamed(sheet: &Sheet<'_>, out: &mut Edits) {
    for input in sheet.below(&["inputs"]) {
        out.one(sheet.misspell(input.value));
        out.one(sheet.put(input.value, "not_a_name"));
        out.one(sheet.misspell_key(input.key));
    }
}

fn input_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(sheet.below(&["inputs"]).map(|input| sheet.drop(input)));
}

fn within(sheet: &Sheet<'_>, out: &mut Edits) {
    let own = sheet.find(&["subject"]).and_then(|name| text_of(name.value)).unwrap_or_default();
    match sheet.find(&["within"]) {
        Some(within) => {
            out.some([sheet.misspell(within.value), sheet.put(within.value, own), sheet.put(within.value, "pr")]);
        }
        None => out.some(sheet.find(&["find"]).map(|find| sheet.add_before(find, &format!("within: {own}")))),
    }
}
