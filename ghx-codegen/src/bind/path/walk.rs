//! Following a path step by step.

use super::{Found, problems};
use crate::{
    bind::shape::{Selected, Shape},
    card::PathPart,
    model::{Narrow, Path, PathStep},
    operation::{self, FieldShape, GraphqlType, OperationKind},
    problem::{Code, Problem},
    source::Span,
};
use std::collections::BTreeSet;

#[allow(clippy::struct_excessive_bools, reason = "each is a fact about the path of its own")]
pub(super) struct Walk<'s> {
    shape: Shape<'s>,
    at: Span,
    code: Code,
    path: Path,
    element: Option<Shape<'s>>,
    also: Vec<&'s FieldShape>,
    nullable: bool,
    null_at: Option<(String, Option<Span>)>,
    item_nullable: bool,
    /// Is null at some step an error, on JSON?
    marked: bool,
    /// Are elements dropped in which the rest of the path is null?
    drops: bool,
}

/// A key of an object.
struct Member<'s> {
    shape: Shape<'s>,
    nullable: bool,
    /// Null there is an error, although it is not marked.
    anchor: bool,
    narrow: Option<Narrow>,
    also: Vec<&'s FieldShape>,
}

type Step<T> = Result<T, Box<Problem>>;

impl<'s> Walk<'s> {
    pub(super) fn new(start: &Shape<'s>, at: Span, code: Code) -> Self {
        Walk {
            shape: start.clone(),
            at,
            code,
            path: Path::default(),
            element: None,
            also: Vec::new(),
            nullable: matches!(start, Shape::Json { .. }) && start.nullable(),
            null_at: None,
            item_nullable: false,
            marked: false,
            drops: false,
        }
    }

    pub(super) fn step(&mut self, part: &PathPart, is_end: bool) -> Step<()> {
        let mut member = match &self.shape {
            _ if part.key.is_empty() => Member::here(&self.shape),
            Shape::Selected(at) => self.selected(at, part, is_end)?,
            Shape::Json { .. } => self.member(&part.key)?,
        };
        let list = member.shape.is_list();
        let enters = part.each || part.index.is_some();
        if enters && !list || list && !enters && !is_end {
            return Err(Box::new(problems::list_or_not(&member.shape, &part.key, self.at, self.code)));
        }
        if part.each && self.element.is_some() && matches!(self.shape, Shape::Json { .. }) {
            return Err(Box::new(problems::list_of_lists(self.at, self.code)));
        }
        if part.drops && self.element.is_none() {
            return Err(Box::new(problems::drops_without_list(&part.key, self.at, self.code)));
        }
        self.drops |= part.drops;
        let items = member.shape.items();
        if part.anchor && matches!(self.shape, Shape::Json { .. }) && self.path.steps.is_empty() {
            self.nullable = false; // Without a response nothing is there either.
        }
        self.null(&member, part);
        self.path.steps.push(PathStep {
            key: part.key.clone(),
            narrow: member.narrow.take(),
            ty: member.shape.type_name().to_owned(),
            list,
            null_items: items.as_ref().is_some_and(Shape::nullable),
            nullable: member.nullable,
            anchor: part.anchor || member.anchor,
            each: part.each,
            index: part.index,
            drops: part.drops,
        });
        self.also = member.also;
        self.shape = member.shape;
        let Some(items) = items else { return Ok(()) };
        if part.each {
            self.item_nullable |= matches!(items, Shape::Json { .. }) && items.nullable();
            self.element.get_or_insert(items.clone());
            self.shape = items;
        } else if let Some(index) = part.index {
            self.absent(&format!("{}[{index}]", part.key), &items);
            self.shape = items;
        }
        Ok(())
    }

    /// Null at this step is possible, and is not an error.
    fn null(&mut self, member: &Member<'s>, part: &PathPart) {
        let may_be_null =
            member.nullable && !part.anchor && !member.anchor || member.narrow.as_ref().is_some_and(|n| !n.anchor);
        self.marked |= member.nullable && part.anchor;
        if may_be_null {
            self.absent(&part.key, &member.shape);
        }
    }

    /// There may be nothing here.
    fn absent(&mut self, key: &str, shape: &Shape<'s>) {
        if self.element.is_some() {
            self.item_nullable |= !self.drops;
        } else {
            self.nullable = true;
            self.null_at.get_or_insert_with(|| (key.to_owned(), shape.selected()));
        }
    }

    /// A field of a selection.
    fn selected(&self, at: &Selected<'s>, part: &PathPart, is_end: bool) -> Step<Member<'s>> {
        let key = part.key.as_str();
        let Some(selection) = at.selection else {
            return Err(Box::new(problems::below_a_leaf(&self.shape, key, self.at, self.code)));
        };
        if key == "__typename" {
            return self.typename(at, selection);
        }
        let Some((field, narrowed)) = selection.field(key) else {
            return Err(Box::new(problems::not_selected(at, selection, key, self.at)));
        };
        let also = narrowed.filter(|_| is_end && field.shape.is_none()).map(|ty| selection.also(key, ty));
        let also: Vec<_> = also.into_iter().flatten().filter(|(other, _)| other.ty == field.ty).collect();
        let uncovered = uncovered_kinds(at, selection, key);
        let forgotten = uncovered.iter().find(|kind| at.schema.field(kind, &field.name).is_some());
        if let Some(kind) = forgotten.filter(|_| !also.is_empty()) {
            return Err(Box::new(problems::missing_under(field, selection, kind, self.at)));
        }
        // With one kind, any other is the wrong one; several are told apart.
        let is_only_kind = selection.on.len() == 1 || uncovered.is_empty();
        let narrow = narrowed.map(|ty| Narrow {
            ty: ty.to_owned(),
            also: also.iter().map(|(_, ty)| (*ty).to_owned()).collect(),
            beside_fields: !selection.fields.is_empty(),
            anchor: at.anchored && is_only_kind,
        });
        let nullable = field.ty.nullable() || !field.conditions.is_empty();
        let anchor = is_anchor(at, field);
        let shape = Shape::Selected(Selected {
            field: Some(field),
            ty: Some(field.ty.clone()),
            parent: narrow.as_ref().map_or(&field.parent, |narrow| &narrow.ty).clone(),
            selection: field.shape.as_ref(),
            depth: at.depth + 1,
            kinds: None,
            anchored: part.anchor || anchor || !nullable,
            ..at.clone()
        });
        Ok(Member { shape, nullable, anchor, narrow, also: also.iter().map(|(field, _)| *field).collect() })
    }

    /// The kind of an object, out of those that the selection tells apart.
    fn typename(&self, at: &Selected<'s>, selection: &'s operation::Shape) -> Step<Member<'s>> {
        let kinds: Vec<&str> = selection.on.iter().map(|on| on.ty.as_str()).collect();
        let all = at.schema.concrete(&selection.ty);
        if kinds.is_empty() || !kinds.iter().all(|kind| all.contains(*kind)) {
            return Err(Box::new(problems::kinds_are_unknown(&self.shape, selection, self.at)));
        }
        let nullable = all.iter().any(|kind| !kinds.contains(&kind.as_str()));
        let narrow = Narrow {
            ty: String::new(),
            also: kinds.iter().map(|kind| (*kind).to_owned()).collect(),
            beside_fields: !selection.fields.is_empty(),
            anchor: true,
        };
        let ty = Some(GraphqlType(apollo_compiler::ty!(String!)));
        let shape = Shape::Selected(Selected { ty, kinds: Some(kinds), selection: None, ..at.clone() });
        Ok(Member { shape, nullable, anchor: false, narrow: Some(narrow), also: Vec::new() })
    }

    /// A member of JSON.
    fn member(&self, key: &str) -> Step<Member<'s>> {
        let Shape::Json { described, .. } = &self.shape else { return Ok(Member::here(&self.shape)) };
        let Some(member) = described.member(key) else {
            let here = self.path.steps.last().map_or("", |step| step.key.as_str());
            return Err(Box::new(problems::no_member(described, here, key, (self.at, self.code))));
        };
        let nullable = member.nullable;
        let shape = Shape::Json { described: member, key: key.to_owned() };
        Ok(Member { shape, nullable, anchor: false, narrow: None, also: Vec::new() })
    }

    pub(super) fn finish(self) -> Step<Found<'s>> {
        let null = if self.element.is_some() { self.item_nullable } else { self.nullable };
        if self.marked && null && matches!(self.shape, Shape::Json { .. }) {
            return Err(Box::new(problems::marked_in_part(self.at, self.code)));
        }
        Ok(Found {
            path: self.path,
            shape: self.shape,
            element: self.element,
            also: self.also,
            nullable: self.nullable,
            null_at: self.null_at,
            item_nullable: self.item_nullable,
        })
    }
}

impl<'s> Member<'s> {
    fn here(shape: &Shape<'s>) -> Self {
        Member { shape: shape.clone(), nullable: false, anchor: false, narrow: None, also: Vec::new() }
    }
}

/// Null at these fields means that something was not found or could not be read; it is never a value.
fn is_anchor(at: &Selected<'_>, field: &FieldShape) -> bool {
    if !field.conditions.is_empty() || field.name == "clientMutationId" {
        return false;
    }
    let root = at.depth == 0;
    let payload = at.depth == 1 && at.operation.kind == OperationKind::Mutation;
    let connection = field.ty.name().ends_with("Connection");
    let members = field.parent.ends_with("Connection") && (field.name == "nodes" || field.name == "edges");
    let edge = field.parent.ends_with("Edge") && field.name == "node";
    root || payload || field.names_one || connection || members || edge
}

/// The kinds of an abstract type under which a leaf is not selected.
fn uncovered_kinds(at: &Selected<'_>, selection: &operation::Shape, key: &str) -> BTreeSet<String> {
    let selects = |on: &&operation::Shape| on.fields.iter().any(|field| field.key == key);
    let mut kinds = at.schema.concrete(&selection.ty);
    for on in selection.on.iter().filter(selects) {
        let covered = at.schema.concrete(&on.ty);
        kinds.retain(|kind| !covered.contains(kind));
    }
    kinds
}
