//! `guard` and `keep` of `rest` and `cli`.

use super::{
    Edits, Kind, card,
    output_paths::{each_segment, with_typo},
    route_parts::{condition_lists, conditions},
};
use crate::mutants::yaml::{Sheet, entries, entry, items, text_of};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("condition-dropped", "a guard or a `keep` condition is removed", dropped),
    &card("condition-path", "a condition names an unknown field", path),
    &card("condition-test", "a condition has no test, two tests, or an impossible one", test),
    &card("condition-when", "`when` of a condition names another input or an unknown value, or is removed", when),
    &card("condition-otherwise", "a guard has no error, or an unknown one", otherwise),
];

fn dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    for list in condition_lists(sheet) {
        out.one(sheet.drop(list));
        out.some((0..items(list.value).len()).map(|index| sheet.drop_item(list.value, index)));
    }
}

fn path(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in conditions(sheet).into_iter().filter_map(|condition| entry(condition, "path")) {
        each_segment(sheet, path.value, out, with_typo);
        out.one(sheet.drop(path));
    }
}

fn test(sheet: &Sheet<'_>, out: &mut Edits) {
    for condition in conditions(sheet) {
        for key in ["is", "equals", "contains"] {
            let Some(found) = entry(condition, key) else { continue };
            out.one(sheet.drop(found));
            out.one(sheet.add_before(found, if key == "is" { "equals: 1" } else { "is: present" }));
            out.some(["[a]", "7", "{ a: b }"].map(|wrong| sheet.put(found.value, wrong)));
            if key == "is" {
                out.one(sheet.misspell(found.value));
            }
        }
    }
}

fn when(sheet: &Sheet<'_>, out: &mut Edits) {
    for when in conditions(sheet).into_iter().filter_map(|condition| entry(condition, "when")) {
        out.one(sheet.drop(when));
        for part in entries(when.value) {
            out.one(sheet.misspell_key(part.key));
            if text_of(part.value).is_some() {
                out.one(sheet.misspell(part.value));
            }
            out.one(sheet.put(part.value, "[a]"));
        }
    }
}

fn otherwise(sheet: &Sheet<'_>, out: &mut Edits) {
    for condition in conditions(sheet) {
        let Some(otherwise) = entry(condition, "otherwise") else { continue };
        out.one(sheet.misspell(otherwise.value));
        out.one(sheet.drop(otherwise));
        out.some(entry(condition, "message").map(|message| sheet.drop(message)));
    }
}
