//! The parts of `rest` and `cli` that kinds corrupt.

use ghx_codegen::yaml::Node;

use crate::mutants::yaml::{Entry, Sheet, entries, entry, items, text_of};

/// The calls of `rest`.
pub(super) fn endpoints<'a>(sheet: &Sheet<'a>) -> &'a [Node] {
    sheet.find(&["rest", "endpoints"]).map_or(&[], |list| items(list.value))
}

/// The entries of one part of every call: `parameters`, `body`.
pub(super) fn of_calls<'a>(sheet: &Sheet<'a>, part: &str) -> Vec<Entry<'a>> {
    endpoints(sheet).iter().filter_map(|call| entry(call, part)).flat_map(|found| entries(found.value)).collect()
}

/// The flags of `cli`.
pub(super) fn flags<'a>(sheet: &Sheet<'a>) -> Vec<Entry<'a>> {
    sheet.below(&["cli", "flags"]).collect()
}

/// Every source of a value that is sent.
pub(super) fn sources<'a>(sheet: &Sheet<'a>) -> Vec<&'a Node> {
    let named = of_calls(sheet, "parameters").into_iter().chain(of_calls(sheet, "body")).chain(flags(sheet));
    let arguments = sheet.find(&["cli", "args"]).map_or(&[][..], |args| items(args.value));
    named.map(|source| source.value).chain(arguments).collect()
}

/// Whether a source is a fixed value, which nothing can contradict.
pub(super) fn is_literal(source: &Node) -> bool {
    entry(source, "literal").is_some()
}

/// The mappings of output entries of `rest` and `cli`: `output` itself and each `fields`.
pub(super) fn tables<'a>(sheet: &Sheet<'a>) -> Vec<&'a Node> {
    ["rest", "cli"].iter().flat_map(|route| tables_of(sheet, route)).collect()
}

/// The mappings of output entries of one route: `output` itself and each `fields`.
pub(super) fn tables_of<'a>(sheet: &Sheet<'a>, route: &str) -> Vec<&'a Node> {
    let mut out = Vec::new();
    if let Some(output) = sheet.find(&[route, "output"]) {
        collect(output.value, &mut out);
    }
    out
}

/// The entries of a mapping that are only a path.
pub(super) fn plain(table: &Node) -> Vec<Entry<'_>> {
    entries(table).filter(|found| text_of(found.value).is_some()).collect()
}

fn collect<'a>(table: &'a Node, out: &mut Vec<&'a Node>) {
    out.push(table);
    for fields in entries(table).filter_map(|found| entry(found.value, "fields")) {
        collect(fields.value, out);
    }
}

/// Every output entry, nested ones included.
pub(super) fn takes<'a>(sheet: &Sheet<'a>) -> Vec<Entry<'a>> {
    tables(sheet).into_iter().flat_map(entries).collect()
}

/// One part of the output entries that have it.
pub(super) fn of_takes<'a>(sheet: &Sheet<'a>, part: &str) -> Vec<Entry<'a>> {
    takes(sheet).iter().filter_map(|take| entry(take.value, part)).collect()
}

/// The lists of guards and of `keep` conditions.
pub(super) fn condition_lists<'a>(sheet: &Sheet<'a>) -> Vec<Entry<'a>> {
    let calls = endpoints(sheet).iter().filter_map(|call| entry(call, "guard"));
    calls.chain(sheet.find(&["cli", "guard"])).chain(of_takes(sheet, "keep")).collect()
}

/// Every guard and every `keep` condition.
pub(super) fn conditions<'a>(sheet: &Sheet<'a>) -> Vec<&'a Node> {
    condition_lists(sheet).iter().flat_map(|list| items(list.value)).collect()
}

/// The names that a source can use: inputs of the card, and the inputs that address its subject by number.
pub(super) fn input_names(sheet: &Sheet<'_>) -> Vec<String> {
    let own = sheet.below(&["input_schema", "properties"]).map(|input| input.key.name.clone());
    let subject = sheet.find(&["subject"]).and_then(|subject| text_of(subject.value));
    let number = match subject {
        Some("issue") => Some("issueNumber"),
        Some("pr") => Some("prNumber"),
        _ => None,
    };
    own.chain(["owner", "name"].into_iter().chain(number).map(str::to_owned)).collect()
}
