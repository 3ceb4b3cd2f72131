//! Mutations: a write that is not idempotent is not sent twice, and one that may have been executed is reported as unknown.

use ghx_sandbox::{Fault, GatewayBody, On, Spelling, When};

use super::{check, gateway, primary, secondary, status, two_named_writes, two_writes};

/// Each fault with the outcome of a comment and a close: the steps, the calls, and what was written. A close is
/// idempotent and is sent again; a comment never is.
fn table() -> Vec<(Fault, &'static str, usize, &'static str)> {
    let both = "addComment closeIssue";
    let repeated = "addComment closeIssue closeIssue";
    let limited = "RATE_LIMIT retryable, RATE_LIMIT retryable";
    let (unsure, lost) = ("SERVER unknown, ok", "NETWORK unknown, ok");
    vec![
        (primary(Spelling::Classic, 0, 3600), limited, 1, ""),
        (primary(Spelling::Newer, 4, 3600), limited, 1, ""),
        (primary(Spelling::Classic, 4, 5), "ok, ok", 2, both),
        (secondary(403, Some(1)), "ok, ok", 2, both),
        (secondary(429, Some(1)), "ok, ok", 2, both),
        (secondary(200, Some(1)), "ok, ok", 2, both),
        (secondary(403, None), "ok, ok", 2, both),
        (secondary(403, Some(3600)), limited, 1, ""),
        (gateway(502, GatewayBody::Html, When::Before), unsure, 2, "closeIssue"),
        (gateway(502, GatewayBody::Json, When::After), unsure, 2, repeated),
        (gateway(504, GatewayBody::Html, When::After), unsure, 2, repeated),
        (gateway(504, GatewayBody::Json, When::Before), unsure, 2, "closeIssue"),
        (status(500), unsure, 2, "closeIssue"),
        (status(503), unsure, 2, "closeIssue"),
        (status(401), "AUTH, AUTH", 1, ""),
        (status(403), "AUTH, AUTH", 1, ""),
        (status(404), "NOT_FOUND, NOT_FOUND", 1, ""),
        (Fault::Truncated, lost, 2, repeated),
        (Fault::Drop { when: When::Before }, lost, 2, "closeIssue"),
        (Fault::Drop { when: When::After }, lost, 2, repeated),
        (Fault::Unexplained { keeps_data: false }, unsure, 2, repeated),
        (Fault::Unexplained { keeps_data: true }, "ok, ok", 1, both),
        (Fault::SilentNull { when: When::Before }, unsure, 2, "closeIssue"),
        (Fault::SilentNull { when: When::After }, unsure, 2, repeated),
        (Fault::ResourceLimits { after: 0 }, unsure, 2, "closeIssue"),
        (Fault::ResourceLimits { after: 1 }, "ok, ok", 2, both),
        (Fault::InsufficientScopes { scope: "repo".to_owned() }, "AUTH, ok", 2, "closeIssue"),
        (Fault::ExpiredToken, "AUTH, AUTH", 1, ""),
        (Fault::SamlFailure, "AUTH, AUTH", 1, ""),
        (Fault::ValidationTimeout, "SERVER retryable, SERVER retryable", 1, ""),
        (Fault::TooQuickly, "RATE_LIMIT retryable, ok", 1, "closeIssue"),
        (Fault::BelowPayload, "SERVER applied, SERVER applied", 1, both),
        (Fault::field_error("FORBIDDEN", "Resource not accessible by integration"), "AUTH, AUTH", 1, ""),
        (Fault::field_error("UNPROCESSABLE", "Body is too long"), "VALIDATION, VALIDATION", 1, ""),
        (Fault::field_error("STALE_DATA", "Expected another head"), "VALIDATION, VALIDATION", 1, ""),
        // An unknown type says nothing about what was executed.
        (Fault::field_error("SOMETHING_NEW", "Well"), unsure, 2, "closeIssue"),
    ]
}

#[tokio::test(start_paused = true)]
async fn a_write_without_lookup_reports_its_outcome() {
    let line = |(fault, steps, calls, writes)| (fault, format!("{steps} / {calls} calls / {writes}"));
    check(two_writes, &On::Mutation, table().into_iter().map(line).collect()).await;
}

#[tokio::test(start_paused = true)]
async fn a_write_with_lookup_takes_one_more_call() {
    let line = |(fault, steps, calls, writes)| (fault, format!("{steps} / {} calls / {writes}", calls + 1));
    check(two_named_writes, &On::Mutation, table().into_iter().map(line).collect()).await;
}
