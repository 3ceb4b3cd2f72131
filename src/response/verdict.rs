//! The meaning of a GraphQL response as a whole, before it is split up by step.

use bytes::Bytes;
use http::{HeaderMap, StatusCode};

use super::error_code::{code_of, is_node_limit};
use super::error_text::ErrorText;
use super::messages::refine;
use super::rate_limit;
use super::rate_limit::{Limit, limit_of};
use super::refusal::{Evidence, nothing_ran};
use super::status::HttpStatus;
use crate::Error;
use crate::error::Phase;
use crate::response::{Data, GraphqlError, Response};

/// The meaning of a GraphQL response.
#[derive(Debug)]
pub(crate) enum Verdict<'a> {
    /// It was executed, fully or partly, or at least nothing proves that it was not.
    Answered(Response<'a>),
    /// A rate limit.
    Limited(Limit),
    /// It was refused before anything was executed.
    Refused {
        /// The error for the steps that `errors` does not name.
        error: Error,
        /// The errors, which may name single root fields.
        errors: Vec<GraphqlError>,
        /// Whether a smaller request may work.
        too_large: bool,
    },
    /// There is no usable response, so what was executed is unknown.
    Broken(Broken),
}

/// An unusable response, or none at all.
#[derive(Debug)]
pub(crate) struct Broken {
    /// The error, in the phase of a write that may have been applied.
    pub(crate) error: Error,
    /// Whether a smaller request may work.
    pub(crate) too_large: bool,
}

/// Classifies a response to a read or, if `writes` is set, to a write. A write counts as refused only if that is proven.
pub(crate) fn judge(response: &http::Response<Bytes>, writes: bool) -> Verdict<'_> {
    let id = request_id(response.headers());
    let verdict = match response.status() {
        StatusCode::OK => judge_ok(response, writes),
        status => judge_status(status, response, writes),
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

fn judge_ok(response: &http::Response<Bytes>, writes: bool) -> Verdict<'_> {
    let headers = response.headers();
    let Some(mut parsed) = Response::parse(response.body()) else {
        return broken("GitHub's response cannot be read", false);
    };
    parsed.request_id = request_id(headers);
    parsed.wait = rate_limit::wait(headers, false);
    match parsed.data {
        Data::Fields(_) => Verdict::Answered(parsed),
        // Null means that execution has begun, so the outcome of a write is unknown.
        Data::Null if writes => Verdict::Answered(parsed),
        Data::Absent if writes && !parsed.errors.iter().all(|error| nothing_ran(Evidence::Request(error))) => {
            Verdict::Answered(parsed)
        }
        Data::Absent | Data::Null => {
            limit_in(&parsed.errors, headers).map_or_else(|| judge_errors(parsed), Verdict::Limited)
        }
    }
}

/// The rate limit in the errors of a response without data.
fn limit_in(errors: &[GraphqlError], headers: &HeaderMap) -> Option<Limit> {
    if let Some(error) = errors.iter().find(|error| rate_limit::is_secondary(&error.message)) {
        return Some(Limit::new(&error.message, headers, false));
    }
    let is_limit = |kind: &&String| *kind == "RATE_LIMITED" || *kind == "RATE_LIMIT";
    let kind = errors.iter().find_map(|error| error.kind.as_ref().filter(is_limit))?;
    let limit = Limit::new(&messages(errors), headers, true);
    Some(Limit { error: limit.error.with_github_type(Some(kind)), ..limit })
}

/// Classifies errors without data: nothing was executed if GitHub says why.
fn judge_errors(parsed: Response<'_>) -> Verdict<'_> {
    if matches!(parsed.data, Data::Null) {
        return Verdict::Answered(parsed);
    }
    let errors = parsed.errors;
    let message = messages(&errors);
    // GitHub gives up validating large documents before it executes them.
    let is_timeout = errors.iter().any(|error| error.message.starts_with("Timeout on validation"));
    if is_timeout || errors.iter().any(is_node_limit) {
        let error = Error::server(message).in_phase(Phase::Refused);
        return Verdict::Refused { error, errors: Vec::new(), too_large: true };
    }
    let refused = |error: &&GraphqlError| error.is_explained() || nothing_ran(Evidence::Request(error));
    let Some(first) = errors.iter().find(refused) else {
        return broken(&message, false);
    };
    let error = Error::new(code_of(first), message).in_phase(Phase::Refused).with_github_type(first.kind.as_deref());
    Verdict::Refused { error: refine(error), errors, too_large: false }
}

fn judge_status(status: StatusCode, response: &http::Response<Bytes>, writes: bool) -> Verdict<'static> {
    let (body, known) = (ErrorText::read(response.body()), HttpStatus::of(status.as_u16()));
    let is_refused = nothing_ran(Evidence::Status { status: known.number, is_github: body.is_github });
    let limit = limit_of(known.number, response.headers(), &body);
    match limit.filter(|_| is_refused || !writes) {
        Some(limit) => Verdict::Limited(limit),
        None if is_refused || !writes && (known.refuses || known.is_redirect()) => Verdict::Refused {
            error: refine(Error::new(known.code, known.describe(body.message())).in_phase(Phase::Refused)),
            errors: Vec::new(),
            too_large: false,
        },
        None => {
            let error = Error::new(known.code, known.describe(body.message())).in_phase(Phase::MayBeApplied);
            Verdict::Broken(Broken { error, too_large: known.may_be_too_large() })
        }
    }
}

fn broken(message: &str, too_large: bool) -> Verdict<'static> {
    Verdict::Broken(Broken { error: Error::server(message), too_large })
}

fn messages(errors: &[GraphqlError]) -> String {
    let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    messages.join("; ")
}
