//! One request, built from the card and the known values.

use bytes::Bytes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};
use url::form_urlencoded::Serializer;

use crate::card::route::{Method, RestCall, Segment};
use crate::engine::routes::values::{Scope, name_of, placeholder_of};

/// Encodes everything that has a meaning in a path, including a slash.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The longest path and query that servers are known to accept.
const MAX_TARGET_LENGTH: usize = 8 * 1024;

/// A request without host and credential.
#[derive(Clone, Debug)]
pub(crate) struct PreparedRequest {
    pub(crate) method: Method,
    /// Below the root of the API, without a slash at its start.
    pub(crate) path: String,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) body: Option<Bytes>,
    pub(crate) accept: &'static str,
}

impl PreparedRequest {
    /// The request for a call. The error says which value cannot be sent.
    pub(super) fn new(call: &RestCall, scope: &Scope<'_>) -> Result<Self, String> {
        let path = path(call, scope)?;
        let query = query(call, scope)?;
        let body = body(call, scope)?;
        let prepared = Self { method: call.method, path, query, body, accept: call.accept };
        match prepared.target().len() {
            0..=MAX_TARGET_LENGTH => Ok(prepared),
            length => {
                Err(format!("the URL is too long: {length} characters, at most {MAX_TARGET_LENGTH} are accepted"))
            }
        }
    }

    /// Path and query, below the root of the API.
    pub(crate) fn target(&self) -> String {
        if self.query.is_empty() {
            return self.path.clone();
        }
        let query = Serializer::new(String::new()).extend_pairs(&self.query).finish();
        format!("{}?{query}", self.path)
    }
}

/// The request line of a call for a plan: `GET /repos/acme/widgets/issues/7`. Values are not encoded, and a value that is
/// not known yet is named.
pub(super) fn preview(call: &RestCall, scope: &Scope<'_>, show: &dyn Fn(&Value) -> String) -> String {
    let path = call.path.iter().map(|segment| match segment {
        Segment::Text(text) => (*text).to_owned(),
        Segment::Value(source) => match scope.value(source) {
            Ok(Some(value)) => show(&value),
            Ok(None) | Err(_) => format!("{{{}}}", placeholder_of(source)),
        },
    });
    format!("{} {}", call.method.as_str(), path.collect::<String>())
}

fn path(call: &RestCall, scope: &Scope<'_>) -> Result<String, String> {
    let mut path = String::new();
    for segment in call.path {
        match segment {
            Segment::Text(text) => path.push_str(text),
            Segment::Value(source) if scope.is_pending(source) => path.push('x'),
            Segment::Value(source) => {
                let text = scope.text(source)?.ok_or_else(|| format!("this route requires {}", name_of(source)))?;
                // Even encoded, URL parsers remove these or take them for the parent.
                if matches!(text.as_str(), "" | "." | "..") {
                    return Err(format!("{} is {}, which cannot be part of a URL", name_of(source), Value::from(text)));
                }
                path.extend(utf8_percent_encode(&text, SEGMENT));
            }
        }
    }
    Ok(path.trim_start_matches('/').to_owned())
}

fn query(call: &RestCall, scope: &Scope<'_>) -> Result<Vec<(String, String)>, String> {
    let mut query = Vec::new();
    for (name, source) in call.query {
        query.extend(scope.texts(source)?.into_iter().map(|text| ((*name).to_owned(), text)));
    }
    Ok(query)
}

fn body(call: &RestCall, scope: &Scope<'_>) -> Result<Option<Bytes>, String> {
    if call.body.is_empty() {
        return Ok(None);
    }
    let mut members = Map::new();
    for (name, source) in call.body {
        if let Some(value) = scope.value(source)? {
            members.insert((*name).to_owned(), value);
        }
    }
    Ok(Some(Bytes::from(Value::Object(members).to_string())))
}
