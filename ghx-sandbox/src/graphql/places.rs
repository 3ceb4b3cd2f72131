//! Where in a document something is: graphql-ruby's path from the operation down to a field or an argument.

use std::collections::HashMap;

use apollo_compiler::{
    ExecutableDocument, Node, ast,
    executable::{Field, Selection, SelectionSet},
};
use serde_json::{Value as Json, json};

use super::static_errors::Place;

/// Where a field starts, which is at its alias if it has one.
pub(crate) fn locations(document: &ExecutableDocument, field: &Field) -> Json {
    let start = field.alias.as_ref().unwrap_or(&field.name).location();
    match start.and_then(|span| span.line_column(&document.sources)) {
        Some(at) => json!([{ "line": at.line, "column": at.column }]),
        None => json!([]),
    }
}

/// The executor says where the name of a field is, GitHub where the field starts: from the one to the other.
pub(crate) fn starts_by_name(document: &ExecutableDocument) -> HashMap<(usize, usize), Json> {
    let mut starts = HashMap::new();
    let operations = document.operations.iter().map(|operation| &operation.selection_set);
    for set in operations.chain(document.fragments.values().map(|fragment| &fragment.selection_set)) {
        add_starts(document, set, &mut starts);
    }
    starts
}

fn add_starts(document: &ExecutableDocument, set: &SelectionSet, starts: &mut HashMap<(usize, usize), Json>) {
    for selection in &set.selections {
        match selection {
            Selection::Field(field) => {
                if let Some(at) = field.name.location().and_then(|span| span.line_column(&document.sources)) {
                    starts.insert((at.line, at.column), locations(document, field));
                }
                add_starts(document, &field.selection_set, starts);
            }
            Selection::InlineFragment(inline) => add_starts(document, &inline.selection_set, starts),
            Selection::FragmentSpread(_) => {}
        }
    }
}

/// The spans of a document with their paths.
#[derive(Debug, Default)]
pub(crate) struct Places(Vec<Span>);

#[derive(Debug)]
struct Span {
    start: usize,
    end: usize,
    path: Vec<String>,
    field: String,
    argument: String,
    operation: String,
    variable: String,
    has_selections: bool,
}

/// The way down to a selection.
#[derive(Clone, Default)]
struct Way {
    path: Vec<String>,
    field: String,
    argument: String,
    operation: String,
    variable: String,
    has_selections: bool,
}

impl Places {
    pub(crate) fn of(text: &str) -> Self {
        let document = match ast::Document::parse(text, "request.graphql") {
            Ok(document) => document,
            Err(problems) => problems.partial,
        };
        let mut places = Self::default();
        for definition in &document.definitions {
            match definition {
                ast::Definition::OperationDefinition(operation) => places.operation(operation),
                ast::Definition::FragmentDefinition(fragment) => {
                    let name = format!("fragment {}", fragment.name);
                    let way = Way { path: vec![name.clone()], operation: name, ..Way::default() };
                    places.add(fragment.location(), &way);
                    places.selections(&fragment.selection_set, &way);
                }
                _ => {}
            }
        }
        places
    }

    /// The innermost place around an offset.
    pub(crate) fn at(&self, offset: usize) -> Place {
        let around = self.0.iter().filter(|span| span.start <= offset && offset < span.end);
        let Some(span) = around.min_by_key(|span| span.end - span.start) else { return Place::default() };
        Place {
            path: span.path.clone(),
            field: span.field.clone(),
            argument: span.argument.clone(),
            operation: span.operation.clone(),
            variable: span.variable.clone(),
            has_selections: span.has_selections,
        }
    }

    fn operation(&mut self, operation: &Node<ast::OperationDefinition>) {
        let kind = operation.operation_type.name();
        let root = operation.name.as_ref().map_or_else(|| kind.to_owned(), |name| format!("{kind} {name}"));
        let name = operation.name.as_ref().map_or_else(|| format!("anonymous {kind}"), ToString::to_string);
        let way = Way { path: vec![root], operation: name, ..Way::default() };
        self.add(operation.location(), &way);
        for variable in &operation.variables {
            let way = Way { variable: variable.name.to_string(), ..way.clone() };
            self.add(variable.location(), &way);
        }
        self.selections(&operation.selection_set, &way);
    }

    fn selections(&mut self, selections: &[ast::Selection], way: &Way) {
        for selection in selections {
            match selection {
                ast::Selection::Field(field) => self.field(field, way),
                ast::Selection::FragmentSpread(spread) => {
                    self.add(spread.location(), &way.below(format!("... {}", spread.fragment_name)));
                }
                ast::Selection::InlineFragment(inline) => {
                    let on =
                        inline.type_condition.as_ref().map_or_else(|| "...".to_owned(), |on| format!("... on {on}"));
                    let way = way.below(on);
                    self.add(inline.location(), &way);
                    self.selections(&inline.selection_set, &way);
                }
            }
        }
    }

    fn field(&mut self, field: &Node<ast::Field>, way: &Way) {
        let mut way = way.below(field.response_name().to_string());
        way.field = field.name.to_string();
        way.has_selections = !field.selection_set.is_empty();
        self.add(field.location(), &way);
        for argument in &field.arguments {
            let mut way = way.below(argument.name.to_string());
            way.argument = argument.name.to_string();
            self.add(argument.location(), &way);
        }
        self.selections(&field.selection_set, &way);
    }

    fn add(&mut self, span: Option<apollo_compiler::parser::SourceSpan>, way: &Way) {
        let Some(span) = span else { return };
        let Way { path, field, argument, operation, variable, has_selections } = way.clone();
        let (start, end) = (span.offset(), span.end_offset());
        self.0.push(Span { start, end, path, field, argument, operation, variable, has_selections });
    }
}

impl Way {
    fn below(&self, step: String) -> Self {
        let mut way = self.clone();
        way.path.push(step);
        way
    }
}
