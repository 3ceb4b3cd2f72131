//! `output`: the entries as a whole.

use ghx_codegen::yaml::{Node, Value};

use super::{Edits, Kind, card, properties::properties};
use crate::mutants::{
    apply::{Edit, swap},
    yaml::{Entry, Sheet, entries, entry, text_of},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("entry-renamed", "an output entry is for a property that does not exist", renamed),
    &card("entry-dropped", "an output property has no entry", dropped),
    &card(
        "entry-and-property-dropped",
        "an output is dropped from the schema and from the entries; its field stays selected",
        both_dropped,
    ),
    &card("entries-swapped", "two outputs of one object take each other's field", swapped),
    &card("entry-repeated", "an output takes the field of another output", repeated),
    &card("entry-fields-dropped", "`fields` of an object are dropped", fields_dropped),
    &card("entry-default", "a stated default does not fit, or has no use", default),
    &card("entry-count", "a count of something that is no list", count),
    &card("entry-equals", "`equals` names no value of the enum, or compares what is no enum", equals),
    &card("keep", "`keep` names no input, no property, or lacks a part", keep),
];

/// The mappings of entries: `output` itself and each `fields`.
fn tables<'a>(sheet: &Sheet<'a>) -> Vec<&'a Node> {
    let mut out = Vec::new();
    if let Some(output) = sheet.find(&["graphql", "output"]) {
        collect(output.value, &mut out);
    }
    out
}

fn collect<'a>(table: &'a Node, out: &mut Vec<&'a Node>) {
    out.push(table);
    for fields in entries(table).filter_map(|e| entry(e.value, "fields")) {
        collect(fields.value, out);
    }
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
        // A count has no field of its own.
        let found =
            sheet.find(&["graphql", "output", property.name()]).filter(|found| entry(found.value, "count").is_none());
        if let Some(found) = found {
            let mut edits = property.cut(sheet);
            edits.push(sheet.drop(found));
            out.all(edits);
        }
    }
}

fn plain(table: &Node) -> Vec<Entry<'_>> {
    entries(table).filter(|entry| text_of(entry.value).is_some()).collect()
}

fn swapped(sheet: &Sheet<'_>, out: &mut Edits) {
    for table in tables(sheet) {
        let plain = plain(table);
        for (index, first) in plain.iter().enumerate() {
            for second in &plain[index + 1..] {
                out.all(swap(sheet.text, sheet.extent(first.value), sheet.extent(second.value)));
            }
        }
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
        // Nothing uses the input any more.
        out.one(sheet.drop(keep));
    }
}
