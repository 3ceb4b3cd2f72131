//! Keys: misspelt, given twice.

use super::{Edits, Kind, sheet};
use crate::mutants::{
    apply::slice,
    yaml::{Sheet, entries, items},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &sheet("key-misspelt", "a key of the card language is misspelt", misspelt),
    &sheet("key-twice", "a key is given twice", twice),
];

/// Mappings whose keys are chosen by the author; other kinds rename those.
const FREE: &[&str] = &[
    "properties",
    "variables",
    "vars",
    "output",
    "fields",
    "map",
    "input",
    "variants",
    "find",
    "parameters",
    "body",
    "flags",
    "present",
    "unsupported",
];

fn misspelt(sheet: &Sheet<'_>, out: &mut Edits) {
    for (path, entry) in sheet.all() {
        let parent = path.len().checked_sub(2).and_then(|index| path.get(index)).copied();
        let free = parent.is_some_and(|parent| FREE.contains(&parent)) || path.contains(&"examples") && path.len() > 3;
        if !free {
            out.one(sheet.misspell_key(entry.key));
        }
    }
}

fn twice(sheet: &Sheet<'_>, out: &mut Edits) {
    for (_, entry) in sheet.all() {
        let scalar = entries(entry.value).next().is_none() && items(entry.value).is_empty();
        let text = slice(sheet.text, &(entry.key.span.start..sheet.end(entry.value)));
        if scalar && !text.contains('\n') && !text.ends_with(':') {
            out.one(sheet.add_before(entry, text));
        }
    }
}
