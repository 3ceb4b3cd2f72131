//! Queries change nothing, so they are retried, in smaller parts where they were too large.

use ghx_sandbox::{Fault, GatewayBody, On, Spelling, When};

use serde_json::json;

use super::super::harness::in_short;
use super::super::paused_clock::paused;
use super::{check, gateway, primary, secondary, status, two_named_writes, two_reads};

const OK: &str = "addComment closeIssue";

/// Each fault with the outcome of two reads, and of two writes whose lookups meet it.
fn table() -> Vec<(Fault, &'static str, &'static str)> {
    let limited = "RATE_LIMIT retryable, RATE_LIMIT retryable / 1 calls";
    let refused = "AUTH, AUTH / 1 calls";
    let missing = "NOT_FOUND, NOT_FOUND / 1 calls";
    let (at_once, again, halves) = ("ok, ok / 1 calls", "ok, ok / 2 calls", "ok, ok / 3 calls");
    let (at_once_2, again_2, halves_2) = ("ok, ok / 2 calls", "ok, ok / 3 calls", "ok, ok / 4 calls");
    vec![
        (primary(Spelling::Classic, 0, 3600), limited, limited),
        (primary(Spelling::Newer, 4, 3600), limited, limited),
        (primary(Spelling::Classic, 4, 5), again, again_2),
        (secondary(403, Some(1)), again, again_2),
        (secondary(429, Some(1)), again, again_2),
        (secondary(200, Some(1)), again, again_2),
        (secondary(403, None), again, again_2),
        (secondary(403, Some(3600)), limited, limited),
        (gateway(502, GatewayBody::Html, When::Before), halves, halves_2),
        (gateway(502, GatewayBody::Json, When::After), halves, halves_2),
        (gateway(504, GatewayBody::Html, When::After), halves, halves_2),
        (gateway(504, GatewayBody::Json, When::Before), halves, halves_2),
        (status(500), again, again_2),
        (status(503), again, again_2),
        (status(401), refused, refused),
        (status(403), refused, refused),
        (status(404), missing, missing),
        (Fault::Truncated, again, again_2),
        (Fault::Drop { when: When::Before }, again, again_2),
        (Fault::Drop { when: When::After }, again, again_2),
        (Fault::Unexplained { keeps_data: false }, again, again_2),
        (Fault::Unexplained { keeps_data: true }, at_once, at_once_2),
        (Fault::SilentNull { when: When::Before }, missing, missing),
        (Fault::ResourceLimits { after: 0 }, halves, halves_2),
        // The second read only; both lookups share one root.
        (Fault::ResourceLimits { after: 1 }, again, at_once_2),
        (Fault::InsufficientScopes { scope: "repo".to_owned() }, "AUTH, ok / 2 calls", refused),
        (Fault::ExpiredToken, refused, refused),
        (Fault::SamlFailure, refused, refused),
        (Fault::ValidationTimeout, halves, halves_2),
        (Fault::TooQuickly, at_once, at_once_2),
        (Fault::BelowPayload, at_once, at_once_2),
    ]
}

#[tokio::test(start_paused = true)]
async fn a_read_succeeds_after_a_retry_or_reports_why_not() {
    let expected = table().into_iter().map(|(fault, reads, _)| (fault, format!("{reads} / ")));
    check(two_reads, &On::Query, expected.collect()).await;
}

#[tokio::test(start_paused = true)]
async fn a_lookup_succeeds_after_a_retry_or_nothing_is_written() {
    let written = |lookups: &str| if lookups.starts_with("ok") { OK } else { "" };
    let expected = table().into_iter().map(|(fault, _, found)| (fault, format!("{found} / {}", written(found))));
    check(two_named_writes, &On::Query, expected.collect()).await;
}

#[tokio::test(start_paused = true)]
async fn without_time_for_a_retry_the_first_error_is_reported() {
    let faults = [(status(500), "SERVER retryable"), (Fault::Drop { when: When::After }, "NETWORK retryable")];
    for (fault, expected) in faults {
        let harness = paused(|builder| builder.max_wait(std::time::Duration::ZERO)).await.arm(fault.clone());
        let envelope = harness.chain(two_reads(&harness)).await;
        for step in 0..2 {
            assert_eq!(in_short(&envelope["results"][step]["error"]), expected, "{fault:?}: {envelope:#}");
        }
        assert_eq!(harness.calls(), 1);
    }
    let too_much = gateway(502, GatewayBody::Html, When::Before);
    let harness = paused(|builder| builder.max_wait(std::time::Duration::ZERO)).await.arm(too_much);
    let envelope = harness.chain(two_reads(&harness)).await;
    assert_eq!((&envelope["status"], harness.calls()), (&json!("success"), 3), "halves are sent without a wait");
}
