//! GitHub's responses when it refuses a request, and the headers of every response.

use serde_json::{Value as Json, json};

use super::{RequestMeta, tokens::Caller};
use crate::{
    faults::{Fault, GatewayBody, Spelling, When},
    graphql::{BASE_MODIFIED, something_went_wrong_text},
    http::{Dropped, Response},
    limits::{Rate, now},
};

const PRIMARY: &str = "API rate limit exceeded for user ID 583231.";
const SECONDARY: &str = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
const UNICORN: &str = "<!DOCTYPE html>\n<html>\n<head><title>Unicorn! &middot; GitHub</title></head>\n<body>\n\
    <h1>We couldn't respond to your request in time.</h1>\n<p>Sorry about that. Please try refreshing and contact us \
    if the problem persists.</p>\n</body>\n</html>\n";

pub(super) fn bad_credentials() -> Response {
    Response::error(401, "Bad credentials").with("www-authenticate", "Basic realm=\"GitHub\"")
}

/// The name of a fault in the record.
pub(super) fn fault_name(fault: &Fault) -> String {
    let json = serde_json::to_value(fault).unwrap_or_default();
    json["fault"].as_str().unwrap_or_default().to_owned()
}

/// The response of a fault that prevents execution.
pub(super) fn refused_before(meta: &RequestMeta, graphql: bool) -> Option<Result<Response, Dropped>> {
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
            Fault::BaseModified if !graphql => Response::error(405, BASE_MODIFIED),
            _ => return None,
        }))
    })
}

/// The response that a client gets for an executed request, which a fault may lose or cut.
pub(super) fn sent(meta: &RequestMeta, response: Response) -> Result<Response, Dropped> {
    let lost = meta.fault(|fault| match fault {
        Fault::Gateway { status, body, when: When::After } => Some(Ok(gateway(*status, *body, &meta.request_id))),
        Fault::Status { status, body, when: When::After } => Some(Ok(plain(*status, body))),
        Fault::Drop { when: When::After } => Some(Err(Dropped)),
        Fault::Truncated => Some(Ok(Response { cut: true, ..response.clone() })),
        _ => None,
    });
    lost.unwrap_or(Ok(response))
}

/// Any status with any body.
fn plain(status: u16, body: &Json) -> Response {
    match body {
        Json::Null => {
            let reason = hyper::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
            Response::error(status, reason.unwrap_or("Unknown"))
        }
        Json::String(text) => Response::text(status, "text/plain; charset=utf-8", text.clone()),
        body => Response::json(status, body),
    }
}

/// A GraphQL response without data.
pub(super) fn errors(errors: &Json) -> Response {
    Response::json(200, &json!({ "errors": errors }))
}

fn primary(spelling: Spelling, remaining: u32, reset_in: u64, graphql: bool) -> Response {
    let response = if graphql { graphql_primary_limit(spelling) } else { rest_primary_limit() };
    let resource = if graphql { "graphql" } else { "core" };
    let rate = Rate { resource, limit: 5000, used: 5000u32.saturating_sub(remaining), reset: now() + reset_in };
    with_rate(response, &rate)
}

fn graphql_primary_limit(spelling: Spelling) -> Response {
    errors(&match spelling {
        Spelling::Classic => json!([{ "type": "RATE_LIMITED", "message": PRIMARY }]),
        Spelling::Newer => json!([{
            "type": "RATE_LIMIT",
            "code": "graphql_rate_limit",
            "message": "API rate limit already exceeded for user ID 583231.",
        }]),
    })
}

fn rest_primary_limit() -> Response {
    Response::error(403, PRIMARY)
}

/// The response of a request for which the budget has no points left.
pub(super) fn primary_limit(graphql: bool) -> Response {
    if graphql { graphql_primary_limit(Spelling::Classic) } else { rest_primary_limit() }
}

fn secondary(status: u16, retry_after: Option<u64>) -> Response {
    let response = if status == 200 {
        errors(&json!([{ "type": "RATE_LIMITED", "message": SECONDARY }]))
    } else {
        Response::error(status, SECONDARY)
    };
    match retry_after {
        Some(seconds) => response.with("retry-after", seconds.to_string()),
        None => response,
    }
}

/// The response when GitHub gives up on a request after ten seconds.
pub(super) fn out_of_time() -> Response {
    gateway(502, GatewayBody::Html, "")
}

/// The response to a write that comes too soon after the last one, or creates too much in a minute.
pub(super) fn too_fast(wait: std::time::Duration) -> Response {
    let seconds = u64::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u64::MAX);
    secondary(403, Some(seconds.max(1)))
}

fn gateway(status: u16, body: GatewayBody, request_id: &str) -> Response {
    match body {
        GatewayBody::Html => Response::text(status, "text/html; charset=utf-8", UNICORN.to_owned()),
        GatewayBody::Json => {
            let error = json!({ "message": something_went_wrong_text(request_id) });
            Response::json(status, &json!({ "data": null, "errors": [error] }))
        }
    }
}

fn saml(graphql: bool) -> Response {
    let message = "Resource protected by organization SAML enforcement. You must grant your Personal Access token \
                   access to this organization.";
    let response = if graphql {
        errors(&json!([{ "type": "FORBIDDEN", "extensions": { "saml_failure": true }, "message": message }]))
    } else {
        Response::error(403, message)
    };
    response.with("x-github-sso", "required; url=https://github.com/orgs/acme/sso?authorization_request=sandbox")
}

/// The budget that a request was charged to.
pub(super) fn with_rate(response: Response, rate: &Rate) -> Response {
    response
        .with("x-ratelimit-limit", rate.limit.to_string())
        .with("x-ratelimit-remaining", rate.remaining().to_string())
        .with("x-ratelimit-used", rate.used.to_string())
        .with("x-ratelimit-reset", rate.reset.to_string())
        .with("x-ratelimit-resource", rate.resource)
}

/// The scopes of the token.
pub(super) fn with_caller(response: Response, caller: &Caller) -> Response {
    if caller.login.is_none() { response } else { response.with("x-oauth-scopes", caller.actor.scopes.join(", ")) }
}

/// Adds the headers of every response; `rate` is used if the request was refused before it was charged.
pub(super) fn finish(response: Response, request_id: &str, rate: &Rate) -> Response {
    let has_rate = response.headers.iter().any(|(name, _)| *name == "x-ratelimit-limit");
    let response = response
        .with("x-github-request-id", request_id)
        .with("x-github-media-type", "github.v3; format=json")
        .with("server", "ghx-sandbox");
    if has_rate { response } else { with_rate(response, rate) }
}
