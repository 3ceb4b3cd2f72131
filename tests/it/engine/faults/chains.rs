//! Long chains: several requests in order, and none after one of unknown outcome.

use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, When};
use serde_json::{Value, json};

use super::super::harness::{Harness, codes};
use super::super::paused_clock::paused;

const STEPS: usize = 120;

fn comments(harness: &Harness) -> Value {
    let step = |index: usize| json!({"task": "issue.comments.create", "input": {"issueId": harness.id(1), "body": format!("comment {index}")}});
    (0..STEPS).map(step).collect()
}

/// The comments that were written, in order.
fn written(harness: &Harness) -> Vec<String> {
    let issue = harness.sandbox.issue("acme/widgets", 1).unwrap();
    issue.comments.into_iter().skip(2).map(|comment| comment.body).collect()
}

fn expected(count: usize) -> Vec<String> {
    (0..count).map(|index| format!("comment {index}")).collect()
}

#[tokio::test(start_paused = true)]
async fn writes_are_sent_in_order_in_three_mutations() {
    let harness = paused(|builder| builder).await;
    let envelope = harness.chain(comments(&harness)).await;
    assert_eq!((&envelope["status"], harness.calls()), (&json!("success"), 3));
    assert_eq!(written(&harness), expected(STEPS));
    let roots: Vec<usize> =
        harness.documents().iter().map(|document| document.matches("addComment(").count()).collect();
    assert_eq!(roots, [50, 50, 20]);
}

#[tokio::test(start_paused = true)]
async fn without_a_limit_all_writes_are_one_mutation() {
    let harness = paused(|builder| builder.max_batch(ghx::client::MaxBatch::Unlimited)).await;
    // GitHub would take longer than ten seconds for it.
    harness.sandbox.set_request_limits(ghx_sandbox::RequestLimits::none());
    let envelope = harness.chain(comments(&harness)).await;
    assert_eq!((&envelope["status"], harness.calls(), written(&harness)), (&json!("success"), 1, expected(STEPS)));
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_after_a_mutation_of_unknown_outcome() {
    for (when, done) in [(When::Before, 50), (When::After, 100)] {
        let lost = Fault::Gateway { status: 502, body: GatewayBody::Html, when };
        let harness = paused(|builder| builder).await.arm(FaultRule::new(lost).on(On::Mutation).skip(1));
        let envelope = harness.chain(comments(&harness)).await;
        assert_eq!((written(&harness), harness.calls()), (expected(done), 2));
        let outcome = |step: usize| &envelope["results"][step]["error"]["details"]["outcome"];
        assert_eq!(codes(&envelope)[..50], ["ok"; 50]);
        assert!((50..100).all(|step| outcome(step) == "unknown"));
        assert!((100..STEPS).all(|step| outcome(step).is_null() && envelope["results"][step]["ok"] == false));
        assert_eq!(
            envelope["results"][110]["error"]["retryable"], true,
            "it was not sent: {}",
            envelope["results"][110]
        );
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_after_a_refused_credential() {
    let harness =
        paused(|builder| builder).await.arm(FaultRule::new(Fault::ExpiredToken).on(On::Mutation).skip(1).always());
    let envelope = harness.chain(comments(&harness)).await;
    assert_eq!((written(&harness), harness.calls()), (expected(50), 2));
    assert_eq!(codes(&envelope)[50..], ["AUTH"; 70]);
}

#[tokio::test(start_paused = true)]
async fn a_failed_step_does_not_stop_later_requests() {
    let forbidden = FaultRule::new(Fault::field_error("FORBIDDEN", "Locked")).root("s3");
    let harness = paused(|builder| builder).await.arm(forbidden);
    let envelope = harness.chain(comments(&harness)).await;
    assert_eq!((harness.calls(), written(&harness).len()), (3, STEPS - 1));
    assert_eq!(codes(&envelope).iter().filter(|code| **code != "ok").collect::<Vec<_>>(), [&"AUTH"]);
}

#[tokio::test(start_paused = true)]
async fn many_reads_are_split_and_all_answered() {
    let harness = paused(|builder| builder.max_batch(3)).await;
    let node = |number: u32| json!({"task": "issue.view", "input": {"issueId": harness.id(number)}});
    let envelope = harness.chain([1, 2, 3, 6, 40, 41, 42].map(node).into_iter().collect()).await;
    assert_eq!((&envelope["status"], harness.calls()), (&json!("success"), 3), "{envelope:#}");
    let numbers: Vec<u64> = (0..7).filter_map(|step| envelope["results"][step]["data"]["number"].as_u64()).collect();
    assert_eq!(numbers, [1, 2, 3, 6, 40, 41, 42]);
}

#[tokio::test(start_paused = true)]
async fn a_query_that_is_too_large_is_split_until_it_fits() {
    let harness = paused(|builder| builder).await.arm(FaultRule::new(Fault::ValidationTimeout).on(On::Query).times(3));
    let node = |number: u32| json!({"task": "issue.view", "input": {"issueId": harness.id(number)}});
    let envelope = harness.chain([1, 2, 3, 6, 40, 41, 42].map(node).into_iter().collect()).await;
    assert_eq!(
        (&envelope["status"], harness.calls()),
        (&json!("success"), 10),
        "7, 4 and 2 are too many, so each is asked alone: {envelope:#}"
    );
}

#[tokio::test(start_paused = true)]
async fn an_outage_does_not_multiply_requests() {
    let outage = FaultRule::new(Fault::Gateway { status: 502, body: GatewayBody::Html, when: When::Before }).always();
    let harness = paused(|builder| builder).await.arm(outage);
    let node = |number: u32| json!({"task": "issue.view", "input": {"issueId": harness.id(number)}});
    let envelope = harness.chain([1, 2, 3, 4, 5, 6, 40, 41, 42].map(node).into_iter().collect()).await;
    assert_eq!(codes(&envelope), ["SERVER"; 9]);
    assert!(harness.calls() <= 26, "{} calls", harness.calls());
    assert_eq!(envelope["results"][0]["error"]["retryable"], true);
}
