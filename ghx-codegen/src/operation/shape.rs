//! What an operation selects, with fragments merged in: the tree that output and inject paths are followed through.

use crate::{schema::Schema, source::Span};
use apollo_compiler::{
    Node,
    ast::{Argument, Type},
    executable::{self, ExecutableDocument, Selection, SelectionSet},
};
use std::{cell::Cell, fmt};

/// A GraphQL type: a name inside lists and non-nulls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphqlType(pub Type);

impl GraphqlType {
    /// May it be null?
    pub fn nullable(&self) -> bool {
        !self.0.is_non_null()
    }

    /// The named type inside.
    pub fn name(&self) -> &str {
        self.0.inner_named_type().as_str()
    }

    /// Is it a list?
    pub fn is_list(&self) -> bool {
        self.0.is_list()
    }

    /// The type of a list's elements.
    pub fn item(&self) -> Option<GraphqlType> {
        self.is_list().then(|| GraphqlType(self.0.item_type().clone()))
    }
}

impl fmt::Display for GraphqlType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A selection on one type.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The type selected on.
    pub ty: String,
    /// Fields selected on it, one per response key.
    pub fields: Vec<FieldShape>,
    /// Selections that hold only for some of its kinds.
    pub on: Vec<Shape>,
    /// Where the fragments that are spread in it are defined.
    pub fragments: Vec<Span>,
}

/// One selected field.
#[derive(Clone, Debug)]
pub struct FieldShape {
    /// Unlike its place, its own: a fragment that is spread twice selects two fields at one place.
    pub id: usize,
    /// The name in the response.
    pub key: String,
    /// The name in the schema.
    pub name: String,
    /// The type it is a field of.
    pub parent: String,
    /// Its type.
    pub ty: GraphqlType,
    /// Its arguments as written.
    pub arguments: Vec<Node<Argument>>,
    /// `@include`/`@skip`: it may be absent.
    pub conditions: Vec<Node<apollo_compiler::ast::Directive>>,
    /// Does it have a required argument, so that it selects one object?
    pub names_one: bool,
    /// GitHub's deprecation notice.
    pub deprecated: Option<String>,
    /// What is selected below it; `None` for leaves.
    pub shape: Option<Shape>,
    /// Where it is selected.
    pub span: Span,
}

impl Shape {
    /// The field with that response key on the type itself, or under exactly one type condition.
    pub fn field(&self, key: &str) -> Option<(&FieldShape, Option<&str>)> {
        if let Some(field) = self.fields.iter().find(|f| f.key == key) {
            return Some((field, None));
        }
        self.on
            .iter()
            .find_map(|shape| shape.fields.iter().find(|f| f.key == key).map(|f| (f, Some(shape.ty.as_str()))))
    }

    /// The other kinds under which the same field is selected, if [`Shape::field`] found it under `found`.
    pub fn also(&self, key: &str, found: &str) -> Vec<(&FieldShape, &str)> {
        let others = self.on.iter().filter(|shape| shape.ty != found);
        let leaf =
            |shape: &'_ Shape| -> Option<usize> { shape.fields.iter().position(|f| f.key == key && f.shape.is_none()) };
        others.filter_map(|shape| Some((&shape.fields[leaf(shape)?], shape.ty.as_str()))).collect()
    }

    /// Every response key that [`Shape::field`] finds.
    pub fn keys(&self) -> Vec<&str> {
        self.fields.iter().chain(self.on.iter().flat_map(|s| &s.fields)).map(|f| f.key.as_str()).collect()
    }

    /// Every field below, depth first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a FieldShape)) {
        for field in &self.fields {
            visit(field);
            if let Some(shape) = &field.shape {
                shape.walk(visit);
            }
        }
        for shape in &self.on {
            shape.walk(visit);
        }
    }
}

/// Builds shapes from validated selections.
pub(super) struct ShapeBuilder<'a> {
    pub(super) schema: &'a Schema,
    pub(super) document: &'a ExecutableDocument,
    pub(super) place: &'a dyn Fn(Option<apollo_compiler::parser::SourceSpan>) -> Span,
    /// How many fields there are so far.
    pub(super) count: Cell<usize>,
}

impl ShapeBuilder<'_> {
    pub(super) fn build(&self, set: &SelectionSet) -> Shape {
        let mut shape = Shape { ty: set.ty.to_string(), fields: Vec::new(), on: Vec::new(), fragments: Vec::new() };
        self.merge(&mut shape, set);
        shape
    }

    fn merge(&self, shape: &mut Shape, set: &SelectionSet) {
        for selection in &set.selections {
            match selection {
                Selection::Field(field) => self.merge_field(shape, set, field),
                Selection::InlineFragment(inline) => {
                    let condition = inline.type_condition.as_ref().map_or(shape.ty.as_str(), |t| t.as_str()).to_owned();
                    self.merge_conditioned(shape, &condition, &inline.selection_set);
                }
                Selection::FragmentSpread(spread) => {
                    if let Some(fragment) = self.document.fragments.get(&spread.fragment_name) {
                        shape.fragments.push((self.place)(fragment.name.location()));
                        self.merge_conditioned(shape, fragment.type_condition().as_str(), &fragment.selection_set);
                    }
                }
            }
        }
    }

    /// A condition that is always true does not count.
    fn merge_conditioned(&self, shape: &mut Shape, condition: &str, set: &SelectionSet) {
        let always =
            condition == shape.ty || self.schema.concrete(&shape.ty).is_subset(&self.schema.concrete(condition));
        if always {
            return self.merge(shape, set);
        }
        if let Some(existing) = shape.on.iter_mut().find(|s| s.ty == condition) {
            return self.merge(existing, set);
        }
        let mut conditioned =
            Shape { ty: condition.to_owned(), fields: Vec::new(), on: Vec::new(), fragments: Vec::new() };
        self.merge(&mut conditioned, set);
        shape.on.push(conditioned);
    }

    fn merge_field(&self, shape: &mut Shape, set: &SelectionSet, field: &Node<executable::Field>) {
        let key = field.response_key().to_string();
        if key == "__typename" && field.name == "__typename" {
            return;
        }
        let below = (!field.selection_set.is_empty()).then(|| self.build(&field.selection_set));
        if let Some(existing) = shape.fields.iter_mut().find(|f| f.key == key) {
            if let (Some(existing), Some(_)) = (&mut existing.shape, &below) {
                self.merge(existing, &field.selection_set);
            }
            return;
        }
        self.count.set(self.count.get() + 1);
        shape.fields.push(FieldShape {
            id: self.count.get(),
            key,
            name: field.name.to_string(),
            parent: set.ty.to_string(),
            ty: GraphqlType(field.definition.ty.clone()),
            arguments: field.arguments.clone(),
            conditions: field.directives.iter().filter(|d| d.name == "include" || d.name == "skip").cloned().collect(),
            names_one: field.definition.arguments.iter().any(|a| a.is_required()),
            deprecated: deprecation(&field.definition),
            shape: below,
            span: (self.place)(field.alias.as_ref().unwrap_or(&field.name).location()),
        });
    }
}

fn deprecation(definition: &apollo_compiler::ast::FieldDefinition) -> Option<String> {
    let directive = definition.directives.get("deprecated")?;
    let reason = directive.specified_argument_by_name("reason").and_then(|v| v.as_str().map(str::to_owned));
    Some(reason.unwrap_or_else(|| "No reason given.".to_owned()))
}
