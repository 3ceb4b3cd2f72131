//! Inputs: bounds, page sizes, and unsupported JSON Schema.

use super::{Edits, Kind, card, properties::properties};
use crate::mutants::yaml::{Sheet, entries, entry, items};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("page-size-unbounded", "a page size may be 0, or over 100", page_size),
    &card("page-input-dropped", "`first` or `after` is removed", page_input),
    &card("page-limit", "`maxPageSize` is outside 1 to 100", page_limit),
    &card("bounds-swapped", "the minimum is greater than the maximum", crossed),
    &card("any-of", "`anyOf` names an unknown input, or only one", any_of),
    &card("schema-subset", "an unsupported JSON Schema keyword is used", subset),
];

fn page_size(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(first) = sheet.find(&["input_schema", "properties", "first"]) else { return };
    let (minimum, maximum) = (entry(first.value, "minimum"), entry(first.value, "maximum"));
    out.some(maximum.map(|bound| sheet.put(bound.value, "1000")));
    out.some(maximum.map(|bound| sheet.put(bound.value, "101")));
    out.some(minimum.map(|bound| sheet.put(bound.value, "0")));
    out.some([minimum, maximum].into_iter().flatten().map(|bound| sheet.drop(bound)));
}

fn page_input(sheet: &Sheet<'_>, out: &mut Edits) {
    let inputs = sheet.below(&["input_schema", "properties"]);
    out.some(
        inputs.filter(|input| ["first", "after"].contains(&input.key.name.as_str())).map(|input| sheet.drop(input)),
    );
}

fn page_limit(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(limit) = sheet.find(&["graphql", "limits", "maxPageSize"]) else { return };
    out.some(["1000", "101", "0", "many"].map(|wrong| sheet.put(limit.value, wrong)));
}

fn crossed(sheet: &Sheet<'_>, out: &mut Edits) {
    let pairs = [("minLength", "maxLength"), ("minimum", "maximum"), ("minItems", "maxItems")];
    for property in properties(sheet, "input_schema") {
        for (least, most) in pairs {
            if let (Some(least), Some(_)) = (property.get(least), property.get(most)) {
                out.one(sheet.put(least.value, "99999"));
            }
            out.some(property.get(least).map(|bound| sheet.put(bound.value, "\"one\"")));
            out.some(property.get(most).map(|bound| sheet.put(bound.value, "1.5")));
        }
    }
}

fn any_of(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(rule) = sheet.find(&["input_schema", "anyOf"]) else { return };
    for (index, item) in items(rule.value).iter().enumerate() {
        out.one(sheet.drop_item(rule.value, index));
        let names = entries(item).flat_map(|required| items(required.value));
        out.some(names.map(|name| sheet.misspell(name)));
    }
}

fn subset(sheet: &Sheet<'_>, out: &mut Edits) {
    for schema in ["input_schema", "output_schema"] {
        for property in properties(sheet, schema) {
            let Some(ty) = property.get("type") else { continue };
            out.one(sheet.add_before(ty, "pattern: \"^a\""));
        }
        if let Some(ty) = sheet.find(&[schema, "type"]) {
            out.one(sheet.add_before(ty, "additionalProperties: true"));
            out.one(sheet.put(ty.value, "array"));
        }
    }
}
