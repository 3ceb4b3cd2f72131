//! `output`: the entries as a whole.

use ghx_codegen::yaml::{Node, Value};

use super::{
    Edits, Kind, card,
    properties::properties,
    route_parts::{plain, tables_of},
};
use crate::mutants::{
    apply::Edit,
    yaml::{Entry, Sheet, entries, entry, text_of},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("entry-renamed", "an output entry names an unknown property", renamed),
    &card("entry-dropped", "an output has no entry", dropped),
    &card(
        "entry-and-property-dropped",
        "an output is removed from the schema and from the entries; its field stays selected",
        both_dropped,
    ),
    &card("entries-swapped", "two outputs of one object swap their fields", swapped),
    &card("entry-repeated", "an output reads the field of another output", repeated),
    &card("entry-fields-dropped", "`fields` of an object is removed", fields_dropped),
    &card("entry-default", "a default has the wrong type or is unused", default),
    &card("entry-count", "`count` is used on something that is not a list", count),
    &card("entry-equals", "`equals` names an unknown enum value, or is used on something that is not an enum", equals),
    &card("keep", "`keep` names an unknown input or property, or lacks a part", keep),
];

fn tables<'a>(sheet: &Sheet<'a>) -> Vec<&'a Node> {
    tables_of(sheet, "graphql")
}

/// Every entry, nested ones included.
pub(super) fn all_entries<'a>(sheet: &Sheet<'a>) -> Vec<Entry<'a>> {
    tables(sheet).into_iter().flat_map(entries).collect()
}

fn renamed(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(all_entries(sheet).iter().map(|entry| sheet.misspell_key(entry.key)));
}

fn dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(all_entries(sheet).into_iter().map(|entry| sheet.drop(entry)));
}

fn both_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    for property in properties(sheet, "output_schema").iter().filter(|property| property.root) {
        // A count has no separate field.
        let found =
            sheet.find(&["graphql", "output", property.name()]).filter(|found| entry(found.value, "count").is_none());
        if let Some(found) = found {
            let mut edits = property.cut(sheet);
            edits.push(sheet.drop(found));
            out.all(edits);
        }
    }
}

fn swapped(sheet: &Sheet<'_>, out: &mut Edits) {
    for table in tables(sheet) {
        out.swap_values(sheet, &plain(table));
    }
}

fn repeated(sheet: &Sheet<'_>, out: &mut Edits) {
    for table in tables(sheet) {
        let plain = plain(table);
        for entry in &plain {
            for other in plain.iter().filter(|other| other.index != entry.index) {
                out.one(sheet.put(entry.value, text_of(other.value).unwrap_or_default()));
            }
        }
    }
}

fn fields_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    for object in all_entries(sheet) {
        out.some(entry(object.value, "fields").map(|fields| sheet.drop(fields)));
        out.some(entry(object.value, "path").map(|path| sheet.drop(path)));
    }
}

fn default(sheet: &Sheet<'_>, out: &mut Edits) {
    for found in all_entries(sheet) {
        match (&found.value.value, entry(found.value, "default")) {
            (Value::Text(path), _) => {
                out.one(sheet.put(found.value, format!("{{ path: \"{path}\", default: {{ no: value }} }}")));
            }
            (_, Some(default)) => {
                out.some(["[]", "null", "{ a: b }"].map(|wrong| sheet.put(default.value, wrong)));
                out.one(sheet.drop(default));
            }
            _ => {}
        }
    }
}

fn count(sheet: &Sheet<'_>, out: &mut Edits) {
    for found in all_entries(sheet) {
        if let Some(path) = text_of(found.value) {
            out.one(sheet.put(found.value, format!("{{ count: \"{path}\" }}")));
        }
        if let Some(count) = entry(found.value, "count") {
            out.one(Edit::replace(count.key.span.start..count.key.span.end, "path"));
            out.one(sheet.add_before(count, "default: 0"));
        }
    }
}

fn equals(sheet: &Sheet<'_>, out: &mut Edits) {
    for found in all_entries(sheet) {
        if let Some(path) = text_of(found.value) {
            out.one(sheet.put(found.value, format!("{{ path: \"{path}\", equals: NO_SUCH_VALUE }}")));
        }
        if let Some(equals) = entry(found.value, "equals") {
            out.one(sheet.misspell(equals.value));
            out.one(sheet.drop(equals));
            out.one(sheet.add_before(equals, "default: false"));
        }
    }
}

fn keep(sheet: &Sheet<'_>, out: &mut Edits) {
    for keep in all_entries(sheet).iter().filter_map(|found| entry(found.value, "keep")) {
        for part in entries(keep.value) {
            out.one(sheet.drop(part));
            out.one(sheet.misspell(part.value));
        }
        // Now the input is unused.
        out.one(sheet.drop(keep));
    }
}
