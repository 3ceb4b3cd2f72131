//! Positions in a document, and graphql-ruby's path from the operation down to a field or an argument.

use std::collections::HashMap;

use apollo_compiler::{
    ExecutableDocument, Node, ast,
    executable::{Field, Selection, SelectionSet},
};
use serde_json::{Value as Json, json};

/// Where a field starts, which is at its alias if it has one.
pub(crate) fn locations(document: &ExecutableDocument, field: &Field) -> Json {
    let start = field.alias.as_ref().unwrap_or(&field.name).location();
    match start.and_then(|span| span.line_column(&document.sources)) {
        Some(at) => json!([{ "line": at.line, "column": at.column }]),
        None => json!([]),
    }
}

/// Maps the position of a field's name, which the executor reports, to the position of its alias, which GitHub reports.
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

/// A part of the text, and where it is in the document.
#[derive(Debug)]
struct Span {
    start: usize,
    end: usize,
    place: Place,
}

/// Where something is, as graphql-ruby's messages describe it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// From the operation down to the field or argument.
    pub(crate) path: Vec<String>,
    /// The field, argument or fragment that contains it.
    pub(crate) field: String,
    pub(crate) argument: String,
    pub(crate) operation: String,
    /// The variable whose definition contains it.
    pub(crate) variable: String,
    /// Whether the field has selections as it is written.
    pub(crate) has_selections: bool,
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
                    let place = Place { path: vec![name.clone()], operation: name, ..Place::default() };
                    places.add(fragment.location(), &place);
                    places.selections(&fragment.selection_set, &place);
                }
                _ => {}
            }
        }
        places
    }

    /// The innermost place around an offset.
    pub(crate) fn at(&self, offset: usize) -> Place {
        let around = self.0.iter().filter(|span| span.start <= offset && offset < span.end);
        around.min_by_key(|span| span.end - span.start).map(|span| span.place.clone()).unwrap_or_default()
    }

    fn operation(&mut self, operation: &Node<ast::OperationDefinition>) {
        let kind = operation.operation_type.name();
        let root = operation.name.as_ref().map_or_else(|| kind.to_owned(), |name| format!("{kind} {name}"));
        let name = operation.name.as_ref().map_or_else(|| format!("anonymous {kind}"), ToString::to_string);
        let place = Place { path: vec![root], operation: name, ..Place::default() };
        self.add(operation.location(), &place);
        for variable in &operation.variables {
            let place = Place { variable: variable.name.to_string(), ..place.clone() };
            self.add(variable.location(), &place);
        }
        self.selections(&operation.selection_set, &place);
    }

    fn selections(&mut self, selections: &[ast::Selection], place: &Place) {
        for selection in selections {
            match selection {
                ast::Selection::Field(field) => self.field(field, place),
                ast::Selection::FragmentSpread(spread) => {
                    self.add(spread.location(), &place.below(format!("... {}", spread.fragment_name)));
                }
                ast::Selection::InlineFragment(inline) => {
                    let on =
                        inline.type_condition.as_ref().map_or_else(|| "...".to_owned(), |on| format!("... on {on}"));
                    let place = place.below(on);
                    self.add(inline.location(), &place);
                    self.selections(&inline.selection_set, &place);
                }
            }
        }
    }

    fn field(&mut self, field: &Node<ast::Field>, place: &Place) {
        let mut place = place.below(field.response_name().to_string());
        place.field = field.name.to_string();
        place.has_selections = !field.selection_set.is_empty();
        self.add(field.location(), &place);
        for argument in &field.arguments {
            let mut place = place.below(argument.name.to_string());
            place.argument = argument.name.to_string();
            self.add(argument.location(), &place);
        }
        self.selections(&field.selection_set, &place);
    }

    fn add(&mut self, span: Option<apollo_compiler::parser::SourceSpan>, place: &Place) {
        if let Some(span) = span {
            self.0.push(Span { start: span.offset(), end: span.end_offset(), place: place.clone() });
        }
    }
}

impl Place {
    fn below(&self, step: String) -> Self {
        let mut place = self.clone();
        place.path.push(step);
        place
    }
}
