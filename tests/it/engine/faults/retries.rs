//! What may be sent again, and what must not.

use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, When};
use serde_json::{Value, json};

use super::super::harness::{Harness, codes, in_short};
use super::super::paused_clock::paused;

fn gateway(when: When) -> FaultRule {
    FaultRule::new(Fault::Gateway { status: 502, body: GatewayBody::Html, when }).on(On::Mutation)
}

fn close(harness: &Harness) -> Value {
    json!({"task": "issue.close", "input": {"issueId": harness.id(1)}})
}

fn state(harness: &Harness, issue: u32) -> String {
    harness.sandbox.issue("acme/widgets", issue).unwrap().state
}

#[tokio::test(start_paused = true)]
async fn a_comment_is_never_posted_twice() {
    for when in [When::Before, When::After] {
        let faults = [Fault::Drop { when }, Fault::Gateway { status: 504, body: GatewayBody::Json, when }];
        for fault in faults.into_iter().chain([Fault::Truncated]) {
            let harness = paused(|builder| builder).await.arm(FaultRule::new(fault.clone()).on(On::Mutation));
            let input = json!({"issue": "acme/widgets#1", "body": "once"});
            let envelope = harness.task(json!({"task": "issue.comments.create", "input": input})).await;
            let error = &envelope["error"];
            assert_eq!(
                (&error["retryable"], &error["details"]["outcome"]),
                (&json!(false), &json!("unknown")),
                "{fault:?}"
            );
            let posted = harness.sandbox.issue("acme/widgets", 1).unwrap().comments.len() - 2;
            let executed = usize::from(when == When::After || fault == Fault::Truncated);
            assert_eq!((posted, harness.calls()), (executed, 2), "{fault:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_retried_idempotent_write_has_one_effect() {
    for when in [When::Before, When::After] {
        for times in [1, 2] {
            let harness = paused(|builder| builder).await.arm(gateway(when).times(times));
            let envelope = harness.chain(json!([close(&harness)])).await;
            assert_eq!(codes(&envelope), ["ok"], "{envelope:#}");
            assert_eq!((state(&harness, 1).as_str(), harness.calls()), ("CLOSED", 1 + times as usize));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn retries_of_an_idempotent_write_are_bounded() {
    let harness = paused(|builder| builder).await.arm(gateway(When::After).always());
    let envelope = harness.chain(json!([close(&harness)])).await;
    assert_eq!(in_short(&envelope["results"][0]["error"]), "SERVER unknown");
    assert_eq!(harness.calls(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_refused_retry_leaves_the_first_attempt_unknown() {
    for refusal in [
        Fault::ExpiredToken,
        Fault::field_error("FORBIDDEN", "Resource not accessible by integration"),
        Fault::InsufficientScopes { scope: "repo".to_owned() },
        Fault::SecondaryLimit { status: 403, retry_after: Some(3600) },
    ] {
        let again = FaultRule::new(refusal.clone()).on(On::Mutation).skip(1).always();
        let harness = paused(|builder| builder).await.arm(gateway(When::After)).arm(again);
        let envelope = harness.chain(json!([close(&harness)])).await;
        assert_eq!(state(&harness, 1), "CLOSED", "the first try was executed");
        let error = &envelope["results"][0]["error"];
        assert_eq!(
            (&error["details"]["outcome"], &error["retryable"]),
            (&json!("unknown"), &json!(false)),
            "{refusal:?}: {envelope:#}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_retry_does_not_overtake_a_later_write() {
    for when in [When::Before, When::After] {
        let lost = FaultRule::new(Fault::SilentNull { when }).on(On::Mutation).root("s0");
        let harness = paused(|builder| builder).await.arm(lost);
        let reopen = json!({"task": "issue.reopen", "input": {"issueId": harness.id(1)}});
        let envelope = harness.chain(json!([close(&harness), reopen])).await;
        let said = &envelope["results"][1];
        assert_eq!(
            (&said["ok"], state(&harness, 1).as_str()),
            (&json!(true), "OPEN"),
            "the last write of a chain is the last word: {envelope:#}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_mutation_is_not_repeated_after_a_validation_timeout() {
    let harness = paused(|builder| builder).await.arm(Fault::ValidationTimeout);
    let comment = json!({"task": "issue.comments.create", "input": {"issueId": harness.id(2), "body": "x"}});
    let envelope = harness.chain(json!([close(&harness), comment])).await;
    assert_eq!(codes(&envelope), ["SERVER", "SERVER"], "{envelope:#}");
    assert_eq!(in_short(&envelope["results"][1]["error"]), "SERVER retryable", "nothing was executed");
    assert_eq!((harness.calls(), harness.writes().len()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn a_refused_connection_is_retried_and_retryable() {
    let harness = paused(|builder| builder.graphql_url("http://127.0.0.1:1/graphql")).await;
    let envelope =
        harness.chain(json!([close(&harness), {"task": "issue.view", "input": {"issue": "acme/widgets#1"}}])).await;
    assert_eq!(in_short(&envelope["results"][0]["error"]), "NETWORK retryable");
    assert_eq!(in_short(&envelope["results"][1]["error"]), "NETWORK retryable");
    assert_eq!((&envelope["meta"]["http_calls"], harness.calls()), (&json!(0), 0));
}

#[tokio::test]
async fn a_timeout_of_a_write_leaves_its_outcome_unknown() {
    let timeout = std::time::Duration::from_secs(1);
    let harness = Harness::with(|builder| builder.timeout(timeout)).await;
    harness.sandbox.inject(FaultRule::new(Fault::Slow { millis: 10_000 }).on(On::Mutation));
    let comment = json!({"task": "issue.comments.create", "input": {"issueId": harness.id(2), "body": "x"}});
    let envelope = harness.chain(json!([comment])).await;
    assert_eq!(in_short(&envelope["results"][0]["error"]), "NETWORK unknown");
    assert_eq!(harness.calls(), 1);
}
