//! The REST route of a capability.

use super::{Condition, Each, Field, Guard, Keys, Source, Unsupported};
use crate::card::const_setters;
use crate::card::operation::Operation;

/// The REST route of a capability: calls, one after the other, and how their responses become the output.
#[derive(Debug)]
#[non_exhaustive]
pub struct RestRoute {
    /// GraphQL queries that are sent before the calls. Their data is found by their ids, as the response to a call.
    pub lookups: &'static [Lookup],
    /// The calls, in order. Only the last may change something; a read's may not either.
    ///
    /// Of calls with the same id, which follow each other, the first whose [`when`](RestCall::when) holds is made.
    pub calls: &'static [RestCall],
    /// The output, property by property.
    pub output: &'static [Field],
    /// Inputs that it does not support.
    pub unsupported: &'static [Unsupported],
}

impl RestRoute {
    /// Calls, and how their responses become the output.
    #[must_use]
    pub const fn new(calls: &'static [RestCall], output: &'static [Field]) -> Self {
        Self { lookups: &[], calls, output, unsupported: &[] }
    }

    const_setters! {
        set lookups: &'static [Lookup];
        set unsupported: &'static [Unsupported];
    }
}

/// A GraphQL query for a value that only GraphQL finds.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Lookup {
    /// Its name in the card.
    pub id: &'static str,
    /// The query.
    pub operation: &'static Operation,
    /// The values of its variables. A lookup for a variable without a value is not sent, and has no data.
    pub variables: &'static [(&'static str, Source)],
}

impl Lookup {
    /// A query and the values of its variables.
    #[must_use]
    pub const fn new(
        id: &'static str,
        operation: &'static Operation,
        variables: &'static [(&'static str, Source)],
    ) -> Self {
        Self { id, operation, variables }
    }
}

/// One call.
#[derive(Debug)]
#[non_exhaustive]
pub struct RestCall {
    /// Its name in the card; the only call has one as well.
    pub id: &'static str,
    /// Its method.
    pub method: Method,
    /// Its path, below the root of the API.
    pub path: &'static [Segment],
    /// Query parameters.
    pub query: &'static [(&'static str, Source)],
    /// Members of the JSON body; none: no body.
    pub body: &'static [(&'static str, Source)],
    /// What is asked for: `application/vnd.github+json`, or a media type whose response is text.
    pub accept: &'static str,
    /// What the response is.
    pub response: ResponseKind,
    /// Bytes that are sent instead of a JSON body.
    pub upload: Option<Upload>,
    /// Where the response to an earlier call has the URL to send it to: `upload_url` of a release. Its host must be the one
    /// that GitHub receives uploads on.
    pub host: Option<Source>,
    /// The call is made only then.
    pub when: Option<Condition>,
    /// Whether it only reads although its method is not GET, so that it may be sent again.
    pub reads: bool,
    /// Once per element of this list; all before the next call.
    pub each: Option<Each>,
    /// A list with pages.
    pub page: Option<RestPage>,
    /// Conditions on the response.
    pub guards: &'static [Guard],
    /// Treats 404 as null instead of an error.
    pub optional: bool,
    /// The message if GitHub does not find it, with `{key}` for the element of `each`: "no label `{key}`".
    pub missing: Option<&'static str>,
    /// The documented responses to a successful write; empty for reads.
    pub successes: &'static [Success],
}

impl RestCall {
    /// A call without parameters and body that asks for JSON.
    #[must_use]
    pub const fn new(id: &'static str, method: Method, path: &'static [Segment]) -> Self {
        Self {
            id,
            method,
            path,
            query: &[],
            body: &[],
            accept: "application/vnd.github+json",
            response: ResponseKind::Json,
            upload: None,
            host: None,
            when: None,
            reads: false,
            each: None,
            page: None,
            guards: &[],
            optional: false,
            missing: None,
            successes: &[],
        }
    }

    const_setters! {
        set query: &'static [(&'static str, Source)];
        set body: &'static [(&'static str, Source)];
        set accept: &'static str;
        set response: ResponseKind;
        some upload: Upload;
        some host: Source;
        some when: Condition;
        flag reads;
        some each: Each;
        some page: RestPage;
        set guards: &'static [Guard];
        flag optional;
        some missing: &'static str;
        set successes: &'static [Success];
    }

    /// Whether it may change something.
    pub(crate) fn writes(&self) -> bool {
        self.method != Method::Get && !self.reads
    }
}

/// What the response to a call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResponseKind {
    /// JSON, or text if [`accept`](RestCall::accept) is a media type for text. An empty body is null.
    Json,
    /// Text, maybe at the URL that GitHub redirects to. That is requested without the token.
    Text,
    /// A redirect, which is not followed. Its target is not logged, because whoever knows it needs no token.
    Location,
}

/// Bytes that are sent as they are.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Upload {
    /// The bytes: the first of these that has a value.
    pub bytes: &'static [(ByteForm, Source)],
    /// Their media type.
    pub content_type: Source,
}

impl Upload {
    /// Bytes and their media type.
    #[must_use]
    pub const fn new(bytes: &'static [(ByteForm, Source)], content_type: Source) -> Self {
        Self { bytes, content_type }
    }
}

/// How an input gives bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ByteForm {
    /// As text, in UTF-8.
    Text,
    /// In base64.
    Base64,
    /// As the path of a file, which is read while it is sent.
    File,
}

/// The documented responses to a successful write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Success {
    /// The status.
    pub status: u16,
    /// What the body is.
    pub body: SuccessBody,
}

impl Success {
    /// A status, and what its body is.
    #[must_use]
    pub const fn new(status: u16, body: SuccessBody) -> Self {
        Self { status, body }
    }
}

/// What the body of a success is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SuccessBody {
    /// There is none.
    Empty,
    /// A JSON object.
    Object,
    /// A JSON object without members.
    EmptyObject,
    /// A JSON array.
    Array,
}

/// How a list is paged.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RestPage {
    /// The list in the response; no keys: the response is the list.
    pub list: Keys,
    /// The inputs that say how many (`first`) and from where (`after`); `None`: all pages are read, and their lists
    /// become one.
    pub inputs: Option<(&'static str, &'static str)>,
}

impl RestPage {
    /// The list at this place, of which all pages are read.
    #[must_use]
    pub const fn all(list: Keys) -> Self {
        Self { list, inputs: None }
    }

    /// The list at this place, page by page: the inputs for size and cursor.
    #[must_use]
    pub const fn by(list: Keys, size: &'static str, cursor: &'static str) -> Self {
        Self { list, inputs: Some((size, cursor)) }
    }
}

/// An HTTP method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

impl Method {
    /// As HTTP writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// A piece of a path.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Segment {
    /// As it is, with its slashes.
    Text(&'static str),
    /// A value, to be encoded as one segment: a slash in it does not start another.
    Value(Source),
}

impl Segment {
    /// The input of that name.
    #[must_use]
    pub const fn input(name: &'static str) -> Self {
        Self::Value(Source::Input(name))
    }
}
