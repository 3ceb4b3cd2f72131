//! Following a path step by step.

use super::{Resolved, Segment, Start, problems};
use crate::{
    bind::Binder,
    model::{Narrow, Path, PathStep},
    operation::{FieldShape, Operation, OperationKind, Shape},
    problem::Problem,
    source::Span,
};

#[allow(clippy::struct_excessive_bools, reason = "each is one independent fact about the path so far")]
pub(super) struct Walk<'s> {
    start: &'s Operation,
    shape: Option<&'s Shape>,
    field: Option<&'s FieldShape>,
    depth: usize,
    anchored: bool,
    path: Path,
    also: Vec<&'s FieldShape>,
    parent: String,
    nullable: bool,
    null_at: Option<&'s FieldShape>,
    item_nullable: bool,
    list: bool,
}

impl<'s> Walk<'s> {
    pub(super) fn new(start: &Start<'s>) -> Self {
        Walk {
            start: start.operation,
            shape: Some(start.shape),
            field: start.field,
            depth: start.depth,
            anchored: start.anchored,
            path: Path::default(),
            also: Vec::new(),
            parent: start.shape.ty.clone(),
            nullable: false,
            null_at: None,
            item_nullable: false,
            list: false,
        }
    }

    pub(super) fn step(
        &mut self,
        binder: &Binder<'_>,
        segment: &Segment<'_>,
        at: Span,
        is_end: bool,
    ) -> Result<(), Box<Problem>> {
        let Some(shape) = self.shape else {
            let key = self.field.map_or("", |f| f.key.as_str());
            return Err(Box::new(problems::below_a_leaf(key, segment.key, self.place(), at)));
        };
        let Some((field, narrowed)) = shape.field(segment.key) else {
            let is_known = binder.schema.field(&shape.ty, segment.key).is_some();
            return Err(Box::new(problems::not_selected(self.start, shape, segment.key, is_known, (at, self.place()))));
        };
        let is_list = field.ty.is_list();
        if is_list != segment.each && !(is_list && is_end) {
            return Err(Box::new(problems::list_or_not(field, segment.key, at)));
        }
        let also = narrowed.filter(|_| is_end && field.shape.is_none()).map(|ty| shape.also(segment.key, ty));
        let also: Vec<_> = also.into_iter().flatten().filter(|(other, _)| other.ty == field.ty).collect();
        if let Some(kind) = uncovered_kind(binder, shape, segment.key).filter(|_| !also.is_empty()) {
            return Err(Box::new(problems::missing_under(field, shape, &kind, at)));
        }
        self.also = also.iter().map(|(field, _)| *field).collect();
        let narrow = narrowed.map(|ty| Narrow {
            ty: ty.to_owned(),
            also: also.iter().map(|(_, ty)| (*ty).to_owned()).collect(),
            beside_fields: !shape.fields.is_empty(),
            anchor: self.anchored,
        });
        self.advance(field, narrow, segment);
        Ok(())
    }

    /// Moves on to a selected field; with `narrow`, it is selected under a type condition.
    fn advance(&mut self, field: &'s FieldShape, narrow: Option<Narrow>, segment: &Segment<'_>) {
        let nullable = field.ty.nullable() || !field.conditions.is_empty();
        let anchor = segment.anchor || self.is_anchor(field);
        let may_be_null = (nullable && !anchor) || narrow.as_ref().is_some_and(|n| !n.anchor);
        self.nullable |= may_be_null && !self.list;
        self.null_at = self.null_at.or(Some(field).filter(|_| may_be_null && !self.list));
        self.item_nullable |= may_be_null && self.list;
        self.list |= segment.each;
        self.parent.clone_from(narrow.as_ref().map_or(&field.parent, |narrow| &narrow.ty));
        self.path.steps.push(PathStep {
            key: segment.key.to_owned(),
            narrow,
            ty: field.ty.clone(),
            nullable,
            anchor,
            each: segment.each,
        });
        self.anchored = anchor || !nullable;
        self.shape = field.shape.as_ref();
        self.field = Some(field);
        self.depth += 1;
    }

    /// Null at these fields means that something was not found or could not be read; it is never a value.
    fn is_anchor(&self, field: &FieldShape) -> bool {
        if !field.conditions.is_empty() {
            return false;
        }
        let root = self.depth == 0;
        let payload = self.depth == 1 && self.start.kind == OperationKind::Mutation;
        let connection = field.ty.name().ends_with("Connection");
        let members = field.parent.ends_with("Connection") && (field.name == "nodes" || field.name == "edges");
        let edge = field.parent.ends_with("Edge") && field.name == "node";
        root || payload || field.names_one || connection || members || edge
    }

    fn place(&self) -> Span {
        self.field.map_or(self.start.span, |field| field.span)
    }

    pub(super) fn finish(self) -> Option<Resolved<'s>> {
        let field = self.field?;
        let each = self.path.steps.last().is_some_and(|step| step.each);
        let ty = if each { field.ty.item()? } else { field.ty.clone() };
        Some(Resolved {
            field,
            also: self.also,
            ty,
            parent: self.parent,
            nullable: self.nullable,
            null_at: self.null_at,
            item_nullable: self.item_nullable,
            list: self.list,
            path: self.path,
        })
    }
}

/// A kind of an abstract type under which a leaf is not selected.
fn uncovered_kind(binder: &Binder<'_>, shape: &Shape, key: &str) -> Option<String> {
    let selects = |on: &&Shape| on.fields.iter().any(|field| field.key == key);
    let mut kinds = binder.schema.concrete(&shape.ty);
    for on in shape.on.iter().filter(selects) {
        let covered = binder.schema.concrete(&on.ty);
        kinds.retain(|kind| !covered.contains(kind));
    }
    kinds.into_iter().next()
}
