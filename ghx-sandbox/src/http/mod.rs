//! Requests, responses, the URLs in them, and the server that accepts connections.

mod body;
mod server;
mod urls;

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;
use serde_json::Value as Json;

pub(crate) use self::{body::Sent, server::Server, urls::Urls};

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// The path below the API's root.
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: String,
    pub(crate) urls: Urls,
}

impl Request {
    /// The target is a path or, for a proxy, a whole URL.
    pub(crate) fn new(method: &str, target: &hyper::Uri, headers: BTreeMap<String, String>, body: &[u8]) -> Self {
        let host = target.authority().map(ToString::to_string).or_else(|| headers.get("host").cloned());
        let (path, prefix) = below_root(target.path());
        Self {
            method: method.to_owned(),
            path,
            query: target.query().unwrap_or_default().to_owned(),
            headers,
            body: String::from_utf8_lossy(body).into_owned(),
            urls: Urls::of_host(host.as_deref().unwrap_or("api.github.com"), prefix),
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(String::as_str)
    }

    /// A parameter of the query, decoded.
    pub(crate) fn param(&self, name: &str) -> Option<String> {
        let pair = self.query.split('&').find_map(|pair| match pair.split_once('=') {
            Some((key, value)) if key == name => Some(value),
            _ => None,
        })?;
        Some(decode(pair))
    }

    /// The parts of the path, decoded.
    pub(crate) fn segments(&self) -> Vec<String> {
        self.path.split('/').filter(|part| !part.is_empty()).map(decode).collect()
    }

    pub(crate) fn is_read(&self) -> bool {
        matches!(self.method.as_str(), "GET" | "HEAD")
    }

    pub(crate) fn json(&self) -> Option<Json> {
        serde_json::from_str(&self.body).ok()
    }
}

/// GitHub's own API starts at the root, a GitHub Enterprise Server's at `/api/v3` and `/api/graphql`.
fn below_root(path: &str) -> (String, &'static str) {
    match path.strip_prefix("/api/v3") {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => (rest.to_owned(), "/api/v3"),
        _ if path == "/api/graphql" => ("/graphql".to_owned(), "/api/v3"),
        _ => (path.to_owned(), ""),
    }
}

/// Decodes percent encoding, and `+` as a space.
fn decode(text: &str) -> String {
    percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
}

/// A response.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: String,
    /// Whether the connection is closed in the middle of the body.
    pub(crate) cut: bool,
}

/// The documentation URL of GitHub's errors.
pub(crate) const DOCS: &str = "https://docs.github.com/rest";

/// The body of a REST error.
pub(crate) fn error_body(status: u16, message: &str) -> Json {
    serde_json::json!({ "message": message, "documentation_url": DOCS, "status": status.to_string() })
}

impl Response {
    pub(crate) fn json(status: u16, body: &Json) -> Self {
        Self::text(status, "application/json; charset=utf-8", body.to_string())
    }

    pub(crate) fn text(status: u16, content_type: &str, body: String) -> Self {
        Self { status, headers: vec![("content-type", content_type.to_owned())], body, cut: false }
    }

    /// A REST error.
    pub(crate) fn error(status: u16, message: &str) -> Self {
        Self::json(status, &error_body(status, message))
    }

    pub(crate) fn empty(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: String::new(), cut: false }
    }

    pub(crate) fn no_content() -> Self {
        Self::empty(204)
    }

    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.retain(|(known, _)| *known != name);
        self.headers.push((name, value.into()));
        self
    }
}

/// The connection is closed without a response.
#[derive(Debug, thiserror::Error)]
#[error("a fault closed the connection")]
pub(crate) struct Dropped;

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn percent_encoding_is_decoded() {
        assert_eq!(decode("good%20first+issue%2F1"), "good first issue/1");
        assert_eq!(decode("100%"), "100%");
    }
}
