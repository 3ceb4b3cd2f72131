//! `inject`: values of lookups and subjects for variables.

use super::{
    Edits, Kind, card,
    output_paths::{each_segment, with_typo, without},
};
use crate::mutants::{
    corpus::{Role, Tree},
    yaml::{Entry, Sheet, entries, entry, items, text_of},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &card("inject-target", "an inject names an unknown variable", target),
    &card("inject-dropped", "an inject or a part of it is removed", dropped),
    &card("inject-twice", "a variable is filled twice", twice),
    &card("inject-targets-swapped", "two injects swap their targets", swapped),
    &card("inject-find", "`find` of an inject is misspelt, or another one", question),
    &card("inject-from-input", "`from_input` of an inject is misspelt, or another input", from_input),
    &card("inject-subject", "an inject takes the id of an unknown subject, or another one", subject),
    &card("inject-source", "an inject has another kind of source", source),
    &card("inject-path-misspelt", "a segment of an inject's path is misspelt", path_misspelt),
    &card("inject-path-shortened", "a segment of an inject's path is removed", path_shortened),
    &card("inject-lookup", "an inject names an unknown lookup", lookup),
    &card("map-array-field", "`match_field` or `extract_field` is misspelt, removed, or another field", map_array),
];

fn injects<'a>(sheet: &Sheet<'a>) -> Vec<&'a ghx_codegen::yaml::Node> {
    sheet
        .find(&["graphql", "resolution", "inject"])
        .map(|inject| items(inject.value).iter().collect())
        .unwrap_or_default()
}

fn keys<'a>(sheet: &Sheet<'a>, name: &str) -> Vec<Entry<'a>> {
    injects(sheet).into_iter().filter_map(|inject| entry(inject, name)).collect()
}

fn target(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(keys(sheet, "target").iter().map(|target| sheet.misspell(target.value)));
}

fn dropped(sheet: &Sheet<'_>, out: &mut Edits) {
    let Some(list) = sheet.find(&["graphql", "resolution", "inject"]) else { return };
    out.some((0..items(list.value).len()).map(|index| sheet.drop_item(list.value, index)));
    // `lookup` is optional if there is only one, `subject` if it is the first.
    let parts = injects(sheet).into_iter().flat_map(entries);
    out.some(parts.map(|part| sheet.drop(part)));
}

fn twice(sheet: &Sheet<'_>, out: &mut Edits) {
    let targets = keys(sheet, "target");
    for target in &targets {
        for other in targets.iter().filter(|other| other.value.span != target.value.span) {
            out.one(sheet.put(target.value, text_of(other.value).unwrap_or_default()));
        }
    }
}

fn swapped(sheet: &Sheet<'_>, out: &mut Edits) {
    out.swap_values(sheet, &keys(sheet, "target"));
}

/// The names in `find` of every subject of the catalogue.
fn questions(sheet: &Sheet<'_>) -> Vec<String> {
    let trees = sheet.catalogue.of(Role::Subject).filter_map(|subject| match &subject.tree {
        Tree::Yaml(root) => entry(root, "find"),
        Tree::Graphql(_) => None,
    });
    let mut names: Vec<String> =
        trees.flat_map(|find| entries(find.value)).map(|question| question.key.name.clone()).collect();
    names.sort();
    names.dedup();
    names
}

fn question(sheet: &Sheet<'_>, out: &mut Edits) {
    for find in keys(sheet, "find") {
        out.one(sheet.misspell(find.value));
        let others = questions(sheet).into_iter().filter(|name| Some(name.as_str()) != text_of(find.value));
        out.some(others.map(|name| sheet.put(find.value, name)));
    }
}

fn from_input(sheet: &Sheet<'_>, out: &mut Edits) {
    for from in keys(sheet, "from_input") {
        out.one(sheet.misspell(from.value));
        let others = sheet
            .below(&["input_schema", "properties"])
            .filter(|input| Some(input.key.name.as_str()) != text_of(from.value));
        out.some(others.map(|other| sheet.put(from.value, other.key.name.as_str())));
    }
    // An entry of `find` without a key gets one.
    for inject in injects(sheet).into_iter().filter(|inject| entry(inject, "from_input").is_none()) {
        out.some(entry(inject, "find").map(|find| sheet.add_before(find, "from_input: title")));
    }
}

fn subject(sheet: &Sheet<'_>, out: &mut Edits) {
    for subject in keys(sheet, "subject") {
        out.one(sheet.misspell(subject.value));
        for other in sheet.catalogue.of(Role::Subject) {
            let name = other.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            out.one(sheet.put(subject.value, name));
        }
    }
}

fn source(sheet: &Sheet<'_>, out: &mut Edits) {
    let mut sources =
        vec!["source: subject".to_owned(), "source: null_literal".to_owned(), "source: no_such".to_owned()];
    sources.extend(["id", "milestone", "parent"].map(|question| format!("source: find, find: {question}")));
    for input in sheet.below(&["input_schema", "properties"]) {
        sources.push(format!("source: input, from_input: {}", input.key.name));
        sources.push(format!("source: find, find: label, from_input: {}", input.key.name));
        sources.push(format!("source: find, find: milestone, from_input: {}", input.key.name));
    }
    for inject in injects(sheet) {
        let target = entry(inject, "target").and_then(|target| text_of(target.value)).unwrap_or_default();
        out.some(sources.iter().map(|source| sheet.put(inject, format!("{{ target: {target}, {source} }}"))));
    }
}

fn path_misspelt(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in ["path", "nodes_path"].iter().flat_map(|key| keys(sheet, key)) {
        each_segment(sheet, path.value, out, with_typo);
    }
}

fn path_shortened(sheet: &Sheet<'_>, out: &mut Edits) {
    for path in ["path", "nodes_path"].iter().flat_map(|key| keys(sheet, key)) {
        each_segment(sheet, path.value, out, without);
    }
}

fn lookup(sheet: &Sheet<'_>, out: &mut Edits) {
    out.some(keys(sheet, "lookup").iter().map(|lookup| sheet.misspell(lookup.value)));
}

fn map_array(sheet: &Sheet<'_>, out: &mut Edits) {
    for field in ["match_field", "extract_field"].iter().flat_map(|key| keys(sheet, key)) {
        out.one(sheet.misspell(field.value));
        out.one(sheet.drop(field));
        let other = if text_of(field.value) == Some("id") { "name" } else { "id" };
        out.one(sheet.put(field.value, other));
    }
}
