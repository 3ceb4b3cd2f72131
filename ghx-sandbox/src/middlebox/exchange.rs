//! A request, its response, and what was done to it.

use std::collections::BTreeMap;

use apollo_compiler::ast::{Definition, Document, OperationType};
use serde_json::Value as Json;

use super::request::Incoming;
use crate::http;

/// A request as it arrived.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Exchange {
    /// Counts from one.
    pub number: u64,
    /// The method.
    pub method: String,
    /// The path, without the query, as the client sent it.
    pub path: String,
    /// The query, without the question mark.
    pub query: String,
    /// The headers, with names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body.
    pub body: String,
    /// Whether it is a write: a GraphQL mutation, or a REST method other than `GET` and `HEAD`.
    pub is_write: bool,
}

/// A response, from the sandbox or to the client.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The headers. `content-length` is added unless one of them gives the length of the body.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// An entry of the log.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoggedExchange {
    /// The request.
    pub exchange: Exchange,
    /// Whether the request was passed to the sandbox.
    pub forwarded: bool,
    /// The sandbox's response; `None` if the request was not forwarded, or if a fault of the sandbox closed the connection.
    pub response: Option<Response>,
    /// What was done to it: the [`Tamper::kind`](super::Tamper::kind).
    pub kind: &'static str,
}

impl Exchange {
    pub(super) fn new(number: u64, incoming: &Incoming) -> Self {
        let body = String::from_utf8_lossy(&incoming.body).into_owned();
        let path = incoming.target.path().to_owned();
        let is_graphql = incoming.method == "POST" && matches!(path.as_str(), "/graphql" | "/api/graphql");
        let is_write =
            if is_graphql { is_mutation(&body) } else { !matches!(incoming.method.as_str(), "GET" | "HEAD") };
        Self {
            number,
            method: incoming.method.clone(),
            path,
            query: incoming.target.query().unwrap_or_default().to_owned(),
            headers: incoming.headers.clone(),
            body,
            is_write,
        }
    }

    /// The body as JSON, if it is JSON.
    pub fn json(&self) -> Option<Json> {
        serde_json::from_str(&self.body).ok()
    }
}

/// Whether the operation of a GraphQL request is a mutation.
fn is_mutation(body: &str) -> bool {
    // Most requests are queries; this avoids parsing them.
    if !body.contains("mutation") {
        return false;
    }
    let Ok(json) = serde_json::from_str::<Json>(body) else { return false };
    let (query, name) = (json["query"].as_str().unwrap_or_default(), json["operationName"].as_str());
    let document = Document::parse(query, "request.graphql").unwrap_or_else(|problems| problems.partial);
    document.definitions.iter().any(|definition| match definition {
        Definition::OperationDefinition(operation) => {
            let is_meant = name.is_none_or(|name| operation.name.as_ref().is_some_and(|own| own == name));
            is_meant && operation.operation_type == OperationType::Mutation
        }
        _ => false,
    })
}

impl Response {
    /// A response without headers.
    pub fn new(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: Vec::new(), body: body.into() }
    }

    /// A response with a content type.
    pub fn text(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self::new(status, body).with("content-type", content_type)
    }

    /// A JSON response.
    pub fn json(status: u16, body: &Json) -> Self {
        Self::text(status, "application/json; charset=utf-8", body.to_string())
    }

    /// Sets a header, replacing one of the same name.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The body as JSON, if it is JSON.
    pub fn as_json(&self) -> Option<Json> {
        serde_json::from_slice(&self.body).ok()
    }

    pub(super) fn of(response: http::Response) -> Self {
        let headers = response.headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Self { status: response.status, headers, body: response.body.into_bytes() }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::is_mutation;

    #[test]
    fn detects_mutations_after_comments_and_fragments() {
        let is = |query: &str, name: Option<&str>| {
            is_mutation(&json!({ "query": query, "operationName": name }).to_string())
        };
        assert!(is("# a comment\n mutation { x }", None));
        assert!(is("fragment F on Issue { id } mutation M { x { ...F } }", None));
        assert!(is("query Q { a } mutation M { x }", Some("M")));
        assert!(!is("query Q { a } mutation M { x }", Some("Q")));
        assert!(!is("# mutation\n query { mutation }", None));
        assert!(!is("query { a(text: \"mutation { x }\") }", None));
    }
}
