//! Field minimisation: every selected leaf is used by an output or an inject.

use super::Binder;
use crate::{
    operation::{FieldShape, Shape},
    problem::{Code, Problem},
    source::Span,
};
use std::collections::{BTreeMap, BTreeSet};

/// Which leaves of which operation are used.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    used: BTreeMap<String, BTreeSet<usize>>,
    users: BTreeMap<String, BTreeSet<Span>>,
    incomplete: BTreeSet<String>,
}

impl Usage {
    /// A path of this operation ends at this field.
    pub(super) fn mark(&mut self, operation: &str, leaf: &FieldShape) {
        self.used.entry(operation.to_owned()).or_default().insert(leaf.id);
    }

    /// Paths of these operations end at these fields.
    pub(super) fn mark_all(&mut self, leaves: impl IntoIterator<Item = (String, usize)>) {
        for (operation, leaf) in leaves {
            self.used.entry(operation).or_default().insert(leaf);
        }
    }

    /// This operation is named here.
    pub(super) fn named(&mut self, operation: &str, at: Span) {
        self.users.entry(operation.to_owned()).or_default().insert(at);
    }

    /// A user of this operation has a problem: the fields that it would use are unknown.
    pub(super) fn incomplete(&mut self, operation: &str) {
        self.incomplete.insert(operation.to_owned());
    }
}

pub(super) fn check(binder: &mut Binder<'_>) {
    let mut unused = Vec::new();
    let none = BTreeSet::new();
    for operation in binder.operations.values() {
        if binder.usage.incomplete.contains(&operation.name) {
            continue;
        }
        let used = binder.usage.used.get(&operation.name).unwrap_or(&none);
        let mut fillers = BTreeSet::new();
        operation.shape.walk(&mut |field| fillers.extend(field.shape.as_ref().and_then(filler)));
        leaves(&operation.shape, &mut |field| {
            if !used.contains(&field.id) && !fillers.contains(&field.id) {
                unused.push((
                    field.span,
                    field.key.clone(),
                    field.parent.clone(),
                    operation.name.clone(),
                    operation.span,
                ));
            }
        });
    }
    for (span, key, parent, operation, at) in unused {
        let mut problem = Problem::error(
            Code::UnusedSelection,
            span,
            format!("`{key}` of `{parent}` is selected by `{operation}`, but nothing uses it"),
        )
        .label("not used by an output or an inject")
        .help("remove it from the selection, or add an output that uses it");
        if at.file != span.file {
            problem = problem.related(at, "selected through a fragment by this operation");
        }
        let users = binder.usage.users.get(&operation).into_iter().flatten();
        problem = users.fold(problem, |problem, user| problem.related(*user, "which is named here"));
        binder.problems.push(problem);
    }
}

/// Every leaf of a selection.
pub(super) fn leaves<'a>(shape: &'a Shape, visit: &mut dyn FnMut(&'a FieldShape)) {
    shape.walk(&mut |field| {
        if field.shape.is_none() {
            visit(field);
        }
    });
}

/// A payload must select something. If it has no fields of its own, that is `clientMutationId`, which is always null.
fn filler(payload: &Shape) -> Option<usize> {
    match payload.fields.as_slice() {
        [only] if only.name == "clientMutationId" && payload.on.is_empty() => Some(only.id),
        _ => None,
    }
}
