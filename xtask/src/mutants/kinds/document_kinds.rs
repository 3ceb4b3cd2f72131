//! Documents: the operations themselves.

use apollo_compiler::ast::OperationType;

use super::{Edits, Kind, document};
use crate::mutants::{
    apply::{Edit, slice},
    graphql::{Page, misspell, name, range},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &document("operation-renamed", "an operation is renamed, or its name is removed", renamed),
    &document("operation-kind", "a query becomes a mutation, or the reverse", kind),
    &document("operation-twice", "an operation is defined twice in its document", twice),
    &document("operation-dropped", "an operation is removed from its document", dropped),
];

fn renamed(page: &Page<'_>, out: &mut Edits) {
    for at in page.operations().filter_map(|operation| operation.name.as_ref()).map(name) {
        out.some([misspell(&at), Edit::cut(at)]);
    }
}

fn kind(page: &Page<'_>, out: &mut Edits) {
    for operation in page.operations() {
        let (word, other) = match operation.operation_type {
            OperationType::Mutation => ("mutation", "query"),
            _ => ("query", "mutation"),
        };
        let start = range(operation.location()).start;
        out.some([other, "subscription"].map(|kind| Edit::replace(start..start + word.len(), kind)));
    }
}

fn twice(page: &Page<'_>, out: &mut Edits) {
    for operation in page.operations() {
        let at = range(operation.location());
        out.one(Edit::insert(at.start, format!("{}\n\n", slice(page.text, &at))));
    }
}

fn dropped(page: &Page<'_>, out: &mut Edits) {
    out.some(page.operations().map(|operation| Edit::cut(range(operation.location()))));
}
