//! `rest`: calls of GitHub's REST API, and the output that their responses become.

use super::{
    condition::{self, GuardSpec},
    output::{self, OutputEntries},
    reader::{Located, Reader},
    unsupported::{self, Unsupported},
    value::{self, ValueSpec},
};
use crate::{
    problem::{Code, Problem, Problems},
    source::Span,
    suggest,
    yaml::{Node, Value},
};

/// The block as written.
#[derive(Clone, Debug)]
pub struct RestRoute {
    /// The calls, in order.
    pub endpoints: Vec<Endpoint>,
    /// Inputs that it cannot pass on.
    pub unsupported: Vec<Unsupported>,
    /// Where each output comes from.
    pub output: OutputEntries,
    /// The place of the block's key.
    pub span: Span,
    /// The place of `output`.
    pub output_span: Span,
}

/// One call.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// Its name among the route's calls.
    pub id: Option<Located<String>>,
    /// Its method.
    pub method: Located<Method>,
    /// Its path, as `rest.json` writes it.
    pub path: Located<String>,
    /// Path and query parameters.
    pub parameters: Vec<(Located<String>, ValueSpec)>,
    /// Members of the JSON body.
    pub body: Vec<(Located<String>, ValueSpec)>,
    /// `body: none`.
    pub no_body: Option<Span>,
    /// A media type whose response is text.
    pub accept: Option<Located<String>>,
    /// What GitHub redirects to.
    pub answer: Option<Located<Answer>>,
    /// It only reads, although it is a POST.
    pub reads: Option<Located<bool>>,
    /// There are successes without a response.
    pub may_be_empty: Option<Located<bool>>,
    /// Once per element of this input.
    pub each: Option<Located<String>>,
    /// Paging.
    pub page: Option<RestPageSpec>,
    /// Conditions on the response.
    pub guards: Vec<GuardSpec>,
    /// Treat 404 as `null` instead of an error.
    pub optional: Option<Located<bool>>,
    /// The message if GitHub does not find it.
    pub missing: Option<Located<String>>,
}

impl Endpoint {
    /// `GET /repos/{owner}/{repo}`.
    pub fn operation(&self) -> String {
        format!("{} {}", self.method.value.as_str(), self.path.value)
    }

    /// Does it change nothing?
    pub fn only_reads(&self) -> bool {
        self.method.value == Method::Get || self.reads.as_ref().is_some_and(|reads| reads.value)
    }
}

/// What a call returns by redirecting to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The text that is found there.
    Text,
    /// The address.
    Location,
}

/// `page` of an endpoint.
#[derive(Clone, Debug)]
pub struct RestPageSpec {
    /// The list in the response; without one, the response is the list.
    pub list: Option<Located<String>>,
    /// The inputs that say how many and from where; without them, all pages are wanted.
    pub inputs: Option<PageInputs>,
    /// Its place.
    pub span: Span,
}

/// The inputs that a list is paged by.
#[derive(Clone, Debug)]
pub struct PageInputs {
    /// How many: `first`.
    pub size: Located<String>,
    /// From where: `after`.
    pub cursor: Located<String>,
}

/// An HTTP method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Creates, or does.
    Post,
    /// Replaces.
    Put,
    /// Changes.
    Patch,
    /// Removes.
    Delete,
}

/// Every method with its name.
pub const METHODS: &[(&str, Method)] = &[
    ("GET", Method::Get),
    ("POST", Method::Post),
    ("PUT", Method::Put),
    ("PATCH", Method::Patch),
    ("DELETE", Method::Delete),
];

impl Method {
    /// As HTTP writes it.
    pub fn as_str(self) -> &'static str {
        METHODS.iter().find(|(_, method)| *method == self).map_or("", |(name, _)| name)
    }
}

pub(super) fn parse(span: Span, node: &Node, problems: &mut Problems) -> Option<RestRoute> {
    let reader = Reader::open(node, "`rest`", BLOCK, problems)?;
    let _ = reader.required("endpoints", problems);
    let nodes = reader.list("endpoints", problems);
    if reader.optional("endpoints").is_some() && nodes.is_empty() {
        problems.push(
            Problem::error(Code::MissingKey, reader.key_span("endpoints"), "`rest` needs at least one endpoint")
                .label("empty")
                .help("add `- { method: GET, path: /repos/{owner}/{repo} }`"),
        );
    }
    let endpoints: Vec<Option<Endpoint>> = nodes.iter().map(|node| endpoint(node, problems)).collect();
    let output = reader.optional("output").map(|node| output::entries(node, problems)).unwrap_or_default();
    Some(RestRoute {
        endpoints: endpoints.into_iter().collect::<Option<Vec<_>>>()?,
        unsupported: unsupported::parse(&reader, problems),
        output,
        span,
        output_span: reader.key_span("output"),
    })
}

pub(super) const BLOCK: &[&str] = &["endpoints", "unsupported", "output"];
pub(super) const PAGE: &[&str] = &["list", "size", "cursor"];
pub(super) const KEYS: &[&str] = &[
    "id",
    "method",
    "path",
    "parameters",
    "body",
    "accept",
    "answer",
    "reads",
    "may_be_empty",
    "each",
    "page",
    "guard",
    "optional",
    "missing",
];

fn endpoint(node: &Node, problems: &mut Problems) -> Option<Endpoint> {
    let reader = Reader::open(node, "an endpoint", KEYS, problems)?;
    let method = reader.text("method", problems).and_then(|name| method(&name, problems));
    let path = reader.text("path", problems);
    let none = |node: &&Node| matches!(&node.value, Value::Text(word) if word == "none");
    let no_body = reader.optional("body").filter(none).map(|node| node.span);
    Some(Endpoint {
        id: reader.optional_text("id", problems),
        parameters: value::values(&reader, "parameters", problems),
        body: if no_body.is_some() { Vec::new() } else { value::values(&reader, "body", problems) },
        no_body,
        accept: reader.optional_text("accept", problems),
        answer: reader.optional_text("answer", problems).and_then(|word| answer(&word, problems)),
        reads: reader.flag("reads", problems),
        may_be_empty: reader.flag("may_be_empty", problems),
        each: reader.optional_text("each", problems),
        page: reader.optional("page").and_then(|node| page(reader.key_span("page"), node, problems)),
        guards: condition::guards(&reader, problems),
        optional: reader.flag("optional", problems),
        missing: reader.optional_text("missing", problems),
        method: method?,
        path: path?,
    })
}

fn method(name: &Located<String>, problems: &mut Problems) -> Option<Located<Method>> {
    let found = METHODS.iter().find(|(known, _)| *known == name.value).map(|(_, method)| *method);
    if found.is_none() {
        problems.push(
            Problem::error(Code::WrongValue, name.span, format!("there is no method `{}`", name.value))
                .label("not a method")
                .help(suggest::help(&name.value, "method", METHODS.iter().map(|(known, _)| *known))),
        );
    }
    found.map(|method| Located::new(method, name.span))
}

fn answer(word: &Located<String>, problems: &mut Problems) -> Option<Located<Answer>> {
    let found =
        [("text", Answer::Text), ("location", Answer::Location)].into_iter().find(|(name, _)| *name == word.value);
    if found.is_none() {
        problems.push(
            Problem::error(Code::WrongValue, word.span, format!("`answer` cannot be `{}`", word.value))
                .label("`text` or `location`")
                .help(suggest::help(&word.value, "word", ["text", "location"])),
        );
    }
    found.map(|(_, answer)| Located::new(answer, word.span))
}

fn page(span: Span, node: &Node, problems: &mut Problems) -> Option<RestPageSpec> {
    let reader = Reader::open(node, "`page`", PAGE, problems)?;
    Some(RestPageSpec { list: reader.optional_text("list", problems), inputs: inputs(&reader, problems), span })
}

/// `size` and `cursor`: both, or none.
fn inputs(reader: &Reader<'_>, problems: &mut Problems) -> Option<PageInputs> {
    if reader.optional("size").is_none() && reader.optional("cursor").is_none() {
        return None;
    }
    page_inputs(reader, problems)
}

/// `size` and `cursor`.
pub(super) fn page_inputs(reader: &Reader<'_>, problems: &mut Problems) -> Option<PageInputs> {
    let (size, cursor) = (reader.text("size", problems), reader.text("cursor", problems));
    Some(PageInputs { size: size?, cursor: cursor? })
}
