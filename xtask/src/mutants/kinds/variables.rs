//! `variables`: where the values of variables come from.

use super::{Edits, Kind, card};
use crate::mutants::yaml::{Entry, Sheet, entries, entry, items, text_of};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("variables-renamed", "an entry of `variables` names an unknown variable", renamed),
    &card("variables-dropped", "an entry of `variables` is removed", dropped),
    &card("variables-input", "an entry of `variables` names an unknown input, or another one", input),
    &card("variables-form", "`present` becomes `input` or the reverse, or both or neither are given", form),
    &card("variables-default", "a default has the wrong type, or is removed", default),
    &card("map-key-misspelt", "`map` translates a value that the input does not have", key_misspelt),
    &card("map-value-misspelt", "`map` produces a value that GitHub does not have", value_misspelt),
    &card("map-dropped", "`map` or one of its entries is removed", map_dropped),
    &card("map-swapped", "two values of `map` are swapped", map_swapped),
    &card("map-list", "one value of `map` becomes a list, or stops being one", map_list),
];

fn sources<'a>(sheet: &Sheet<'a>) -> impl Iterator<Item = Entry<'a>> {
    sheet.below(&["graphql", "variables"])
}

fn maps<'a>(sheet: &Sheet<'a>) -> impl Iterator<Item = Entry<'a>> {
    sources(sheet).filter_map(|source| entry(source.value, "map"))
}

fn renamed(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(sources(sheet).map(|source| sheet.misspell_key(source.key)));
}

fn dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(sources(sheet).map(|source| sheet.drop(source)));
}

fn input(sheet: &Sheet<'_>, out: &mut Edits) {
    let inputs: Vec<_> = sheet.below(&["input_schema", "properties"]).collect();
    for source in sources(sheet) {
        let named = if text_of(source.value).is_some() {
            Some(source)
        } else {
            entry(source.value, "input").or_else(|| entry(source.value, "present"))
        };
        let Some(named) = named else { continue };
        out.one(sheet.misspell(named.value));
        let others = inputs.iter().filter(|input| Some(input.key.name.as_str()) != text_of(named.value));
        out.some(others.map(|other| sheet.put(named.value, other.key.name.as_str())));
    }
}

fn form(sheet: &Sheet<'_>, out: &mut Edits) {
    for source in sources(sheet) {
        for (from, to) in [("input", "present"), ("present", "input"), ("literal", "input")] {
            let Some(found) = entry(source.value, from) else { continue };
            out.one(crate::mutants::apply::Edit::replace(found.key.span.start..found.key.span.end, to));
            out.one(sheet.drop(found));
            out.one(sheet.add_before(found, &format!("{to}: other")));
        }
        if let Some(literal) = entry(source.value, "literal") {
            out.some(["7", "[a]", "{ a: b }"].map(|wrong| sheet.put(literal.value, wrong)));
        }
    }
}

fn default(sheet: &Sheet<'_>, out: &mut Edits) {
    for source in sources(sheet) {
        match (entry(source.value, "default"), entry(source.value, "input")) {
            (Some(default), _) => {
                out.one(sheet.drop(default));
                out.some(["7", "null", "[a]"].map(|wrong| sheet.put(default.value, wrong)));
            }
            (None, Some(input)) => out.one(sheet.add_before(input, "default: { a: b }")),
            _ => {}
        }
    }
}

fn key_misspelt(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(maps(sheet).flat_map(|map| entries(map.value)).map(|pair| sheet.misspell_key(pair.key)));
}

fn value_misspelt(sheet: &Sheet<'_>, out: &mut Edits) {
    for pair in maps(sheet).flat_map(|map| entries(map.value)) {
        match text_of(pair.value) {
            Some(_) => out.one(sheet.misspell(pair.value)),
            None => out.some(items(pair.value).iter().map(|value| sheet.misspell(value))),
        }
    }
}

fn map_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    for map in maps(sheet) {
        out.one(sheet.drop(map));
        out.some(entries(map.value).map(|pair| sheet.drop(pair)));
    }
}

fn map_swapped(sheet: &Sheet<'_>, out: &mut Edits) {
    for map in maps(sheet) {
        out.swap_values(sheet, &entries(map.value).collect::<Vec<_>>());
    }
}

fn map_list(sheet: &Sheet<'_>, out: &mut Edits) {
    for pair in maps(sheet).flat_map(|map| entries(map.value)) {
        match (text_of(pair.value), items(pair.value)) {
            (Some(value), _) => out.one(sheet.put(pair.value, format!("[{value}]"))),
            (None, [only]) => out.one(sheet.put(pair.value, text_of(only).unwrap_or_default())),
            _ => {}
        }
    }
}
