//! `cli`: a command of `gh`, and what becomes of what it prints.

use super::{
    condition::{self, GuardSpec},
    jq,
    json_schema::ObjectSchema,
    output::{self, OutputEntries},
    reader::{Located, Reader},
    rest::{self, PageInputs},
    unsupported::{self, Unsupported},
    value::{self, ValueSpec},
};
use crate::{
    problem::{Code, Problem, Problems},
    source::Span,
    yaml::Node,
};

/// The block as written.
#[derive(Clone, Debug)]
pub enum CliRoute {
    /// A command of `gh`.
    Command(Box<CliCommand>),
    /// The calls of the REST route, made by `gh api`.
    Api(Span),
}

/// One command of `gh`.
#[derive(Clone, Debug)]
pub struct CliCommand {
    /// Its words, such as `issue view`.
    pub command: Located<String>,
    /// Positional arguments.
    pub arguments: Vec<ValueSpec>,
    /// Flags.
    pub flags: Vec<(Located<String>, ValueSpec)>,
    /// The fields of `--json`.
    pub json_fields: Vec<Located<String>>,
    /// Paging.
    pub page: Option<CliPageSpec>,
    /// `limits.maxItemsPerCall`.
    pub max_items: Option<Located<i64>>,
    /// Conditions on the response.
    pub guards: Vec<GuardSpec>,
    /// Inputs that it cannot pass on.
    pub unsupported: Vec<Unsupported>,
    /// Where each output comes from.
    pub output: OutputEntries,
    /// The place of the block's key.
    pub span: Span,
    /// The place of `output`.
    pub output_span: Span,
}

/// `page` of a command.
#[derive(Clone, Debug)]
pub struct CliPageSpec {
    /// The flag for the number of elements.
    pub flag: Located<String>,
    /// The inputs.
    pub inputs: PageInputs,
    /// The field that identifies an element.
    pub key: Located<String>,
    /// Its place.
    pub span: Span,
}

pub(super) const PAGE: &[&str] = &["flag", "size", "cursor", "key"];
pub(super) const LIMITS: &[&str] = &["maxItemsPerCall"];
pub(super) const KEYS: &[&str] =
    &["command", "args", "flags", "jsonFields", "jq", "limits", "page", "guard", "unsupported", "output"];

/// `outputs` is the output schema of the card.
pub(super) fn parse(
    span: Span,
    node: &Node,
    outputs: Option<&ObjectSchema>,
    problems: &mut Problems,
) -> Option<CliRoute> {
    let reader = Reader::open(node, "`cli`", KEYS, problems)?;
    let command = reader.text("command", problems);
    if let Some(command) = command.as_ref().filter(|command| command.value == "api") {
        check_alone(&reader, problems);
        return Some(CliRoute::Api(command.span));
    }
    let mut output = reader.optional("output").map(|node| output::entries(node, problems)).unwrap_or_default();
    let mut guards = condition::guards(&reader, problems);
    if let Some(root) = jq::root(&reader, problems) {
        jq::apply(&root, outputs, &mut output, &mut guards);
    }
    let max_items = reader
        .optional("limits")
        .and_then(|node| Reader::open(node, "`limits`", LIMITS, problems)?.integer("maxItemsPerCall", problems));
    let arguments = reader.list("args", problems).iter();
    Some(CliRoute::Command(Box::new(CliCommand {
        arguments: arguments.filter_map(|node| value::value(node, problems)).collect(),
        flags: value::values(&reader, "flags", problems),
        json_fields: reader.texts("jsonFields", problems),
        page: reader.optional("page").and_then(|node| page(reader.key_span("page"), node, problems)),
        guards,
        max_items,
        unsupported: unsupported::parse(&reader, problems),
        span,
        output_span: reader.key_span("output"),
        command: command?,
        output,
    })))
}

fn check_alone(reader: &Reader<'_>, problems: &mut Problems) {
    for key in KEYS.iter().filter(|key| **key != "command" && reader.optional(key).is_some()) {
        problems.push(
            Problem::error(
                Code::UnknownKey,
                reader.key_span(key),
                format!("`{key}` cannot be used with `command: api`"),
            )
            .label("not allowed here")
            .help("`api` makes the calls of `rest`: set it there"),
        );
    }
}

fn page(span: Span, node: &Node, problems: &mut Problems) -> Option<CliPageSpec> {
    let reader = Reader::open(node, "`page`", PAGE, problems)?;
    let (flag, inputs) = (reader.text("flag", problems), rest::page_inputs(&reader, problems));
    Some(CliPageSpec { key: reader.text("key", problems)?, flag: flag?, inputs: inputs?, span })
}
