//! `rest`: calls of GitHub's REST API, and the output that their responses become.

use super::{
    CardLookup, OperationRef,
    condition::{self, ConditionSpec, GuardSpec, WhenSpec},
    graphql,
    output::{self, OutputEntries},
    reader::{Located, Reader, text},
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
    /// Queries of GraphQL for values that only GraphQL finds.
    pub lookups: Vec<CardLookup>,
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
    /// Bytes instead of JSON.
    pub upload: Option<UploadSpec>,
    /// Where bytes are sent to.
    pub host: Option<ValueSpec>,
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
    /// It is made only then.
    pub when: Option<WhenSpec>,
    /// Once per element.
    pub each: Option<EachSpec>,
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

    /// All values that it sends.
    pub fn values(&self) -> impl Iterator<Item = &ValueSpec> {
        let upload = self.upload.iter().flat_map(|upload| [&upload.bytes, &upload.media]);
        self.parameters.iter().chain(&self.body).map(|(_, value)| value).chain(upload).chain(&self.host)
    }

    /// Does it change nothing?
    pub fn only_reads(&self) -> bool {
        self.method.value == Method::Get || self.reads.as_ref().is_some_and(|reads| reads.value)
    }
}

/// `bytes` and `type` of an endpoint.
#[derive(Clone, Debug)]
pub struct UploadSpec {
    /// The bytes.
    pub bytes: ValueSpec,
    /// Their media type.
    pub media: ValueSpec,
    /// The place of `bytes`.
    pub span: Span,
}

/// `each` of an endpoint.
#[derive(Clone, Debug)]
pub enum EachSpec {
    /// The elements of an input.
    Input(Located<String>),
    /// The elements of a list in an earlier response.
    Found(FoundEach),
}

/// The elements of a list in an earlier response.
#[derive(Clone, Debug)]
pub struct FoundEach {
    /// The call.
    pub from: Located<String>,
    /// The path of the list.
    pub list: Located<String>,
    /// Only the elements of which all of these hold.
    pub keep: Vec<ConditionSpec>,
}

impl EachSpec {
    /// Its place.
    pub fn span(&self) -> Span {
        match self {
            EachSpec::Input(input) => input.span,
            EachSpec::Found(found) => found.list.span,
        }
    }

    /// The elements of this input?
    pub fn is_of(&self, input: &str) -> bool {
        matches!(self, EachSpec::Input(each) if each.value == input)
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

pub(super) fn parse(span: Span, node: &Node, usual: &OperationRef, problems: &mut Problems) -> Option<RestRoute> {
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
    let resolution = reader.optional("resolution").map(|node| graphql::resolution(node, &usual.document, problems));
    let (lookups, inject) = resolution.unwrap_or_default();
    if let Some(inject) = inject.first() {
        problems.push(
            Problem::error(Code::UnknownKey, inject.target.span, "`inject` fills variables, and REST has none")
                .label("only for GraphQL")
                .help("name the lookup in `parameters` or `body`: `{ lookup: …, path: … }`"),
        );
    }
    Some(RestRoute {
        lookups,
        endpoints: endpoints.into_iter().collect::<Option<Vec<_>>>()?,
        unsupported: unsupported::parse(&reader, problems),
        output,
        span,
        output_span: reader.key_span("output"),
    })
}

pub(super) const BLOCK: &[&str] = &["resolution", "endpoints", "unsupported", "output"];
pub(super) const PAGE: &[&str] = &["list", "size", "cursor"];
pub(super) const KEYS: &[&str] = &[
    "id",
    "method",
    "path",
    "parameters",
    "body",
    "bytes",
    "type",
    "host",
    "accept",
    "answer",
    "reads",
    "may_be_empty",
    "when",
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
    let is_none = |node: &&Node| matches!(&node.value, Value::Text(word) if word == "none");
    let no_body = reader.optional("body").filter(is_none).map(|node| node.span);
    Some(Endpoint {
        id: reader.optional_text("id", problems),
        parameters: value::values(&reader, "parameters", problems),
        body: if no_body.is_some() { Vec::new() } else { value::values(&reader, "body", problems) },
        no_body,
        upload: upload(&reader, problems),
        host: reader.optional("host").and_then(|node| value::value(node, problems)),
        accept: reader.optional_text("accept", problems),
        answer: reader.optional_text("answer", problems).and_then(|word| answer(&word, problems)),
        reads: reader.flag("reads", problems),
        may_be_empty: reader.flag("may_be_empty", problems),
        when: reader.optional("when").and_then(|node| condition::when_call(node, problems)),
        each: reader.optional("each").and_then(|node| each(node, problems)),
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

pub(super) const EACH: &[&str] = &["from", "list", "keep"];

/// `bytes` and `type`: both, or none.
fn upload(reader: &Reader<'_>, problems: &mut Problems) -> Option<UploadSpec> {
    if reader.optional("bytes").is_none() && reader.optional("type").is_none() {
        return None;
    }
    let (bytes, media) = (reader.required("bytes", problems), reader.required("type", problems));
    let (bytes, media) = (value::value(bytes?, problems), value::value(media?, problems));
    Some(UploadSpec { bytes: bytes?, media: media?, span: reader.key_span("bytes") })
}

fn each(node: &Node, problems: &mut Problems) -> Option<EachSpec> {
    if !matches!(node.value, Value::Map(_)) {
        return text(node, "each", problems).map(EachSpec::Input);
    }
    let reader = Reader::open(node, "`each`", EACH, problems)?;
    let (from, list) = (reader.text("from", problems), reader.text("list", problems));
    let keep = condition::keep(&reader, problems);
    Some(EachSpec::Found(FoundEach { from: from?, list: list?, keep }))
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
