//! Reading a card.

use super::{
    Allow, Card, Effect, Example, Located, OperationRef, ROUTES, Reference, Shared, Weight, cli, graphql,
    json_schema::{self, Side},
    reader::Reader,
    rest, routing,
};
use crate::{
    problem::{Code, Problem, Problems, Severity},
    source::{FileId, Sources},
    yaml::{self, Node},
};

pub(super) const EXAMPLE: &[&str] = &["title", "input"];
pub(super) const KEYS: &[&str] = &[
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
    "allow",
];

/// Reads one card. `None` if so much is missing that binding it would only repeat the same problems.
pub fn parse(sources: &Sources, file: FileId, shared: &Shared, problems: &mut Problems) -> Option<Card> {
    let (node, references) = super::read(sources, file, shared, false, problems)?;
    let before = problems.reported();
    let card = decode(file, &node, references.clone(), problems);
    problems.refer(before, &references);
    card
}

fn decode(file: FileId, node: &Node, references: Vec<Reference>, problems: &mut Problems) -> Option<Card> {
    let card = Reader::open(node, "a card", KEYS, problems)?;
    let before = problems.errors();
    let id = card.text("capability_id", problems);
    let effect = effect(&card, problems);
    let input = card.required("input_schema", problems).and_then(|n| json_schema::object(n, Side::Input, problems));
    let output = card.required("output_schema", problems).and_then(|n| json_schema::object(n, Side::Output, problems));
    let routing = card.required("routing", problems).and_then(|n| routing::parse(n, problems));
    let usual = id.as_ref().map(|id| OperationRef::of_card(&id.value, card.key_span("graphql")));
    let graphql = card.optional("graphql").zip(usual);
    let graphql = graphql.and_then(|(n, usual)| graphql::parse(card.key_span("graphql"), n, &usual, problems));
    let rest = card.optional("rest").and_then(|n| rest::parse(card.key_span("rest"), n, problems));
    let cli = card.optional("cli").and_then(|n| cli::parse(card.key_span("cli"), n, output.as_ref(), problems));
    let subjects = subjects(&card, problems);
    let complete = problems
        .iter()
        .filter(|p| p.severity == Severity::Error)
        .skip(before)
        .all(|p| p.code != Code::MissingKey && p.code != Code::WrongValue);
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
        allow: particulars.allow,
        blocks,
        references,
    };
    complete.then_some(card)
}

/// The keys that binding does not need: a problem here is reported and does not hide others.
struct Particulars {
    version: Located<String>,
    description: Located<String>,
    aliases: Vec<Located<String>>,
    idempotent: Option<Located<bool>>,
    weight: Option<Located<Weight>>,
    creates: Option<Located<bool>>,
    examples: Vec<Example>,
    allow: Allow,
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
            allow: card.text_map("allow", problems),
        }
    }
}

fn effect(card: &Reader<'_>, problems: &mut Problems) -> Option<Located<Effect>> {
    let text = card.text("effect", problems)?;
    let help = "write `effect: read` for a query, `effect: write` for a mutation";
    choice("effect", &text, [("read", Effect::Read), ("write", Effect::Write)], help, problems)
}

fn weight(card: &Reader<'_>, problems: &mut Problems) -> Option<Located<Weight>> {
    let text = card.optional_text("weight", problems)?;
    let help = "write `weight: heavy` for a write that is slow on GitHub, or drop the key";
    choice("weight", &text, [("light", Weight::Light), ("heavy", Weight::Heavy)], help, problems)
}

/// The value of a key that has two possible values.
fn choice<T: Copy>(
    key: &str,
    text: &Located<String>,
    choices: [(&str, T); 2],
    help: &str,
    problems: &mut Problems,
) -> Option<Located<T>> {
    let chosen = choices.iter().find(|(name, _)| *name == text.value);
    if chosen.is_none() {
        let [(first, _), (second, _)] = choices;
        problems.push(
            Problem::error(Code::WrongValue, text.span, format!("`{key}` cannot be `{}`", text.value))
                .label(format!("`{first}` or `{second}`"))
                .help(help),
        );
    }
    chosen.map(|(_, value)| Located::new(*value, text.span))
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
                .help(
                    "add `- { title: …, input: { … } }`: it becomes the doctest and the example in the documentation",
                ),
        );
    }
    if card.optional("examples").is_none() {
        let _ = card.required("examples", problems);
    }
    items.iter().filter_map(|node| example(node, problems)).collect()
}

fn example(node: &Node, problems: &mut Problems) -> Option<Example> {
    let reader = Reader::open(node, "an example", EXAMPLE, problems)?;
    let title = reader.text("title", problems);
    let input = reader.required("input", problems)?;
    Some(Example { title: title?, input: input.clone() })
}
