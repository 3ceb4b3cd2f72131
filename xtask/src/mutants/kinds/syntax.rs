//! Files that are no longer well formed.

use ghx_codegen::yaml::{Node, Value};

use super::{Edits, Kind, document, sheet};
use crate::mutants::{
    apply::Edit,
    graphql::Page,
    yaml::{Sheet, entries, items},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &sheet("yaml-bracket", "a closing bracket is removed", bracket),
    &sheet("yaml-indent", "a line is indented by one more space", indent),
    &sheet("yaml-colon", "the colon after a key of the first two levels is removed", colon),
    &document("graphql-brace", "a brace is removed", brace),
];

fn bracket(sheet: &Sheet<'_>, out: &mut Edits) {
    flows(sheet, sheet.root, out);
}

fn flows(sheet: &Sheet<'_>, node: &Node, out: &mut Edits) {
    if matches!(node.value, Value::Map(_) | Value::List(_)) && sheet.is_flow(node) {
        let end = sheet.end(node);
        out.one(Edit::cut(end - 1..end));
    }
    entries(node).for_each(|entry| flows(sheet, entry.value, out));
    for item in items(node) {
        flows(sheet, item, out);
    }
}

fn indent(sheet: &Sheet<'_>, out: &mut Edits) {
    for (_, entry) in sheet.all() {
        let start = entry.key.span.start;
        let line = start - sheet.column(start);
        if !sheet.is_flow(entry.map) && sheet.text[line..start].trim().is_empty() {
            out.one(Edit::insert(line, " "));
        }
    }
}

fn colon(sheet: &Sheet<'_>, out: &mut Edits) {
    for (path, entry) in sheet.all() {
        let end = entry.key.span.end;
        if path.len() <= 2 && sheet.text[end..].starts_with(':') {
            out.one(Edit::cut(end..end + 1));
        }
    }
}

fn brace(page: &Page<'_>, out: &mut Edits) {
    let code = page.text.split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some((*at - line.len(), line))
    });
    for (start, line) in code.filter(|(_, line)| !line.trim_start().starts_with('#')) {
        out.some(line.match_indices(['{', '}']).map(|(at, found)| Edit::cut(start + at..start + at + found.len())));
    }
}
