//! Paths: `repository.issue.labels.nodes[].name`, followed through the shape of a response.

mod problems;
mod walk;

use super::{
    Binder,
    shape::{Selected, Shape},
};
use crate::{
    card::{Located, parse_path},
    model::Path,
    operation::{self, FieldShape, GraphqlType, Operation},
    problem::{Code, Problem},
    source::Span,
};
use walk::Walk;

/// What is at the end of a path.
#[derive(Debug)]
pub(super) struct Found<'s> {
    pub(super) path: Path,
    /// What is there, or the elements after `[]`.
    pub(super) shape: Shape<'s>,
    /// The elements of the list that the path goes through.
    pub(super) element: Option<Shape<'s>>,
    /// The same leaf under other kinds.
    pub(super) also: Vec<&'s FieldShape>,
    /// Null before the first `[]` (or anywhere, without one) is possible, and is not an error.
    pub(super) nullable: bool,
    /// The first key that may be null there, and where it is selected.
    pub(super) null_at: Option<(String, Option<Span>)>,
    /// Null after the last `[]` is possible, and is not an error.
    pub(super) item_nullable: bool,
}

impl Found<'_> {
    /// Does the path contain `[]`?
    pub(super) fn list(&self) -> bool {
        self.element.is_some()
    }
}

/// Follows a path from a place; a problem if the response does not have it. `code` is for keys that it does not have.
pub(super) fn follow<'s>(start: &Shape<'s>, text: &Located<String>, code: Code) -> Result<Found<'s>, Box<Problem>> {
    let parts = parse_path(&text.value).filter(|parts| !parts[0].key.is_empty() || matches!(start, Shape::Json { .. }));
    let Some(parts) = parts else { return Err(Box::new(problems::not_a_path(text, code))) };
    let mut walk = Walk::new(start, text.span, code);
    for (index, part) in parts.iter().enumerate() {
        walk.step(part, index + 1 == parts.len())?;
    }
    walk.finish()
}

/// A path to one value, without `[]` and `!`.
pub(super) fn plain<'s>(start: &Shape<'s>, text: &Located<String>, code: Code) -> Result<Found<'s>, Box<Problem>> {
    if text.value.contains(['[', '!', '?']) {
        return Err(Box::new(problems::not_plain(text, code)));
    }
    follow(start, text, code)
}

/// What is at the end of a path through a selection.
pub(super) struct Resolved<'s> {
    pub(super) path: Path,
    /// The last field.
    pub(super) field: &'s FieldShape,
    /// Its type, or its elements' type after `[]`.
    pub(super) ty: GraphqlType,
    /// The same leaf under other kinds.
    pub(super) also: Vec<&'s FieldShape>,
    /// Null after the last `[]` is possible.
    pub(super) item_nullable: bool,
    /// Does the path contain `[]`?
    pub(super) list: bool,
    kind: Option<String>,
}

impl Resolved<'_> {
    /// The kind of node that this is the id of.
    pub(super) fn kind(&self) -> Option<String> {
        self.kind.clone()
    }
}

/// Where a path through a selection starts.
pub(super) struct Start<'s> {
    pub(super) operation: &'s Operation,
    pub(super) shape: &'s operation::Shape,
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

/// Follows a path through a selection; a problem if the document does not select it.
pub(super) fn resolve<'s, 'b: 's>(
    binder: &mut Binder<'b>,
    start: &Start<'s>,
    text: &Located<String>,
) -> Option<Resolved<'s>> {
    let at = Selected {
        schema: binder.schema,
        operation: start.operation,
        field: start.field,
        ty: None,
        parent: start.shape.ty.clone(),
        kinds: None,
        selection: Some(start.shape),
        depth: start.depth,
        anchored: start.anchored,
    };
    match follow(&Shape::Selected(at), text, Code::PathNotSelected) {
        Ok(found) => {
            let Shape::Selected(end) = &found.shape else { return None };
            let (field, ty) = (end.field?, end.ty.clone()?);
            let (list, kind) = (found.list(), found.shape.kind());
            let (also, item_nullable) = (found.also, found.item_nullable);
            Some(Resolved { path: found.path, field, ty, also, item_nullable, list, kind })
        }
        Err(problem) => {
            binder.fail(&start.operation.name, *problem);
            None
        }
    }
}
