//! `rest`: the calls.

use super::{
    Edits, Kind, card,
    route_parts::{endpoints, input_names, is_literal, of_calls},
};
use crate::mutants::{
    apply::{Edit, slice, swap},
    corpus::{Role, Tree},
    yaml::{Entry, Sheet, entries, entry, text_of},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("rest-method", "a call has another method", method),
    &card("rest-path", "a path is misspelt or lacks a segment", path),
    &card("rest-path-other", "a call has the path of another call", other_path),
    &card("rest-call-dropped", "a call is removed", dropped),
    &card("rest-call-last", "another call becomes the last one", last),
    &card("rest-id", "a call is renamed, or its name is removed", id),
    &card(
        "rest-accept",
        "a media type is removed, misspelt, or requested where the operation does not have it",
        accept,
    ),
    &card("rest-each", "`each` is removed, or names another input", each),
    &card("rest-page", "`page` or a part of it is removed, misspelt, or given where there are no pages", page),
    &card("rest-optional", "`optional` of a call is flipped", optional),
    &card("rest-missing", "`missing` has an unknown placeholder", missing),
    &card("rest-parameter", "a parameter is renamed, removed, or unknown to the operation", parameter),
    &card("rest-body", "a member of a body is renamed, removed, or unknown to the operation", body),
];

fn parts<'a>(sheet: &Sheet<'a>, part: &str) -> Vec<Entry<'a>> {
    endpoints(sheet).iter().filter_map(|call| entry(call, part)).collect()
}

fn method(sheet: &Sheet<'_>, out: &mut Edits) {
    for method in parts(sheet, "method") {
        let others = ["GET", "POST", "PUT", "PATCH", "DELETE"].into_iter();
        out.some(
            others.filter(|other| text_of(method.value) != Some(other)).map(|other| sheet.put(method.value, other)),
        );
    }
}

fn path(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in parts(sheet, "path") {
        out.one(sheet.misspell(path.value));
        let segments: Vec<&str> = text_of(path.value).unwrap_or_default().split('/').skip(1).collect();
        for index in 0..segments.len() {
            let rest: Vec<&str> = segments.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, s)| *s).collect();
            out.one(sheet.put(path.value, format!("\"/{}\"", rest.join("/"))));
        }
    }
}

fn other_path(sheet: &Sheet<'_>, out: &mut Edits) {
    let mut known: Vec<String> = Vec::new();
    for original in sheet.catalogue.of(Role::Card) {
        let Tree::Yaml(root) = &original.tree else { continue };
        let other = Sheet { text: &original.text, root, catalogue: sheet.catalogue };
        known.extend(parts(&other, "path").iter().filter_map(|path| text_of(path.value)).map(str::to_owned));
    }
    known.sort();
    known.dedup();
    for path in parts(sheet, "path") {
        let others = known.iter().filter(|other| text_of(path.value) != Some(other));
        out.some(others.map(|other| sheet.put(path.value, format!("\"{other}\""))));
    }
}

fn dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(list) = sheet.find(&["rest", "endpoints"]) else { return };
    out.some((0..endpoints(sheet).len()).map(|index| sheet.drop_item(list.value, index)));
}

fn last(sheet: &Sheet<'_>, out: &mut Edits) {
    if let [earlier @ .., last] = endpoints(sheet) {
        for call in earlier {
            out.all(swap(sheet.text, sheet.extent(call), sheet.extent(last)));
        }
    }
}

fn id(sheet: &Sheet<'_>, out: &mut Edits) {
    // A name that nothing refers to does not matter.
    let referred = |id: &Entry<'_>| {
        let name = text_of(id.value).unwrap_or_default();
        sheet.text.contains(&format!("from: {name},"))
    };
    for id in parts(sheet, "id").into_iter().filter(referred) {
        out.one(sheet.misspell(id.value));
        out.one(sheet.drop(id));
    }
}

fn accept(sheet: &Sheet<'_>, out: &mut Edits) {
    for call in endpoints(sheet) {
        match (entry(call, "accept"), entry(call, "method")) {
            (Some(accept), _) => {
                out.one(sheet.drop(accept));
                out.one(sheet.misspell(accept.value));
            }
            (None, Some(method)) => out.one(sheet.add_before(method, "accept: application/vnd.github.diff")),
            _ => {}
        }
    }
}

fn each(sheet: &Sheet<'_>, out: &mut Edits) {
    for each in parts(sheet, "each") {
        out.one(sheet.drop(each));
        out.one(sheet.misspell(each.value));
        let others = input_names(sheet).into_iter().filter(|other| text_of(each.value) != Some(other));
        out.some(others.map(|other| sheet.put(each.value, other)));
    }
}

fn page(sheet: &Sheet<'_>, out: &mut Edits) {
    for call in endpoints(sheet) {
        match (entry(call, "page"), entry(call, "method")) {
            (Some(page), _) => {
                out.one(sheet.drop(page));
                out.some(entries(page.value).map(|part| sheet.drop(part)));
                out.some(entries(page.value).map(|part| sheet.misspell(part.value)));
                let (size, cursor) = (entry(page.value, "size"), entry(page.value, "cursor"));
                if let (Some(size), Some(cursor)) = (size, cursor) {
                    out.all(swap(sheet.text, sheet.extent(size.value), sheet.extent(cursor.value)));
                }
            }
            (None, Some(method)) => out.one(sheet.add_before(method, "page: { list: items }")),
            _ => {}
        }
    }
}

fn optional(sheet: &Sheet<'_>, out: &mut Edits) {
    for call in endpoints(sheet) {
        match (entry(call, "optional"), entry(call, "method")) {
            (Some(optional), _) => {
                out.one(sheet.drop(optional));
                out.one(sheet.put(optional.value, "false"));
            }
            (None, Some(method)) => out.one(sheet.add_before(method, "optional: true")),
            _ => {}
        }
    }
}

fn missing(sheet: &Sheet<'_>, out: &mut Edits) {
    for missing in parts(sheet, "missing") {
        let text = slice(sheet.text, &sheet.extent(missing.value)).to_owned();
        out.one(sheet.put(missing.value, text.replace("{key}", "{name}")));
    }
}

/// Renames, removes and adds entries of one part of the calls.
fn names(sheet: &Sheet<'_>, part: &str, out: &mut Edits) {
    for found in of_calls(sheet, part) {
        out.one(sheet.misspell_key(found.key));
        if !is_literal(found.value) {
            out.one(sheet.drop(found));
        }
        out.one(sheet.add_before(found, "no_such_name: name"));
    }
    for found in parts(sheet, part) {
        let only_literals = entries(found.value).all(|one| is_literal(one.value)) && entries(found.value).count() > 1;
        if !only_literals {
            out.one(Edit::cut(sheet.drop(found).at));
        }
    }
}

fn parameter(sheet: &Sheet<'_>, out: &mut Edits) {
    names(sheet, "parameters", out);
}

fn body(sheet: &Sheet<'_>, out: &mut Edits) {
    names(sheet, "body", out);
}
