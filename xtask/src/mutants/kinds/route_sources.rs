//! `rest` and `cli`: where the values of a request come from.

use ghx_codegen::yaml::{Node, Value};

use super::{
    Edits, Kind, card,
    output_paths::{each_segment, with_typo, without},
    route_parts::{endpoints, input_names, sources},
};
use crate::mutants::yaml::{Entry, Sheet, entries, entry, text_of};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("source-input", "a source names an unknown input, or another one", input),
    &card("source-form", "a source lacks its kind, or has two", form),
    &card("source-literal", "a literal has the wrong type", literal),
    &card("source-map-key", "`map` of a source translates a value that the input does not have", map_key),
    &card("source-map-value", "`map` of a source produces a value that the API does not accept", map_value),
    &card("source-map-dropped", "`map` of a source or one of its entries is removed", map_dropped),
    &card("source-map-swapped", "two values of `map` of a source are swapped", map_swapped),
    &card("source-join", "`join` names something that is not a list of strings, or lacks a part", join),
    &card("source-found", "a value is read from another call, or from an unknown field", found),
];

/// The parts with this name of all sources.
fn parts<'a>(sheet: &Sheet<'a>, part: &str) -> Vec<Entry<'a>> {
    sources(sheet).into_iter().filter_map(|source| entry(source, part)).collect()
}

fn input(sheet: &Sheet<'_>, out: &mut Edits) {
    let plain = sources(sheet).into_iter().filter(|source| text_of(source).is_some());
    let named: Vec<&Node> = plain.chain(parts(sheet, "input").into_iter().map(|input| input.value)).collect();
    for node in named {
        out.one(sheet.misspell(node));
        let others = input_names(sheet).into_iter().filter(|other| text_of(node) != Some(other));
        out.some(others.map(|other| sheet.put(node, other)));
    }
}

fn form(sheet: &Sheet<'_>, out: &mut Edits) {
    for source in sources(sheet) {
        for key in ["input", "literal", "join", "from"] {
            let Some(found) = entry(source, key) else { continue };
            out.one(sheet.drop(found));
            let other = if key == "literal" { "input: name" } else { "literal: 1" };
            out.one(sheet.add_before(found, other));
        }
    }
}

fn literal(sheet: &Sheet<'_>, out: &mut Edits) {
    // Null removes something; any other value is the author's choice.
    for found in parts(sheet, "literal").into_iter().filter(|found| !matches!(found.value.value, Value::Null)) {
        out.some(["7", "[a]", "{ a: b }"].map(|wrong| sheet.put(found.value, wrong)));
        if text_of(found.value).is_some() {
            out.one(sheet.misspell(found.value));
        }
    }
}

fn maps<'a>(sheet: &Sheet<'a>) -> Vec<Entry<'a>> {
    parts(sheet, "map").into_iter().flat_map(|map| entries(map.value)).collect()
}

fn map_key(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(maps(sheet).iter().map(|pair| sheet.misspell_key(pair.key)));
}

fn map_value(sheet: &Sheet<'_>, out: &mut Edits) {
    for pair in maps(sheet) {
        out.one(sheet.misspell(pair.value));
        out.some(["[a]", "{ a: b }"].map(|wrong| sheet.put(pair.value, wrong)));
    }
}

fn map_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(parts(sheet, "map").into_iter().map(|map| sheet.drop(map)));
    out.some(maps(sheet).into_iter().map(|pair| sheet.drop(pair)));
}

fn map_swapped(sheet: &Sheet<'_>, out: &mut Edits) {
    for map in parts(sheet, "map") {
        out.swap_values(sheet, &entries(map.value).collect::<Vec<_>>());
    }
}

fn join(sheet: &Sheet<'_>, out: &mut Edits) {
    for source in sources(sheet) {
        let Some(join) = entry(source, "join") else { continue };
        out.one(sheet.misspell(join.value));
        let others = input_names(sheet).into_iter().filter(|other| text_of(join.value) != Some(other));
        out.some(others.map(|other| sheet.put(join.value, other)));
        out.some(entry(source, "with").map(|with| sheet.drop(with)));
        out.one(sheet.put(source, text_of(join.value).unwrap_or_default()));
    }
}

fn found(sheet: &Sheet<'_>, out: &mut Edits) {
    let ids: Vec<&str> =
        endpoints(sheet).iter().filter_map(|call| entry(call, "id")).filter_map(|id| text_of(id.value)).collect();
    for source in sources(sheet) {
        let (Some(from), Some(path)) = (entry(source, "from"), entry(source, "path")) else { continue };
        out.one(sheet.misspell(from.value));
        out.some(ids.iter().filter(|id| text_of(from.value) != Some(id)).map(|id| sheet.put(from.value, *id)));
        out.one(sheet.drop(path));
        each_segment(sheet, path.value, out, with_typo);
        each_segment(sheet, path.value, out, without);
    }
}
