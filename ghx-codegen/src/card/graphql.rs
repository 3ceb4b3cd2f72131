//! `graphql`: the operation, its variables, lookups, injects and output.

use super::{
    already::{self, AlreadySpec},
    output::{self, OutputSpec},
    reader::{Located, Reader, free_map, text},
    unsupported::{self, Unsupported},
};
use crate::{
    problem::{Code, Problem, Problems},
    source::Span,
    suggest,
    yaml::{Node, Value},
};

/// An operation by name, in a document.
#[derive(Clone, Debug)]
pub struct OperationRef {
    /// `operationName`.
    pub name: Located<String>,
    /// `documentPath`.
    pub document: Located<String>,
}

/// The block as written.
#[derive(Clone, Debug)]
pub struct GraphqlRoute {
    /// The operation.
    pub operation: OperationRef,
    /// Sources of variables that are not the input of the same name.
    pub variables: Vec<(Located<String>, VariableSource)>,
    /// `limits.maxPageSize`.
    pub max_page_size: Option<Located<i64>>,
    /// The card's own lookups.
    pub lookups: Vec<CardLookup>,
    /// What goes from lookups into variables.
    pub inject: Vec<Inject>,
    /// Where output paths start.
    pub root: Option<Located<String>>,
    /// Another operation for another form of the subject.
    pub variants: Vec<Variant>,
    /// Inputs that it cannot pass on.
    pub unsupported: Vec<Unsupported>,
    /// Where each output comes from.
    pub output: Vec<(Located<String>, OutputSpec)>,
    /// How GitHub refuses what is already so.
    pub already: Option<AlreadySpec>,
    /// Where the block's key stands.
    pub span: Span,
    /// Where `output` stands.
    pub output_span: Span,
}

/// An entry of `variables`.
#[derive(Clone, Debug)]
pub enum VariableSource {
    /// The input of that name, translated and with a value for its absence where stated.
    Input {
        /// The input.
        input: Located<String>,
        /// Enum value → GraphQL value.
        map: Option<Vec<(Located<String>, Node)>>,
        /// Where the input is absent.
        default: Option<Node>,
    },
    /// Was the input given?
    Present(Located<String>),
    /// Always this.
    Literal(Node),
}

/// A lookup of the card itself.
#[derive(Clone, Debug)]
pub struct CardLookup {
    /// Its name among the card's lookups.
    pub id: Option<Located<String>>,
    /// Asked once per element of this input.
    pub each: Option<Located<String>>,
    /// The query.
    pub operation: OperationRef,
    /// Lookup variable ← input.
    pub vars: Vec<(Located<String>, Located<String>)>,
    /// Where it stands.
    pub span: Span,
}

/// One rule that fills a variable.
#[derive(Clone, Debug)]
pub struct Inject {
    /// The variable.
    pub target: Located<String>,
    /// Where its value comes from.
    pub source: InjectSource,
    /// Where it stands.
    pub span: Span,
}

/// Where an injected value comes from.
#[derive(Clone, Debug)]
pub enum InjectSource {
    /// The subject's id.
    Subject(Option<Located<String>>),
    /// A question of the subject.
    Find {
        /// The question.
        find: Located<String>,
        /// The input that is searched for.
        from_input: Option<Located<String>>,
    },
    /// One value out of a lookup.
    Scalar {
        /// Path in the lookup's response.
        path: Located<String>,
        /// Which lookup.
        lookup: Option<Located<String>>,
    },
    /// Names matched against nodes.
    MapArray {
        /// The names.
        from_input: Located<String>,
        /// The list of nodes.
        nodes_path: Located<String>,
        /// The field that holds the name.
        match_field: Located<String>,
        /// The field that is taken.
        extract_field: Located<String>,
        /// Which lookup.
        lookup: Option<Located<String>>,
    },
    /// The input as it is.
    Input(Located<String>),
    /// Null.
    NullLiteral,
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

const KEYS: &[&str] = &[
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

pub(super) fn parse(span: Span, node: &Node, problems: &mut Problems) -> Option<GraphqlRoute> {
    let reader = Reader::open(node, "`graphql`", KEYS, problems)?;
    let operation = operation(&reader, None, problems);
    let variables = match reader.optional("variables") {
        Some(node) => variables(node, problems),
        None => Vec::new(),
    };
    let max_page_size = reader
        .optional("limits")
        .and_then(|node| Reader::open(node, "`limits`", &["maxPageSize"], problems)?.integer("maxPageSize", problems));
    let (lookups, inject) = match reader.optional("resolution") {
        Some(node) => resolution(node, problems),
        None => (Vec::new(), Vec::new()),
    };
    let root = reader.optional_text("root", problems);
    let output = reader.required("output", problems).map(|node| output::entries(node, problems));
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
        output: output?,
        already,
        span,
        output_span,
    })
}

/// `operationName` and `documentPath`; the latter may be inherited.
pub(super) fn operation(
    reader: &Reader<'_>,
    inherited: Option<&Located<String>>,
    problems: &mut Problems,
) -> Option<OperationRef> {
    let name = reader.text("operationName", problems);
    let document = match (reader.optional("documentPath"), inherited) {
        (None, Some(document)) => Some(document.clone()),
        _ => reader.text("documentPath", problems),
    };
    Some(OperationRef { name: name?, document: document? })
}

fn variants(node: &Node, document: &Located<String>, problems: &mut Problems) -> Vec<Variant> {
    let mut variants = Vec::new();
    for (form, node) in free_map(node, "`variants`", problems) {
        let Some(reader) = Reader::open(node, "a variant", &["operationName", "documentPath", "root"], problems) else {
            continue;
        };
        let root = reader.optional_text("root", problems);
        if let Some(operation) = operation(&reader, Some(document), problems) {
            variants.push(Variant { form, operation, root });
        }
    }
    variants
}

fn variables(node: &Node, problems: &mut Problems) -> Vec<(Located<String>, VariableSource)> {
    free_map(node, "`variables`", problems)
        .into_iter()
        .filter_map(|(name, node)| {
            let source = variable_source(node, problems)?;
            Some((name, source))
        })
        .collect()
}

fn variable_source(node: &Node, problems: &mut Problems) -> Option<VariableSource> {
    if !matches!(node.value, Value::Map(_)) {
        let input = text(node, "a variable's source", problems)?;
        return Some(VariableSource::Input { input, map: None, default: None });
    }
    let reader =
        Reader::open(node, "a variable's source", &["input", "map", "default", "present", "literal"], problems)?;
    let forms = ["input", "present", "literal"].iter().filter(|key| reader.optional(key).is_some()).count();
    if forms != 1 {
        problems.push(wrong_source(node.span, reader.key_span("input")));
        return None;
    }
    if let Some(literal) = reader.optional("literal") {
        return Some(VariableSource::Literal(literal.clone()));
    }
    if reader.optional("present").is_some() {
        return reader.text("present", problems).map(VariableSource::Present);
    }
    let map = reader
        .optional("map")
        .map(|n| free_map(n, "`map`", problems).into_iter().map(|(k, v)| (k, v.clone())).collect());
    Some(VariableSource::Input {
        input: reader.text("input", problems)?,
        map,
        default: reader.optional("default").cloned(),
    })
}

fn wrong_source(node: Span, key: Span) -> Problem {
    let at = if node.end > node.start { node } else { key };
    Problem::error(Code::WrongValue, at, "a variable has exactly one of `input`, `present` and `literal`")
        .label("one source")
        .help("cards/README.md lists the forms under `variables`")
}

fn resolution(node: &Node, problems: &mut Problems) -> (Vec<CardLookup>, Vec<Inject>) {
    let Some(reader) = Reader::open(node, "`resolution`", &["lookup", "lookups", "inject"], problems) else {
        return (Vec::new(), Vec::new());
    };
    let mut lookups: Vec<CardLookup> = Vec::new();
    if let Some(node) = reader.optional("lookup") {
        lookups.extend(lookup(reader.key_span("lookup"), node, problems));
    }
    for node in reader.list("lookups", problems) {
        lookups.extend(lookup(node.span, node, problems));
    }
    let inject = reader.list("inject", problems).iter().filter_map(|node| inject(node, problems)).collect();
    (lookups, inject)
}

fn lookup(span: Span, node: &Node, problems: &mut Problems) -> Option<CardLookup> {
    let reader = Reader::open(node, "a lookup", &["id", "each", "operationName", "documentPath", "vars"], problems)?;
    let id = reader.optional_text("id", problems);
    let each = reader.optional_text("each", problems);
    let vars = reader.text_map("vars", problems);
    Some(CardLookup { id, each, operation: operation(&reader, None, problems)?, vars, span })
}

const SOURCES: &[(&str, &[&str])] = &[
    ("subject", &["subject"]),
    ("find", &["find", "from_input"]),
    ("scalar", &["path", "lookup"]),
    ("map_array", &["from_input", "nodes_path", "match_field", "extract_field", "lookup"]),
    ("input", &["from_input"]),
    ("null_literal", &[]),
];

fn inject(node: &Node, problems: &mut Problems) -> Option<Inject> {
    let mut known = vec!["target", "source"];
    known.extend(SOURCES.iter().flat_map(|(_, keys)| keys.iter().copied()));
    let reader = Reader::open(node, "an inject", &known, problems)?;
    let target = reader.text("target", problems);
    let source = reader.text("source", problems)?;
    let Some((_, keys)) = SOURCES.iter().find(|(name, _)| *name == source.value) else {
        problems.push(
            Problem::error(Code::WrongValue, source.span, format!("there is no inject source `{}`", source.value))
                .label("unknown source")
                .help(suggest::help(&source.value, "source", SOURCES.iter().map(|(name, _)| *name))),
        );
        return None;
    };
    for key in known.iter().skip(2).filter(|key| !keys.contains(key)) {
        if reader.optional(key).is_some() {
            problems.push(
                Problem::error(
                    Code::UnknownKey,
                    reader.key_span(key),
                    format!("source `{}` does not take `{key}`", source.value),
                )
                .label("not used by this source")
                .help(if keys.is_empty() {
                    "drop it: this source takes nothing".to_owned()
                } else {
                    format!("`{}` takes: {}", source.value, suggest::quoted(keys))
                }),
            );
        }
    }
    let source = inject_source(&reader, &source.value, problems)?;
    Some(Inject { target: target?, source, span: node.span })
}

fn inject_source(reader: &Reader<'_>, source: &str, problems: &mut Problems) -> Option<InjectSource> {
    Some(match source {
        "subject" => InjectSource::Subject(reader.optional_text("subject", problems)),
        "find" => InjectSource::Find {
            find: reader.text("find", problems)?,
            from_input: reader.optional_text("from_input", problems),
        },
        "scalar" => InjectSource::Scalar {
            path: reader.text("path", problems)?,
            lookup: reader.optional_text("lookup", problems),
        },
        "map_array" => {
            let texts =
                ["from_input", "nodes_path", "match_field", "extract_field"].map(|key| reader.text(key, problems));
            let [Some(from_input), Some(nodes_path), Some(match_field), Some(extract_field)] = texts else {
                return None;
            };
            InjectSource::MapArray {
                from_input,
                nodes_path,
                match_field,
                extract_field,
                lookup: reader.optional_text("lookup", problems),
            }
        }
        "input" => InjectSource::Input(reader.text("from_input", problems)?),
        _ => InjectSource::NullLiteral,
    })
}
