//! The exact form of what GitHub sends when it refuses, and the headers of every answer.

use serde_json::{Value as Json, json};

use super::{RequestMeta, tokens::Caller};
use crate::{
    faults::{Fault, GatewayBody, Spelling, When},
    graphql::{BASE_MODIFIED, something_went_wrong_text},
    http::{Dropped, Reply},
    limits::{Rate, now},
};

const PRIMARY: &str = "API rate limit exceeded for user ID 583231.";
const SECONDARY: &str = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
const UNICORN: &str = "<!DOCTYPE html>\n<html>\n<head><title>Unicorn! &middot; GitHub</title></head>\n<body>\n\
    <h1>We couldn't respond to your request in time.</h1>\n<p>Sorry about that. Please try refreshing and contact us \
    if the problem persists.</p>\n</body>\n</html>\n";

pub(super) fn bad_credentials() -> Reply {
    Reply::error(401, "Bad credentials").with("www-authenticate", "Basic realm=\"GitHub\"")
}

/// The name under which the record lists a fault.
pub(super) fn fault_name(fault: &Fault) -> String {
    let json = serde_json::to_value(fault).unwrap_or_default();
    json["fault"].as_str().unwrap_or_default().to_owned()
}

/// The answer of a fault that keeps a request from being executed.
pub(super) fn refused_before(meta: &RequestMeta, graphql: bool) -> Option<Result<Reply, Dropped>> {
    meta.faults.iter().find_map(|rule| {
        Some(Ok(match &rule.fault {
            Fault::ExpiredToken => bad_credentials(),
            Fault::PrimaryLimit { spelling, remaining, reset_in } => primary(*spelling, *remaining, *reset_in, graphql),
            Fault::SecondaryLimit { status, retry_after } => secondary(*status, *retry_after),
            Fault::Gateway { status, body, when: When::Before } => gateway(*status, *body, &meta.request_id),
            Fault::Status { status, body, when: When::Before } => plain(*status, body),
            Fault::Drop { when: When::Before } => return Some(Err(Dropped)),
            Fault::ValidationTimeout if graphql => errors(&json!([{ "message": "Timeout on validation of query" }])),
            Fault::SamlFailure => saml(graphql),
            Fault::BaseModified if !graphql => Reply::error(405, BASE_MODIFIED),
            _ => return None,
        }))
    })
}

/// What becomes of the answer of a request that was executed.
pub(super) fn sent(meta: &RequestMeta, reply: Reply) -> Result<Reply, Dropped> {
    let lost = meta.fault(|fault| match fault {
        Fault::Gateway { status, body, when: When::After } => Some(Ok(gateway(*status, *body, &meta.request_id))),
        Fault::Status { status, body, when: When::After } => Some(Ok(plain(*status, body))),
        Fault::Drop { when: When::After } => Some(Err(Dropped)),
        Fault::Truncated => Some(Ok(Reply { cut: true, ..reply.clone() })),
        _ => None,
    });
    lost.unwrap_or(Ok(reply))
}

/// Any status with any body.
fn plain(status: u16, body: &Json) -> Reply {
    match body {
        Json::Null => {
            let reason = hyper::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
            Reply::error(status, reason.unwrap_or("Unknown"))
        }
        Json::String(text) => Reply::text(status, "text/plain; charset=utf-8", text.clone()),
        body => Reply::json(status, body),
    }
}

/// A GraphQL answer without data.
pub(super) fn errors(errors: &Json) -> Reply {
    Reply::json(200, &json!({ "errors": errors }))
}

fn primary(spelling: Spelling, remaining: u32, reset_in: u64, graphql: bool) -> Reply {
    let reply = if graphql { graphql_primary_limit(spelling) } else { rest_primary_limit() };
    let resource = if graphql { "graphql" } else { "core" };
    let rate = Rate { resource, limit: 5000, used: 5000u32.saturating_sub(remaining), reset: now() + reset_in };
    with_rate(reply, &rate)
}

fn graphql_primary_limit(spelling: Spelling) -> Reply {
    errors(&match spelling {
        Spelling::Classic => json!([{ "type": "RATE_LIMITED", "message": PRIMARY }]),
        Spelling::Newer => json!([{
            "type": "RATE_LIMIT",
            "code": "graphql_rate_limit",
            "message": "API rate limit already exceeded for user ID 583231.",
        }]),
    })
}

fn rest_primary_limit() -> Reply {
    Reply::error(403, PRIMARY)
}

/// The response of a request for which the budget has no points left.
pub(super) fn primary_limit(graphql: bool) -> Reply {
    if graphql { graphql_primary_limit(Spelling::Classic) } else { rest_primary_limit() }
}

fn secondary(status: u16, retry_after: Option<u64>) -> Reply {
    let reply = if status == 200 {
        errors(&json!([{ "type": "RATE_LIMITED", "message": SECONDARY }]))
    } else {
        Reply::error(status, SECONDARY)
    };
    match retry_after {
        Some(seconds) => reply.with("retry-after", seconds.to_string()),
        None => reply,
    }
}

/// The answer where GitHub has given up on a request after ten seconds.
pub(super) fn out_of_time() -> Reply {
    gateway(502, GatewayBody::Html, "")
}

/// The answer to a write that follows the last one too soon, or creates too much in a minute.
pub(super) fn too_fast(wait: std::time::Duration) -> Reply {
    let seconds = u64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u64::MAX);
    secondary(403, Some(seconds.max(1)))
}

fn gateway(status: u16, body: GatewayBody, request_id: &str) -> Reply {
    match body {
        GatewayBody::Html => Reply::text(status, "text/html; charset=utf-8", UNICORN.to_owned()),
        GatewayBody::Json => {
            let error = json!({ "message": something_went_wrong_text(request_id) });
            Reply::json(status, &json!({ "data": null, "errors": [error] }))
        }
    }
}

fn saml(graphql: bool) -> Reply {
    let message = "Resource protected by organization SAML enforcement. You must grant your Personal Access token \
                   access to this organization.";
    let reply = if graphql {
        errors(&json!([{ "type": "FORBIDDEN", "extensions": { "saml_failure": true }, "message": message }]))
    } else {
        Reply::error(403, message)
    };
    reply.with("x-github-sso", "required; url=https://github.com/orgs/acme/sso?authorization_request=sandbox")
}

/// The budget that a request was charged to.
pub(super) fn with_rate(reply: Reply, rate: &Rate) -> Reply {
    reply
        .with("x-ratelimit-limit", rate.limit.to_string())
        .with("x-ratelimit-remaining", rate.remaining().to_string())
        .with("x-ratelimit-used", rate.used.to_string())
        .with("x-ratelimit-reset", rate.reset.to_string())
        .with("x-ratelimit-resource", rate.resource)
}

/// The scopes of the token.
pub(super) fn with_caller(reply: Reply, caller: &Caller) -> Reply {
    if caller.login.is_none() { reply } else { reply.with("x-oauth-scopes", caller.actor.scopes.join(", ")) }
}

/// What every answer carries; `rate` is the budget of one that was refused before it was charged.
pub(super) fn finish(reply: Reply, request_id: &str, rate: &Rate) -> Reply {
    let has_rate = reply.headers.iter().any(|(name, _)| *name == "x-ratelimit-limit");
    let reply = reply
        .with("x-github-request-id", request_id)
        .with("x-github-media-type", "github.v3; format=json")
        .with("server", "ghx-sandbox");
    if has_rate { reply } else { with_rate(reply, rate) }
}
