//! Validating a document, and what it selects.

use super::{Reading, fragments::Fragments};
use crate::{
    operation::{Operation, OperationKind, rules, shape::ShapeBuilder, variables},
    problem::{Code, Problem},
    schema::Schema,
    source::{FileId, Sources, Span},
    suggest,
};
use apollo_compiler::{
    ExecutableDocument,
    ast::{self, OperationType},
    diagnostic::ToCliReport as _,
    parser::{Parser, SourceSpan},
    validation::{DiagnosticList, Valid},
};

const PINNED_SCHEMA: &str =
    "ghx uses a pinned copy of GitHub's schema: schema/github.graphql and schema/overlay.graphql in its repository";

/// The document with the fragments that it needs, if GitHub's schema allows it.
pub(super) fn validate(
    fragments: &Fragments,
    file: FileId,
    reading: &mut Reading<'_>,
) -> Option<Valid<ExecutableDocument>> {
    let schema = reading.schema;
    let errors = match validated(fragments, file, schema, reading.sources) {
        Ok(document) => return Some(document),
        Err(errors) => errors,
    };
    for (error, problem) in errors.iter().zip(problems(&errors, file, reading.sources)) {
        reading.problems.push(explained(&error.error.to_string(), problem, fragments, schema));
    }
    None
}

fn validated(
    fragments: &Fragments,
    file: FileId,
    schema: &Schema,
    sources: &Sources,
) -> Result<Valid<ExecutableDocument>, DiagnosticList> {
    let source = sources.file(file);
    let ast = ast::Document::parse(source.text.as_str(), source.path.as_str()).map_err(|invalid| invalid.errors)?;
    let mut errors = DiagnosticList::new(apollo_compiler::parser::SourceMap::default());
    let mut builder = ExecutableDocument::builder(Some(&schema.apollo), &mut errors);
    for part in std::iter::once(file).chain(fragments.needed(&ast)) {
        let source = sources.file(part);
        Parser::new().parse_into_executable_builder(source.text.as_str(), source.path.as_str(), &mut builder);
    }
    let document = builder.build();
    if !errors.is_empty() {
        return Err(errors);
    }
    document.validate(&schema.apollo).map_err(|invalid| invalid.errors)
}

/// Each validation error as a problem at its place, with apollo's own words.
pub(super) fn problems<'e>(
    errors: &'e DiagnosticList,
    file: FileId,
    sources: &'e Sources,
) -> impl Iterator<Item = Problem> + 'e {
    errors.iter().map(move |error| {
        let found = error.error.location().and_then(|at| {
            let path = error.sources.get(&at.file_id())?.path().to_string_lossy().into_owned();
            Some(Span { file: sources.find(&path)?, start: at.offset(), end: at.end_offset() })
        });
        let message = error.error.to_string();
        let (label, help) = if message.starts_with("syntax error") {
            ("not valid GraphQL", "check the brackets and quotes here and on the line before")
        } else {
            ("rejected by GitHub's schema", PINNED_SCHEMA)
        };
        let at = found.unwrap_or(Span::start_of(file));
        Problem::error(Code::InvalidDocument, at, message).label(label).help(help)
    })
}

/// Points at the fragments that an error names, and suggests the field or argument that a misspelt one was meant to be.
fn explained(message: &str, problem: Problem, fragments: &Fragments, schema: &Schema) -> Problem {
    if message.contains("fragment") {
        return quoted(message).fold(problem, |problem, name| fragments.point_at(problem, name));
    }
    let names: Vec<&str> = quoted(message).collect();
    match names.as_slice() {
        [ty, field] if message.contains("does not have a field") => {
            problem.help(suggest::help(field, "field", schema.field_names(ty)))
        }
        [argument, field] if message.contains("is not supported by") => {
            let field = field.split_once('.').and_then(|(ty, name)| schema.field(ty, name));
            let known = field.iter().flat_map(|field| field.arguments.iter().map(|known| known.name.as_str()));
            let known: Vec<&str> = known.collect();
            problem.help(suggest::help(argument, "argument", known))
        }
        _ => problem,
    }
}

/// The names in backticks.
fn quoted(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').skip(1).step_by(2)
}

/// Reports what is wrong beyond validation.
pub(super) fn is_ruled_out(document: &Valid<ExecutableDocument>, reading: &mut Reading<'_>) -> bool {
    let faults = rules::check(reading.schema, document);
    let found = !faults.is_empty();
    for fault in faults {
        let at = span_of(fault.at, document, reading.sources);
        let problem = Problem::error(Code::InvalidDocument, at, fault.message);
        reading.problems.push(problem.label(fault.label).help(fault.help));
    }
    found
}

/// The operations of a valid document.
pub(super) fn operations(document: &Valid<ExecutableDocument>, schema: &Schema, sources: &Sources) -> Vec<Operation> {
    let place = |at: Option<SourceSpan>| span_of(at, document, sources);
    let builder = ShapeBuilder { schema, document, place: &place, count: std::cell::Cell::new(0) };
    document
        .operations
        .named
        .values()
        .filter(|operation| operation.operation_type != OperationType::Subscription)
        .map(|operation| Operation {
            name: operation.name.as_ref().map(ToString::to_string).unwrap_or_default(),
            kind: if operation.is_mutation() { OperationKind::Mutation } else { OperationKind::Query },
            variables: variables::collect(schema, document, operation, &place),
            shape: builder.build(&operation.selection_set),
            span: place(operation.name.as_ref().and_then(apollo_compiler::Name::location)),
        })
        .collect()
}

fn span_of(at: Option<SourceSpan>, document: &ExecutableDocument, sources: &Sources) -> Span {
    at.and_then(|at| {
        let path = document.sources.get(&at.file_id())?.path().to_string_lossy().into_owned();
        let file = sources.find(&path)?;
        Some(Span { file, start: at.offset(), end: at.end_offset() })
    })
    .unwrap_or_else(|| Span::start_of(sources.last()))
}
