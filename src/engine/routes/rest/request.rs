//! One request, built from the card and the known values.

use bytes::Bytes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};
use url::Url;
use url::form_urlencoded::Serializer;

use super::upload;
use crate::Error;
use crate::card::route::{Method, RestCall, Segment, Source};
use crate::engine::routes::values::{Scope, Unfit, name_of, placeholder_of};

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
    /// The media type of the body, if it is not JSON.
    pub(crate) content_type: Option<String>,
    /// Where it is sent instead of `path`.
    pub(crate) url: Option<Url>,
    pub(crate) accept: &'static str,
}

impl PreparedRequest {
    /// The request for a call. The error says which value cannot be sent.
    pub(super) fn new(call: &RestCall, scope: &Scope<'_>) -> Result<Self, Unfit> {
        let path = path(call, scope)?;
        let query = query(call, scope)?;
        let body = body(call, scope)?;
        let content_type = call.upload.as_ref().map(|upload| upload::check(upload, scope)).transpose()?;
        let prepared = Self { method: call.method, path, query, body, content_type, url: None, accept: call.accept };
        match prepared.target().len() {
            0..=MAX_TARGET_LENGTH => Ok(prepared),
            length => {
                let why = format!("the URL is too long: {length} characters, at most {MAX_TARGET_LENGTH} are accepted");
                Err(why.into())
            }
        }
    }

    /// Path and query, below the root of the API.
    pub(crate) fn target(&self) -> String {
        match self.written_query() {
            Some(query) => format!("{}?{query}", self.path),
            None => self.path.clone(),
        }
    }

    /// The whole URL, given the root of the API. The error is the text that is not a URL.
    pub(super) fn full_url(&self, root: &Url) -> Result<Url, String> {
        if let Some(mut url) = self.url.clone() {
            url.set_query(self.written_query().as_deref());
            return Ok(url);
        }
        let text = format!("{root}{}", self.target());
        Url::parse(&text).map_err(|_| text)
    }

    fn written_query(&self) -> Option<String> {
        (!self.query.is_empty()).then(|| Serializer::new(String::new()).extend_pairs(&self.query).finish())
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

fn path(call: &RestCall, scope: &Scope<'_>) -> Result<String, Unfit> {
    let mut path = String::new();
    for segment in call.path {
        match segment {
            Segment::Text(text) => path.push_str(text),
            Segment::Value(source) if scope.is_pending(source) => path.push('x'),
            Segment::Value(source) => {
                let text = scope.text(source)?.ok_or_else(|| missing(source, scope))?;
                // The slashes of a text that the card puts together stay; those of an input do not.
                let segments: Vec<&str> = match source {
                    Source::Text(_) => text.split('/').collect(),
                    _ => vec![text.as_str()],
                };
                // Even encoded, URL parsers remove these or take them for the parent.
                if segments.iter().any(|segment| matches!(*segment, "" | "." | "..")) {
                    let text = Value::from(text);
                    return Err(format!("{} is {text}, which cannot be part of a URL", name_of(source)).into());
                }
                let segments: Vec<String> =
                    segments.into_iter().map(|segment| utf8_percent_encode(segment, SEGMENT).to_string()).collect();
                path.push_str(&segments.join("/"));
            }
        }
    }
    Ok(path.trim_start_matches('/').to_owned())
}

/// Why a value of the path is missing. GraphQL responds with null for what does not exist.
fn missing(source: &Source, scope: &Scope<'_>) -> Unfit {
    let lookups = scope.inputs.card.rest.map(|route| route.lookups).unwrap_or_default();
    match source {
        Source::Found { call, .. } if lookups.iter().any(|lookup| lookup.id == *call) => {
            Unfit::Error(Error::not_found(format!("{} was not found", name_of(source))))
        }
        _ => Unfit::Route(format!("this route requires {}", name_of(source))),
    }
}

fn query(call: &RestCall, scope: &Scope<'_>) -> Result<Vec<(String, String)>, Unfit> {
    let mut query = Vec::new();
    for (name, source) in call.query {
        query.extend(scope.texts(source)?.into_iter().map(|text| ((*name).to_owned(), text)));
    }
    Ok(query)
}

fn body(call: &RestCall, scope: &Scope<'_>) -> Result<Option<Bytes>, Unfit> {
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
