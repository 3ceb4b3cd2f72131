//! The REST and CLI routes with everything resolved. Each type becomes the type of the same name that ghx interprets at run time.

use super::{BoundGuard, BoundOutput, Source};
use crate::{
    card::{Answer, Method},
    schema::Success,
};

/// The REST route.
#[derive(Clone, Debug)]
pub struct BoundRest {
    /// The calls, in order.
    pub calls: Vec<BoundCall>,
    /// The output, in the order of the output schema.
    pub output: Vec<BoundOutput>,
    /// Inputs that it cannot pass on, and why.
    pub unsupported: Vec<(String, String)>,
}

/// One call.
#[derive(Clone, Debug)]
pub struct BoundCall {
    /// Its name.
    pub id: String,
    /// Its method.
    pub method: Method,
    /// Its path as in `rest.json`, for messages.
    pub template: String,
    /// The same in pieces.
    pub path: Vec<Segment>,
    /// Query parameters.
    pub query: Vec<(String, Source)>,
    /// Members of the body.
    pub body: Vec<(String, Source)>,
    /// The media type to accept.
    pub accept: String,
    /// Once per element of this input.
    pub each: Option<String>,
    /// Paging.
    pub page: Option<BoundRestPage>,
    /// Conditions on the response.
    pub guards: Vec<BoundGuard>,
    /// Treat 404 as `null` instead of an error.
    pub optional: bool,
    /// The message if GitHub does not find it.
    pub missing: Option<String>,
    /// The responses of a write that mean success; empty for reads.
    pub successes: Vec<Success>,
    /// What it returns, if that is not JSON or a media type of text.
    pub answer: Option<Answer>,
    /// It only reads, although its method is not GET.
    pub reads: bool,
}

/// A piece of a path.
#[derive(Clone, Debug)]
pub enum Segment {
    /// Literal text.
    Text(String),
    /// A value.
    Value(Source),
}

/// Paging on the REST route.
#[derive(Clone, Debug)]
pub struct BoundRestPage {
    /// The list in the response.
    pub list: Vec<String>,
    /// The inputs for size and cursor; `None`: all pages.
    pub inputs: Option<(String, String)>,
}

/// The CLI route.
#[derive(Clone, Debug)]
pub enum BoundCli {
    /// A command of `gh`.
    Command(Box<BoundCommand>),
    /// The calls of the REST route.
    Api,
}

/// One command of `gh`.
#[derive(Clone, Debug)]
pub struct BoundCommand {
    /// Its words, such as `issue view`.
    pub command: Vec<String>,
    /// Positional arguments.
    pub arguments: Vec<Source>,
    /// Flags.
    pub flags: Vec<(String, Source, FlagStyle)>,
    /// The fields of `--json`.
    pub json: Vec<String>,
    /// Paging.
    pub page: Option<BoundCliPage>,
    /// Conditions on the response.
    pub guards: Vec<BoundGuard>,
    /// The output, in the order of the output schema.
    pub output: Vec<BoundOutput>,
    /// Inputs that it cannot pass on, and why.
    pub unsupported: Vec<(String, String)>,
}

/// How the value of a flag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagStyle {
    /// `--flag=value`.
    Value,
    /// `--flag=value`, quoted as a field of CSV.
    Csv,
    /// `--flag`, if true.
    Switch,
}

/// Paging on the CLI route.
#[derive(Clone, Debug)]
pub struct BoundCliPage {
    /// The flag for the number of elements.
    pub flag: String,
    /// The input for the size.
    pub size: String,
    /// The input for the cursor.
    pub cursor: String,
    /// The field that identifies an element.
    pub key: Vec<String>,
}
