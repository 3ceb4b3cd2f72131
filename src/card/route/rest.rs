//! The REST route of a capability.

use super::{Field, Guard, Source, Unsupported};
use crate::card::const_setters;

/// The REST route of a capability: calls, one after the other, and how their responses become the output.
#[derive(Debug)]
#[non_exhaustive]
pub struct RestRoute {
    /// The calls, in order. Only the last may change something; a read's may not either.
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
        Self { calls, output, unsupported: &[] }
    }

    const_setters! {
        set unsupported: &'static [Unsupported];
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
    /// Once per element of this input, or once if it is given and not a list; all before the next call. The responses are
    /// not kept.
    pub each: Option<&'static str>,
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
        some each: &'static str;
        some page: RestPage;
        set guards: &'static [Guard];
        flag optional;
        some missing: &'static str;
        set successes: &'static [Success];
    }
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
    pub list: &'static [&'static str],
    /// The inputs that say how many (`first`) and from where (`after`); `None`: all pages are read, and their lists
    /// become one.
    pub inputs: Option<(&'static str, &'static str)>,
}

impl RestPage {
    /// The list at this place, of which all pages are read.
    #[must_use]
    pub const fn all(list: &'static [&'static str]) -> Self {
        Self { list, inputs: None }
    }

    /// The list at this place, page by page: the inputs for size and cursor.
    #[must_use]
    pub const fn by(list: &'static [&'static str], size: &'static str, cursor: &'static str) -> Self {
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
