//! A card's own lookups and their variables.

use ghx_codegen::yaml::Node;

use super::{Edits, Kind, card};
use crate::mutants::{
    corpus::{Role, Tree},
    graphql::Page,
    yaml::{Entry, Sheet, entries, entry, items, text_of},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("lookup-dropped", "a lookup or a part of it is removed", dropped),
    &card("lookup-id", "a lookup is renamed", id),
    &card("lookup-each", "`each` names an unknown input, or another one", each),
    &card("lookup-vars-renamed", "`vars` names an unknown variable of the lookup", vars_renamed),
    &card("lookup-vars-dropped", "an entry of `vars` is removed", vars_dropped),
    &card("lookup-vars-input", "`vars` names an unknown input, or another one", vars_input),
    &card("lookup-other", "another lookup is used", other),
];

fn lookups<'a>(sheet: &Sheet<'a>) -> Vec<&'a Node> {
    let one = sheet.find(&["graphql", "resolution", "lookup"]).map(|lookup| lookup.value);
    let many = sheet.find(&["graphql", "resolution", "lookups"]);
    one.into_iter().chain(many.into_iter().flat_map(|lookups| items(lookups.value))).collect()
}

fn keys<'a>(sheet: &Sheet<'a>, name: &str) -> Vec<Entry<'a>> {
    lookups(sheet).into_iter().filter_map(|lookup| entry(lookup, name)).collect()
}

fn dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(sheet.find(&["graphql", "resolution", "lookup"]).map(|lookup| sheet.drop(lookup)));
    if let Some(list) = sheet.find(&["graphql", "resolution", "lookups"]) {
        out.some((0..items(list.value).len()).map(|index| sheet.drop_item(list.value, index)));
    }
    out.some(lookups(sheet).into_iter().flat_map(entries).map(|part| sheet.drop(part)));
}

fn id(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(keys(sheet, "id").iter().map(|id| sheet.misspell(id.value)));
}

fn others<'a>(sheet: &Sheet<'a>, node: &'a Node) -> impl Iterator<Item = &'a str> {
    let inputs = sheet.below(&["input_schema", "properties"]);
    inputs.map(|input| input.key.name.as_str()).filter(|name| Some(*name) != text_of(node))
}

fn each(sheet: &Sheet<'_>, out: &mut Edits) {
    for each in keys(sheet, "each") {
        out.one(sheet.misspell(each.value));
        out.some(others(sheet, each.value).map(|name| sheet.put(each.value, name)));
    }
    // Run once per element, but the element is unused.
    for lookup in lookups(sheet).into_iter().filter(|lookup| entry(lookup, "each").is_none()) {
        let arrays = sheet.below(&["input_schema", "properties"]).filter(|input| entry(input.value, "items").is_some());
        let Some(name) = entry(lookup, "operationName") else { continue };
        out.some(arrays.map(|array| sheet.add_before(name, &format!("each: {}", array.key.name))));
    }
}

fn vars<'a>(sheet: &Sheet<'a>) -> Vec<Entry<'a>> {
    keys(sheet, "vars").into_iter().flat_map(|vars| entries(vars.value)).collect()
}

fn vars_renamed(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(vars(sheet).iter().map(|var| sheet.misspell_key(var.key)));
}

fn vars_dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(vars(sheet).into_iter().map(|var| sheet.drop(var)));
}

fn vars_input(sheet: &Sheet<'_>, out: &mut Edits) {
    for var in vars(sheet) {
        out.one(sheet.misspell(var.value));
        out.some(others(sheet, var.value).map(|name| sheet.put(var.value, name)));
    }
}

fn other(sheet: &Sheet<'_>, out: &mut Edits) {
    let documents = sheet.catalogue.of(Role::Document).filter(|document| document.shown.contains("/lookups/"));
    let mut known = Vec::new();
    for original in documents {
        let Tree::Graphql(document) = &original.tree else { continue };
        let page = Page { text: &original.text, document, catalogue: sheet.catalogue };
        let file = original.shown.split("operations/").last().unwrap_or_default();
        known.extend(
            page.operations().filter_map(|operation| Some((operation.name.clone()?, format!("operations/{file}")))),
        );
    }
    for lookup in lookups(sheet) {
        let (Some(name), Some(document)) = (entry(lookup, "operationName"), entry(lookup, "documentPath")) else {
            continue;
        };
        for (other, file) in &known {
            out.all(vec![sheet.put(name.value, other.as_str()), sheet.put(document.value, file.as_str())]);
        }
    }
}
