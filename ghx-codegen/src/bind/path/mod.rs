//! Paths: `repository.issue.labels.nodes[].name`, followed through what a document selects.

mod problems;
mod walk;

use super::Binder;
use crate::{
    card::Located,
    model::Path,
    operation::{FieldShape, GraphqlType, Operation, Shape},
};
use walk::Walk;

/// What is at the end of a path.
pub(super) struct Resolved<'s> {
    pub(super) path: Path,
    /// The last field.
    pub(super) field: &'s FieldShape,
    /// The same leaf under other kinds.
    pub(super) also: Vec<&'s FieldShape>,
    /// Its type, or its elements' type after `[]`.
    pub(super) ty: GraphqlType,
    /// The type that the last field was selected on, narrowed.
    pub(super) parent: String,
    /// Null before the first `[]` (or anywhere, without one) is possible.
    pub(super) nullable: bool,
    /// The first field that may be null there.
    pub(super) null_at: Option<&'s FieldShape>,
    /// Null after the last `[]` is possible.
    pub(super) item_nullable: bool,
    /// Does the path contain `[]`?
    pub(super) list: bool,
}

impl Resolved<'_> {
    /// The kind of node that this is the id of.
    pub(super) fn kind(&self) -> Option<String> {
        (self.ty.name() == "ID" && self.field.name == "id").then(|| self.parent.clone())
    }
}

/// Where a path starts.
pub(super) struct Start<'s> {
    pub(super) operation: &'s Operation,
    pub(super) shape: &'s Shape,
    /// The number of steps to `shape`: 0 at the response's root.
    pub(super) depth: usize,
    /// The field that `shape` is selected below.
    pub(super) field: Option<&'s FieldShape>,
    /// Was `shape` reached through an anchor?
    pub(super) anchored: bool,
}

impl<'s> Start<'s> {
    pub(super) fn root(operation: &'s Operation) -> Self {
        Start { operation, shape: &operation.shape, depth: 0, field: None, anchored: true }
    }
}

struct Segment<'t> {
    key: &'t str,
    anchor: bool,
    each: bool,
}

fn segments(text: &str) -> Option<Vec<Segment<'_>>> {
    let valid = |key: &str| {
        key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    text.split('.')
        .map(|part| {
            let (part, each) = part.strip_suffix("[]").map_or((part, false), |p| (p, true));
            let (key, anchor) = part.strip_suffix('!').map_or((part, false), |p| (p, true));
            valid(key).then_some(Segment { key, anchor, each })
        })
        .collect()
}

/// Follows a path; a problem if the document does not select it.
pub(super) fn resolve<'s>(binder: &mut Binder<'_>, start: &Start<'s>, text: &Located<String>) -> Option<Resolved<'s>> {
    let operation = &start.operation.name;
    let Some(segments) = segments(&text.value) else {
        binder.fail(operation, problems::not_a_path(text));
        return None;
    };
    let mut walk = Walk::new(start);
    for (index, segment) in segments.iter().enumerate() {
        if let Err(problem) = walk.step(binder, segment, text.span, index + 1 == segments.len()) {
            binder.fail(operation, *problem);
            return None;
        }
    }
    walk.finish()
}
