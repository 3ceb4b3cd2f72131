//! `output` of `rest` and `cli`.

use ghx_codegen::yaml::{Node, Value};

use super::{
    Edits, Kind, card,
    output_paths::{each_segment, with_typo, without},
    route_parts::{endpoints, input_names, of_takes, plain, tables, takes},
};
use crate::mutants::yaml::{Entry, Sheet, entries, entry, items, text_of};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("take-renamed", "an output entry of a route names an unknown property", renamed),
    &card("take-dropped", "an output has no entry on a route", dropped),
    &card("take-path", "a response path is misspelt or malformed", path),
    &card("take-segment", "a response path lacks a segment, or continues past a leaf", segment),
    &card("take-brackets", "`[]` is removed from a response path, or added", brackets),
    &card("take-mark", "`!` is removed from a response path", mark),
    &card("take-swapped", "two outputs of one object swap their response fields", swapped),
    &card("take-repeated", "an output reads the response field of another output", repeated),
    &card("take-fields", "`fields` or `path` of an object is removed", fields),
    &card("take-map-key", "`map` of an output translates a value that the API never returns", map_key),
    &card("take-map-value", "`map` of an output produces a value that the output cannot have", map_value),
    &card("take-map-dropped", "`map` of an output or one of its entries is removed", map_dropped),
    &card("take-map-swapped", "two values of `map` of an output are swapped", map_swapped),
    &card("take-present", "`present` is removed, or names an unknown field or value", present),
    &card("take-nulls", "`nulls` is removed, or names another value", nulls),
    &card("take-without", "`without` is removed or misspelt", without_piece),
    &card("take-default", "a default of a route's output is removed, has the wrong type, or is unused", default),
    &card("take-from", "an output is read from another call", from),
    &card("take-input", "an output repeats an unknown input, or another one", input),
    &card("take-literal", "a literal output has the wrong type", literal),
    &card("take-flag", "`text` or `page` is added where it does not belong, or removed", flag),
];

fn renamed(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(takes(sheet).iter().map(|take| sheet.misspell_key(take.key)));
}

fn dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(takes(sheet).into_iter().map(|take| sheet.drop(take)));
}

fn paths<'a>(sheet: &Sheet<'a>) -> Vec<&'a Node> {
    let path = |node: &'a Node| match text_of(node) {
        Some(_) => Some(node),
        None => entry(node, "path").map(|path| path.value),
    };
    takes(sheet).into_iter().filter_map(|take| path(take.value)).collect()
}

fn path(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in paths(sheet) {
        each_segment(sheet, path, out, with_typo);
        let text = text_of(path).unwrap_or_default();
        out.some([format!("\"{text}.\""), "\"\"".to_owned()].map(|bad| sheet.put(path, bad)));
    }
}

fn segment(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in paths(sheet) {
        each_segment(sheet, path, out, without);
        out.one(sheet.put(path, format!("\"{}.nothing\"", text_of(path).unwrap_or_default())));
    }
}

fn brackets(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in paths(sheet) {
        each_segment(sheet, path, out, |segment| {
            let without = segment.strip_suffix("[]");
            Some(Some(without.map_or_else(|| format!("{segment}[]"), str::to_owned)))
        });
    }
}

fn mark(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in paths(sheet) {
        each_segment(sheet, path, out, |segment| segment.contains('!').then(|| Some(segment.replace('!', ""))));
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
        for take in &plain {
            for other in plain.iter().filter(|other| other.index != take.index) {
                out.one(sheet.put(take.value, format!("\"{}\"", text_of(other.value).unwrap_or_default())));
            }
        }
    }
}

fn fields(sheet: &Sheet<'_>, out: &mut Edits) {
    for fields in of_takes(sheet, "fields") {
        out.one(sheet.drop(fields));
    }
    out.some(of_takes(sheet, "path").into_iter().map(|path| sheet.drop(path)));
}

fn pairs<'a>(sheet: &Sheet<'a>, part: &str) -> Vec<Entry<'a>> {
    of_takes(sheet, part).into_iter().flat_map(|map| entries(map.value)).collect()
}

fn map_key(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(pairs(sheet, "map").iter().map(|pair| sheet.misspell_key(pair.key)));
}

fn map_value(sheet: &Sheet<'_>, out: &mut Edits) {
    for pair in pairs(sheet, "map") {
        if text_of(pair.value).is_some() {
            out.one(sheet.misspell(pair.value));
        }
        out.some(["[a]", "7", "null"].map(|wrong| sheet.put(pair.value, wrong)));
    }
}

fn map_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(of_takes(sheet, "map").into_iter().map(|map| sheet.drop(map)));
    out.some(pairs(sheet, "map").into_iter().map(|pair| sheet.drop(pair)));
}

fn map_swapped(sheet: &Sheet<'_>, out: &mut Edits) {
    for map in of_takes(sheet, "map") {
        out.swap_values(sheet, &entries(map.value).collect::<Vec<_>>());
    }
}

fn present(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(of_takes(sheet, "present").into_iter().map(|present| sheet.drop(present)));
    for pair in pairs(sheet, "present") {
        out.one(sheet.misspell_key(pair.key));
        out.one(sheet.misspell(pair.value));
    }
}

fn nulls(sheet: &Sheet<'_>, out: &mut Edits) {
    for nulls in of_takes(sheet, "nulls") {
        out.one(sheet.drop(nulls));
        out.one(sheet.put(nulls.value, "[]"));
        out.some(items(nulls.value).iter().map(|value| sheet.put(value, "none")));
    }
}

fn without_piece(sheet: &Sheet<'_>, out: &mut Edits) {
    for without in of_takes(sheet, "without") {
        out.one(sheet.drop(without));
        out.one(sheet.misspell(without.value));
    }
}

fn default(sheet: &Sheet<'_>, out: &mut Edits) {
    for default in of_takes(sheet, "default") {
        out.one(sheet.drop(default));
        out.some(["[]", "null", "{ a: b }", "7"].map(|wrong| sheet.put(default.value, wrong)));
    }
    for take in takes(sheet) {
        match (&take.value.value, entry(take.value, "path"), entry(take.value, "default")) {
            (Value::Text(path), ..) => {
                out.one(sheet.put(take.value, format!("{{ path: \"{path}\", default: {{ no: value }} }}")));
            }
            (_, Some(path), None) => out.one(sheet.add_before(path, "default: { no: value }")),
            _ => {}
        }
    }
}

fn from(sheet: &Sheet<'_>, out: &mut Edits) {
    let ids: Vec<&str> =
        endpoints(sheet).iter().filter_map(|call| entry(call, "id")).filter_map(|id| text_of(id.value)).collect();
    for from in of_takes(sheet, "from") {
        out.one(sheet.misspell(from.value));
        out.one(sheet.drop(from));
        out.some(ids.iter().filter(|id| text_of(from.value) != Some(id)).map(|id| sheet.put(from.value, *id)));
    }
}

fn input(sheet: &Sheet<'_>, out: &mut Edits) {
    for input in of_takes(sheet, "input") {
        out.one(sheet.misspell(input.value));
        let others = input_names(sheet).into_iter().filter(|other| text_of(input.value) != Some(other));
        out.some(others.map(|other| sheet.put(input.value, other)));
    }
}

fn literal(sheet: &Sheet<'_>, out: &mut Edits) {
    for literal in of_takes(sheet, "literal") {
        out.some(["[a]", "7", "{ a: b }"].map(|wrong| sheet.put(literal.value, wrong)));
        if !matches!(literal.value.value, Value::Null) {
            out.one(sheet.put(literal.value, "null"));
        }
    }
}

fn flag(sheet: &Sheet<'_>, out: &mut Edits) {
    for take in takes(sheet) {
        for (own, other) in [("text", "page"), ("page", "text")] {
            let Some(found) = entry(take.value, own) else { continue };
            out.one(sheet.put(found.value, "false"));
            out.one(sheet.put(take.value, format!("{{ {other}: true }}")));
        }
        if text_of(take.value).is_some() {
            out.some(["text", "page"].map(|flag| sheet.put(take.value, format!("{{ {flag}: true }}"))));
        }
    }
}
