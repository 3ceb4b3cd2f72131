//! What an HTTP answer means as a whole, before anybody looks at single steps.

use bytes::Bytes;
use http::{HeaderMap, StatusCode};
use serde_json::Value;

use super::graphql::code_of;
use super::limit::{self, Limit};
use crate::error::Phase;
use crate::response::{Data, GraphqlError, Response};
use crate::{Error, ErrorCode};

/// What an HTTP answer means.
#[derive(Debug)]
pub(crate) enum Verdict<'a> {
    /// It was executed, all of it or a part.
    Answered(Response<'a>),
    /// A rate limit.
    Limited(Limit),
    /// It was refused before anything was executed.
    Refused {
        /// Why, for those that the errors do not name.
        error: Error,
        /// The errors, which may name single root fields.
        errors: Vec<GraphqlError>,
        /// Whether less at once may work.
        too_large: bool,
    },
    /// Nobody can say what was executed.
    Broken(Broken),
}

/// An answer that says nothing, or none at all.
#[derive(Debug)]
pub(crate) struct Broken {
    /// What to say, as if a write may have been applied.
    pub(crate) error: Error,
    /// Whether less at once may work.
    pub(crate) too_large: bool,
}

/// Judges an answer.
pub(crate) fn judge(response: &http::Response<Bytes>) -> Verdict<'_> {
    let id = request_id(response.headers());
    let verdict = match response.status() {
        StatusCode::OK => judge_ok(response),
        status => judge_status(status, response),
    };
    match verdict {
        Verdict::Limited(limit) => Verdict::Limited(Limit { error: limit.error.with_request_id(id), ..limit }),
        Verdict::Refused { error, errors, too_large } => {
            Verdict::Refused { error: error.with_request_id(id), errors, too_large }
        }
        Verdict::Broken(Broken { error, too_large }) => {
            Verdict::Broken(Broken { error: error.with_request_id(id), too_large })
        }
        answered @ Verdict::Answered(_) => answered,
    }
}

/// The id that GitHub gave the request.
pub(crate) fn request_id(headers: &HeaderMap) -> Option<&str> {
    headers.get("x-github-request-id")?.to_str().ok()
}

fn judge_ok(response: &http::Response<Bytes>) -> Verdict<'_> {
    let Some(mut parsed) = Response::parse(response.body()) else {
        return broken("GitHub's answer cannot be read", false);
    };
    parsed.request_id = request_id(response.headers());
    if matches!(parsed.data, Data::Fields(_)) {
        return Verdict::Answered(parsed);
    }
    let headers = response.headers();
    let spelling =
        |error: &GraphqlError| error.kind.clone().filter(|kind| kind == "RATE_LIMITED" || kind == "RATE_LIMIT");
    let primary = parsed.errors.iter().find_map(spelling);
    if let Some(error) = parsed.errors.iter().find(|error| limit::is_secondary(&error.message)) {
        return limited(&error.message, headers, false);
    }
    match parsed.data {
        _ if primary.is_some() => {
            let limit = Limit::new(&messages(&parsed.errors), headers, true);
            Verdict::Limited(Limit { error: limit.error.with_github_type(primary.as_deref()), ..limit })
        }
        Data::Absent => judge_refusal(parsed.errors),
        Data::Null | Data::Fields(_) => Verdict::Answered(parsed),
    }
}

/// Errors and no `data`: nothing was executed, if GitHub says why.
fn judge_refusal(errors: Vec<GraphqlError>) -> Verdict<'static> {
    let message = messages(&errors);
    // graphql-ruby gives up on large documents before it executes them.
    if errors.iter().any(|error| error.message.starts_with("Timeout on validation")) {
        let error = Error::server(message).in_phase(Phase::Refused);
        return Verdict::Refused { error, errors: Vec::new(), too_large: true };
    }
    let Some(first) = errors.iter().find(|error| error.is_explained()) else {
        return broken(&message, false);
    };
    let error = Error::new(code_of(first), message).in_phase(Phase::Refused).with_github_type(first.kind.as_deref());
    Verdict::Refused { error, errors, too_large: false }
}

fn judge_status(status: StatusCode, response: &http::Response<Bytes>) -> Verdict<'static> {
    let headers = response.headers();
    let said = said(response.body());
    let text = said.as_deref().unwrap_or_default();
    let refuse = |code: ErrorCode, message: String| Verdict::Refused {
        error: Error::new(code, message).in_phase(Phase::Refused),
        errors: Vec::new(),
        too_large: false,
    };
    let told = |meaning: &str| match &said {
        Some(said) => format!("{said} (HTTP {}: {meaning})", status.as_u16()),
        None => format!("HTTP {}: {meaning}", status.as_u16()),
    };
    match status.as_u16() {
        403 | 429 if limit::is_secondary(text) => limited(text, headers, false),
        403 | 429 if limit::is_used_up(headers) => limited(text, headers, true),
        429 => limited(&told("too many requests"), headers, false),
        401 => refuse(ErrorCode::Auth, told("the token is missing, wrong or expired")),
        403 => refuse(ErrorCode::Auth, told("the token may not do this")),
        404 => refuse(ErrorCode::NotFound, told("the endpoint does not exist, or the token may not use it")),
        408 => broken(&told("GitHub gave up waiting"), false),
        400..=499 => refuse(ErrorCode::Validation, told("GitHub refused the request")),
        500..=599 => broken(&told("GitHub failed"), matches!(status.as_u16(), 502 | 504)),
        300..=399 => refuse(ErrorCode::Server, told("a redirect is not followed, since it would take the token along")),
        _ => broken(&told("an answer of no use"), false),
    }
}

fn limited(message: &str, headers: &HeaderMap, is_primary: bool) -> Verdict<'static> {
    Verdict::Limited(Limit::new(message, headers, is_primary))
}

fn broken(message: &str, too_large: bool) -> Verdict<'static> {
    Verdict::Broken(Broken { error: Error::server(message), too_large })
}

fn messages(errors: &[GraphqlError]) -> String {
    let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    messages.join("; ")
}

/// What a body in REST's shape, or a GraphQL one, says; nothing for a page of HTML.
fn said(body: &Bytes) -> Option<String> {
    let value: Value = serde_json::from_slice(body).ok()?;
    let message = value["message"].as_str().map(ToOwned::to_owned);
    message.or_else(|| value["errors"][0]["message"].as_str().map(ToOwned::to_owned))
}
