//! Cards as they are written: YAML decoded into typed values that remember where they stand.
//!
//! Nothing here looks at GitHub's schema or at another file; that is [`crate::bind`]'s part.

mod already;
mod cli;
mod condition;
mod graphql;
mod json_schema;
mod output;
mod reader;
mod rest;
mod routing;
mod subject;
mod take;
mod unsupported;
mod value_source;

pub use already::AlreadySpec;
pub use cli::{CliCommand, CliPageSpec, CliRoute};
pub use condition::{ConditionSpec, GuardSpec, TestSpec};
pub use graphql::{CardLookup, GraphqlRoute, Inject, InjectSource, OperationRef, VariableSource, Variant};
pub use json_schema::{AtLeastOne, ObjectSchema, Property, Schema, Type};
pub use output::{Keep, OutputSpec};
pub use reader::Located;
pub use rest::{Endpoint, METHODS, Method, PageInputs, RestPageSpec, RestRoute};
pub use routing::{ROUTES, Route, Routing, Suitability};
pub use subject::{FormLookup, Question, QuestionLookup, Subject, SubjectInputs};
pub use take::{PathTake, TakeKind, TakeSpec};
pub use unsupported::Unsupported;
pub use value_source::{SourceKind, ValueSource};

use crate::{
    problem::{Code, Problem, Problems},
    source::{FileId, Sources, Span},
    yaml::{self, Node},
};
use reader::Reader;

/// Does a capability read or write?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A query.
    Read,
    /// A mutation.
    Write,
}

/// How long does GitHub take for a write?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// As long as for most.
    Light,
    /// Much longer.
    Heavy,
}

/// One capability, as its author wrote it.
#[derive(Clone, Debug)]
pub struct Card {
    /// The file it stands in.
    pub file: FileId,
    /// `issue.labels.add`.
    pub id: Located<String>,
    /// `1.0.0`.
    pub version: Located<String>,
    /// What it does.
    pub description: Located<String>,
    /// Older ids.
    pub aliases: Vec<Located<String>>,
    /// Read or write.
    pub effect: Located<Effect>,
    /// Writes only.
    pub idempotent: Option<Located<bool>>,
    /// Writes only: `light` where it is left out.
    pub weight: Option<Located<Weight>>,
    /// Writes only: does it create content?
    pub creates: Option<Located<bool>>,
    /// Names of its subjects, the main one first.
    pub subjects: Vec<Located<String>>,
    /// What goes in, without the subjects' inputs.
    pub input: ObjectSchema,
    /// What comes out.
    pub output: ObjectSchema,
    /// Which routes, in which order.
    pub routing: Routing,
    /// The GraphQL route.
    pub graphql: Option<GraphqlRoute>,
    /// The REST route.
    pub rest: Option<RestRoute>,
    /// The CLI route.
    pub cli: Option<CliRoute>,
    /// Inputs that work.
    pub examples: Vec<Example>,
    /// Keys of routes that the card has blocks for.
    pub blocks: Vec<Located<Route>>,
}

/// An input that works.
#[derive(Clone, Debug)]
pub struct Example {
    /// What it shows.
    pub title: Located<String>,
    /// The input.
    pub input: Node,
}

const KEYS: &[&str] = &[
    "capability_id",
    "version",
    "description",
    "aliases",
    "effect",
    "idempotent",
    "weight",
    "creates",
    "subject",
    "input_schema",
    "output_schema",
    "routing",
    "graphql",
    "rest",
    "cli",
    "examples",
];

/// Reads one card. `None` if so much is missing that binding it would only repeat the same problems.
pub fn parse(sources: &Sources, file: FileId, problems: &mut Problems) -> Option<Card> {
    let node = match yaml::parse(sources, file) {
        Ok(node) => node,
        Err(problem) => {
            problems.push(*problem);
            return None;
        }
    };
    reader::doubled_keys(&node, problems);
    let card = Reader::open(&node, "a card", KEYS, problems)?;
    let before = problems.len();
    let id = card.text("capability_id", problems);
    let effect = effect(&card, problems);
    let input = card.required("input_schema", problems).and_then(|n| json_schema::object(n, problems));
    let output = card.required("output_schema", problems).and_then(|n| json_schema::object(n, problems));
    let routing = card.required("routing", problems).and_then(|n| routing::parse(n, problems));
    let graphql = card.optional("graphql").and_then(|n| graphql::parse(card.key_span("graphql"), n, problems));
    let rest = card.optional("rest").and_then(|n| rest::parse(card.key_span("rest"), n, problems));
    let cli = card.optional("cli").and_then(|n| cli::parse(card.key_span("cli"), n, problems));
    let subjects = subjects(&card, problems);
    let complete = problems.iter().skip(before).all(|p| p.code != Code::MissingKey && p.code != Code::WrongValue);
    let particulars = Particulars::read(&card, problems);
    let blocks = ROUTES.iter().filter(|(name, _)| card.optional(name).is_some());
    let blocks = blocks.map(|(name, route)| Located::new(*route, card.key_span(name))).collect();
    let card = Card {
        file,
        id: id?,
        version: particulars.version,
        description: particulars.description,
        aliases: particulars.aliases,
        effect: effect?,
        idempotent: particulars.idempotent,
        weight: particulars.weight,
        creates: particulars.creates,
        subjects,
        input: input?,
        output: output?,
        routing: routing?,
        graphql,
        rest,
        cli,
        examples: particulars.examples,
        blocks,
    };
    complete.then_some(card)
}

/// What a card can be bound without: a fault here is told, and hides no other.
struct Particulars {
    version: Located<String>,
    description: Located<String>,
    aliases: Vec<Located<String>>,
    idempotent: Option<Located<bool>>,
    weight: Option<Located<Weight>>,
    creates: Option<Located<bool>>,
    examples: Vec<Example>,
}

impl Particulars {
    fn read(card: &Reader<'_>, problems: &mut Problems) -> Self {
        let placeholder = |text: &str, key: &str| Located::new(text.to_owned(), card.key_span(key));
        let idempotent = card.flag("idempotent", problems);
        let unreadable = card.optional("idempotent").map(|_| Located::new(false, card.key_span("idempotent")));
        Particulars {
            version: card.text("version", problems).unwrap_or_else(|| placeholder("0.0.0", "version")),
            description: card.text("description", problems).unwrap_or_else(|| placeholder("", "description")),
            aliases: card.texts("aliases", problems),
            idempotent: idempotent.or(unreadable),
            weight: weight(card, problems),
            creates: card.flag("creates", problems),
            examples: examples(card, problems),
        }
    }
}

fn effect(card: &Reader<'_>, problems: &mut Problems) -> Option<Located<Effect>> {
    let text = card.text("effect", problems)?;
    let effect = match text.value.as_str() {
        "read" => Effect::Read,
        "write" => Effect::Write,
        other => {
            problems.push(
                Problem::error(Code::WrongValue, text.span, format!("`effect` is `{other}`"))
                    .label("`read` or `write`")
                    .help("write `effect: read` for a query, `effect: write` for a mutation"),
            );
            return None;
        }
    };
    Some(Located::new(effect, text.span))
}

fn weight(card: &Reader<'_>, problems: &mut Problems) -> Option<Located<Weight>> {
    let text = card.optional_text("weight", problems)?;
    let weight = match text.value.as_str() {
        "light" => Weight::Light,
        "heavy" => Weight::Heavy,
        other => {
            problems.push(
                Problem::error(Code::WrongValue, text.span, format!("`weight` is `{other}`"))
                    .label("`light` or `heavy`")
                    .help("write `weight: heavy` for a write that GitHub takes long for, else drop the key"),
            );
            return None;
        }
    };
    Some(Located::new(weight, text.span))
}

fn subjects(card: &Reader<'_>, problems: &mut Problems) -> Vec<Located<String>> {
    match card.optional("subject").map(|n| &n.value) {
        Some(yaml::Value::List(_)) => card.texts("subject", problems),
        Some(_) => card.text("subject", problems).into_iter().collect(),
        None => Vec::new(),
    }
}

fn examples(card: &Reader<'_>, problems: &mut Problems) -> Vec<Example> {
    let items = card.list("examples", problems);
    if card.optional("examples").is_some() && items.is_empty() {
        problems.push(
            Problem::error(Code::MissingKey, card.key_span("examples"), "a card needs at least one example")
                .label("empty")
                .help("add `- { title: …, input: { … } }`: it becomes the doctest and the line to paste"),
        );
    }
    if card.optional("examples").is_none() {
        let _ = card.required("examples", problems);
    }
    items.iter().filter_map(|node| example(node, problems)).collect()
}

fn example(node: &Node, problems: &mut Problems) -> Option<Example> {
    let reader = Reader::open(node, "an example", &["title", "input"], problems)?;
    let title = reader.text("title", problems);
    let input = reader.required("input", problems)?;
    Some(Example { title: title?, input: input.clone() })
}

/// Reads one file of `cards/subjects/`.
pub fn parse_subject(sources: &Sources, file: FileId, problems: &mut Problems) -> Option<Subject> {
    match yaml::parse(sources, file) {
        Ok(node) => {
            reader::doubled_keys(&node, problems);
            subject::parse(file, &node, problems)
        }
        Err(problem) => {
            problems.push(*problem);
            None
        }
    }
}

impl Card {
    /// The property of that name among the card's own inputs.
    pub fn input(&self, name: &str) -> Option<&Property> {
        self.input.property(name)
    }

    /// Where the card begins, for what is missing from it as a whole.
    pub fn start(&self) -> Span {
        self.id.span
    }
}
