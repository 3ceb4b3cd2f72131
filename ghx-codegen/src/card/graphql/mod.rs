//! `graphql`: the operation, its variables, lookups, injects and output.

use super::{
    already::{self, AlreadySpec},
    output::{self, OutputEntries},
    reader::{Located, Reader, free_map, text},
    unsupported::{self, Unsupported},
    value::{self, Inject, ValueSpec},
};
use crate::{names, problem::Problems, source::Span, yaml::Node};

/// An operation by name, in a document.
#[derive(Clone, Debug)]
pub struct OperationRef {
    /// `operationName`.
    pub name: Located<String>,
    /// `documentPath`.
    pub document: Located<String>,
}

impl OperationRef {
    /// The usual name and document of a card's operation; `span` is the place of the block.
    pub(super) fn of_card(id: &str, span: Span) -> Self {
        let document = format!("operations/{}.graphql", id.replace(['.', '_'], "-"));
        OperationRef { name: Located::new(names::struct_name(id), span), document: Located::new(document, span) }
    }
}

/// The block as written.
#[derive(Clone, Debug)]
pub struct GraphqlRoute {
    /// The operation.
    pub operation: OperationRef,
    /// Sources of variables that are not the input of the same name.
    pub variables: Vec<(Located<String>, ValueSpec)>,
    /// `limits.maxPageSize`.
    pub max_page_size: Option<Located<i64>>,
    /// The card's own lookups.
    pub lookups: Vec<CardLookup>,
    /// Values from the subject and lookups that fill variables.
    pub inject: Vec<Inject>,
    /// Where output paths start.
    pub root: Option<Located<String>>,
    /// Another operation for another form of the subject.
    pub variants: Vec<Variant>,
    /// Inputs that it cannot pass on.
    pub unsupported: Vec<Unsupported>,
    /// Where each output comes from.
    pub output: OutputEntries,
    /// How GitHub rejects a write with nothing to do.
    pub already: Option<AlreadySpec>,
    /// The place of the block's key.
    pub span: Span,
    /// The place of `output`.
    pub output_span: Span,
}

/// A lookup of the card itself.
#[derive(Clone, Debug)]
pub struct CardLookup {
    /// Its name among the card's lookups.
    pub id: Option<Located<String>>,
    /// Run once per element of this input.
    pub each: Option<Located<String>>,
    /// The query.
    pub operation: OperationRef,
    /// Lookup variable ← value.
    pub vars: Vec<(Located<String>, ValueSpec)>,
    /// Its place.
    pub span: Span,
}

/// Another operation for another form.
#[derive(Clone, Debug)]
pub struct Variant {
    /// `id`, `numbered`, …
    pub form: Located<String>,
    /// The operation.
    pub operation: OperationRef,
    /// Where output paths start.
    pub root: Option<Located<String>>,
}

pub(super) const VARIANT: &[&str] = &["operationName", "documentPath", "root"];
pub(super) const RESOLUTION: &[&str] = &["lookup", "lookups", "inject"];
pub(super) const LOOKUP: &[&str] = &["id", "each", "operationName", "documentPath", "vars"];
pub(super) const LIMITS: &[&str] = &["maxPageSize"];
pub(super) const KEYS: &[&str] = &[
    "operationName",
    "documentPath",
    "variables",
    "limits",
    "resolution",
    "root",
    "variants",
    "unsupported",
    "output",
    "already",
];

/// `usual` is the operation if the block does not name one.
pub(super) fn parse(span: Span, node: &Node, usual: &OperationRef, problems: &mut Problems) -> Option<GraphqlRoute> {
    let reader = Reader::open(node, "`graphql`", KEYS, problems)?;
    let name = reader
        .optional("operationName")
        .map_or_else(|| Some(usual.name.clone()), |n| text(n, "operationName", problems));
    let document = document(&reader, &usual.document, problems);
    let operation = name.zip(document.clone()).map(|(name, document)| OperationRef { name, document });
    let variables = value::values(&reader, "variables", problems);
    let max_page_size = reader
        .optional("limits")
        .and_then(|node| Reader::open(node, "`limits`", LIMITS, problems)?.integer("maxPageSize", problems));
    let (lookups, inject) = match reader.optional("resolution") {
        Some(node) => resolution(node, document.as_ref().unwrap_or(&usual.document), problems),
        None => (Vec::new(), Vec::new()),
    };
    let root = reader.optional_text("root", problems);
    let output = reader.optional("output").map(|node| output::entries(node, problems)).unwrap_or_default();
    let operation = operation?;
    let variants = match reader.optional("variants") {
        Some(node) => variants(node, &operation.document, problems),
        None => Vec::new(),
    };
    let output_span = reader.key_span("output");
    let already = reader
        .optional("already")
        .and_then(|node| already::parse(reader.key_span("already"), node, &operation.document, problems));
    Some(GraphqlRoute {
        operation,
        variables,
        max_page_size,
        lookups,
        inject,
        root,
        variants,
        unsupported: unsupported::parse(&reader, problems),
        output,
        already,
        span,
        output_span,
    })
}

/// `operationName` and `documentPath`; the latter may be left out.
pub(super) fn operation(reader: &Reader<'_>, usual: &Located<String>, problems: &mut Problems) -> Option<OperationRef> {
    let name = reader.text("operationName", problems);
    Some(OperationRef { document: document(reader, usual, problems)?, name: name? })
}

fn document(reader: &Reader<'_>, usual: &Located<String>, problems: &mut Problems) -> Option<Located<String>> {
    match reader.optional("documentPath") {
        Some(node) => text(node, "documentPath", problems),
        None => Some(usual.clone()),
    }
}

fn variants(node: &Node, document: &Located<String>, problems: &mut Problems) -> Vec<Variant> {
    let mut variants = Vec::new();
    for (form, node) in free_map(node, "`variants`", problems) {
        let Some(reader) = Reader::open(node, "a variant", VARIANT, problems) else {
            continue;
        };
        let root = reader.optional_text("root", problems);
        if let Some(operation) = operation(&reader, document, problems) {
            variants.push(Variant { form, operation, root });
        }
    }
    variants
}

fn resolution(node: &Node, document: &Located<String>, problems: &mut Problems) -> (Vec<CardLookup>, Vec<Inject>) {
    let Some(reader) = Reader::open(node, "`resolution`", RESOLUTION, problems) else {
        return (Vec::new(), Vec::new());
    };
    let mut lookups: Vec<CardLookup> = Vec::new();
    if let Some(node) = reader.optional("lookup") {
        lookups.extend(lookup(reader.key_span("lookup"), node, document, problems));
    }
    for node in reader.list("lookups", problems) {
        lookups.extend(lookup(node.span, node, document, problems));
    }
    let inject = reader.list("inject", problems).iter().filter_map(|node| value::inject(node, problems)).collect();
    (lookups, inject)
}

fn lookup(span: Span, node: &Node, document: &Located<String>, problems: &mut Problems) -> Option<CardLookup> {
    let reader = Reader::open(node, "a lookup", LOOKUP, problems)?;
    let id = reader.optional_text("id", problems);
    let each = reader.optional_text("each", problems);
    let vars = value::values(&reader, "vars", problems);
    Some(CardLookup { id, each, operation: operation(&reader, document, problems)?, vars, span })
}
