//! Paths: `repository.issue.labels.nodes[].name`, followed through what a document selects.

use super::Binder;
use crate::{
    card::Located,
    model::{Narrow, Path, PathStep},
    operation::{FieldShape, GraphqlType, Operation, OperationKind, Shape},
    problem::{Code, Problem},
    source::Span,
    suggest,
};

/// What stands at the end of a path.
pub(super) struct Resolved<'s> {
    pub(super) path: Path,
    /// The last field.
    pub(super) field: &'s FieldShape,
    /// The same leaf under other kinds.
    pub(super) also: Vec<&'s FieldShape>,
    /// Its type, or its elements' type after `[]`.
    pub(super) ty: GraphqlType,
    /// The kind of thing that the last field was selected on, narrowed.
    pub(super) parent: String,
    /// Null before the first `[]` (or anywhere, without one) is possible.
    pub(super) nullable: bool,
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
    /// Steps that lead to `shape`: 0 at the response's root.
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

/// Follows a path and reports where it leads nowhere.
pub(super) fn resolve<'s>(binder: &mut Binder<'_>, start: &Start<'s>, text: &Located<String>) -> Option<Resolved<'s>> {
    let operation = &start.operation.name;
    let Some(segments) = segments(&text.value) else {
        binder.fail(
            operation,
            Problem::error(Code::PathNotSelected, text.span, format!("`{}` is not a path", text.value))
                .label("not a path")
                .help("write response keys joined by dots; `[]` after a list, `!` after a field that must not be null"),
        );
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

#[allow(clippy::struct_excessive_bools, reason = "each is one independent fact about the path so far")]
struct Walk<'s> {
    start: &'s Operation,
    shape: Option<&'s Shape>,
    field: Option<&'s FieldShape>,
    depth: usize,
    anchored: bool,
    path: Path,
    also: Vec<&'s FieldShape>,
    parent: String,
    nullable: bool,
    item_nullable: bool,
    list: bool,
}

impl<'s> Walk<'s> {
    fn new(start: &Start<'s>) -> Self {
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
            item_nullable: false,
            list: false,
        }
    }

    fn step(&mut self, binder: &Binder<'_>, segment: &Segment<'_>, at: Span, is_end: bool) -> Result<(), Box<Problem>> {
        let Some(shape) = self.shape else {
            let key = self.field.map_or("", |f| f.key.as_str());
            return Err(Box::new(
                Problem::error(
                    Code::PathNotSelected,
                    at,
                    format!("`{}` has no fields, so `{}` cannot follow it", key, segment.key),
                )
                .label("leads on where nothing can follow")
                .related(self.place(), "this field is a leaf")
                .help(format!("end the path at `{key}`")),
            ));
        };
        let Some((field, narrowed)) = shape.field(segment.key) else {
            return Err(Box::new(self.not_selected(binder, shape, segment.key, at)));
        };
        Self::check_list(field, segment, at, is_end)?;
        let also = narrowed.filter(|_| is_end && field.shape.is_none()).map(|ty| shape.also(segment.key, ty));
        let also: Vec<_> = also.into_iter().flatten().filter(|(other, _)| other.ty == field.ty).collect();
        if let Some(kind) = uncovered_kind(binder, shape, segment.key).filter(|_| !also.is_empty()) {
            return Err(Box::new(missing_under(field, shape, &kind, at)));
        }
        self.also = also.iter().map(|(field, _)| *field).collect();
        let narrow = narrowed.map(|ty| Narrow {
            ty: ty.to_owned(),
            also: also.iter().map(|(_, ty)| (*ty).to_owned()).collect(),
            beside_fields: !shape.fields.is_empty(),
            anchor: self.anchored,
        });
        let nullable = field.ty.nullable() || !field.conditions.is_empty();
        let anchor = segment.anchor || self.is_anchor(field);
        let may_be_null = (nullable && !anchor) || narrow.as_ref().is_some_and(|n| !n.anchor);
        self.nullable |= may_be_null && !self.list;
        self.item_nullable |= may_be_null && self.list;
        self.list |= segment.each;
        self.parent = narrowed.unwrap_or(&field.parent).to_owned();
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
        Ok(())
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

    fn check_list(field: &FieldShape, segment: &Segment<'_>, at: Span, is_end: bool) -> Result<(), Box<Problem>> {
        let is_list = field.ty.is_list();
        if is_list == segment.each || (is_list && is_end) {
            return Ok(());
        }
        let (message, help) = if is_list {
            (format!("`{}` is a list", segment.key), format!("write `{}[]` to go on for each element", segment.key))
        } else {
            (format!("`{}` is not a list", segment.key), format!("write `{}` without `[]`", segment.key))
        };
        Err(Box::new(
            Problem::error(Code::ListMismatch, at, message)
                .label(format!("`{}` has type `{}`", segment.key, field.ty))
                .related(field.span, "selected here")
                .help(help),
        ))
    }

    fn place(&self) -> Span {
        self.field.map_or(self.start.span, |field| field.span)
    }

    fn not_selected(&self, binder: &Binder<'_>, shape: &Shape, key: &str, at: Span) -> Problem {
        let known = binder.schema.field(&shape.ty, key).is_some();
        let message = if known {
            format!("`{key}` is not selected on `{}` by `{}`", shape.ty, self.start.name)
        } else {
            format!("`{}` selects no `{key}` on `{}`", self.start.name, shape.ty)
        };
        let help = match (suggest::nearest(key, shape.keys()), known) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, true) => format!("select `{key}` in the document, or correct the path"),
            (None, false) => suggest::help(key, "selected field", shape.keys()),
        };
        let problem = Problem::error(Code::PathNotSelected, at, message)
            .label("not in the document's selection")
            .related(self.place(), "the selection is here")
            .help(help);
        let fragments = shape.fragments.iter().chain(shape.on.iter().flat_map(|on| &on.fragments));
        fragments.fold(problem, |problem, fragment| problem.related(*fragment, "this fragment is part of it"))
    }

    fn finish(self) -> Option<Resolved<'s>> {
        let field = self.field?;
        let each = self.path.steps.last().is_some_and(|step| step.each);
        let ty = if each { field.ty.item()? } else { field.ty.clone() };
        Some(Resolved {
            field,
            also: self.also,
            ty,
            parent: self.parent,
            nullable: self.nullable,
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

/// A leaf that is selected under some kinds only: things of the other kinds would be passed over.
fn missing_under(field: &FieldShape, shape: &Shape, kind: &str, at: Span) -> Problem {
    let key = &field.key;
    let message = format!("`{key}` is selected under several kinds of `{}`, but not under `{kind}`", shape.ty);
    let problem = Problem::error(Code::PathNotSelected, at, message)
        .label(format!("a `{kind}` would be passed over"))
        .related(field.span, "selected under another kind here")
        .help(format!("add `... on {kind} {{ {key} }}` to the selection"));
    shape.fragments.iter().fold(problem, |problem, fragment| problem.related(*fragment, "this fragment is part of it"))
}
