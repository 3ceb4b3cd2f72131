//! The REST and CLI routes with everything resolved. Each type becomes the type of the same name that ghx interprets at run time.

use super::{BoundCondition, BoundGuard, BoundOutput, Predicate, Source};
use crate::{
    card::{Answer, Method},
    schema::Success,
};
use std::fmt;

/// The REST route.
#[derive(Clone, Debug)]
pub struct BoundRest {
    /// Queries of GraphQL, in order, whose data the calls use.
    pub lookups: Vec<BoundRestLookup>,
    /// The calls, in order.
    pub calls: Vec<BoundCall>,
    /// The output, in the order of the output schema.
    pub output: Vec<BoundOutput>,
    /// Inputs that it cannot pass on, and why.
    pub unsupported: Vec<(String, String)>,
}

/// A query of GraphQL before the calls.
#[derive(Clone, Debug)]
pub struct BoundRestLookup {
    /// Its name.
    pub id: String,
    /// The query.
    pub operation: String,
    /// The values of its variables.
    pub variables: Vec<(String, Source)>,
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
    /// Bytes instead of a body.
    pub upload: Option<BoundUpload>,
    /// Where bytes are sent to.
    pub host: Option<Source>,
    /// The media type to accept.
    pub accept: String,
    /// It is made only then.
    pub when: Option<Predicate>,
    /// Once per element.
    pub each: Option<BoundEach>,
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

/// Bytes that a call sends.
#[derive(Clone, Debug)]
pub struct BoundUpload {
    /// The inputs that give them: the first that has a value.
    pub bytes: Vec<(ByteForm, Source)>,
    /// Their media type.
    pub media: Source,
}

/// How an input gives bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteForm {
    /// As text.
    Text,
    /// In base64.
    Base64,
    /// As the path of a file.
    File,
}

/// The elements that a call is made for.
#[derive(Clone, Debug)]
pub struct BoundEach {
    /// The list.
    pub list: EachList,
    /// Only the elements of which all of these hold.
    pub keep: Vec<BoundCondition>,
    /// Each element has an outcome of its own.
    pub partial: bool,
}

/// A list that a call is made for.
#[derive(Clone, Debug)]
pub enum EachList {
    /// An input.
    Input(String),
    /// A list in an earlier response.
    Found {
        /// The call.
        call: String,
        /// The keys, with `[]` after a list.
        path: Vec<String>,
    },
}

impl fmt::Display for EachList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EachList::Input(input) => f.write_str(input),
            EachList::Found { call, path } => write!(f, "{}: {}", call, path.join(".").replace(".[]", "[]")),
        }
    }
}

/// A piece of a path.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a few hundred of them, once per build")]
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
