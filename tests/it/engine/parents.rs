//! Setting the parent that an issue has already: GitHub refuses it, ghx looks and reports a success.

use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, When};
use serde_json::{Value, json};

use super::harness::{Harness, codes, in_short};
use super::paused_clock::paused;

fn set_parent(issue: u32, parent: u32) -> Value {
    json!({"task": "issue.relations.parent.set",
        "input": {"issue": format!("acme/widgets#{issue}"), "parentIssueNumber": parent}})
}

/// This was once an error, although the card calls the write idempotent.
#[tokio::test]
async fn setting_the_current_parent_again_is_a_success() {
    let harness = Harness::start().await;
    let before = harness.sandbox.issue("acme/widgets", 41).unwrap();
    assert_eq!(before.parent.as_deref(), Some("acme/widgets#40"));
    let envelope = harness.task(set_parent(41, 40)).await;
    assert_eq!(envelope["ok"], true, "{envelope:#}");
    assert_eq!((&envelope["data"]["number"], &envelope["data"]["parent"]["number"]), (&json!(41), &json!(40)));
    assert!(harness.writes().is_empty(), "nothing was there to do");
    let elsewhere = harness.task(set_parent(41, 42)).await;
    assert_eq!(elsewhere["data"]["parent"]["number"], 42, "{elsewhere:#}");
}

/// The data is the same as after setting it.
#[tokio::test]
async fn setting_the_current_parent_returns_the_same_data() {
    let harness = Harness::start().await;
    let first = harness.task(set_parent(42, 40)).await;
    let again = harness.chain(json!([set_parent(42, 40), set_parent(41, 40)])).await;
    assert_eq!(codes(&again), ["ok", "ok"], "{again:#}");
    assert_eq!(again["results"][0]["data"], first["data"]);
    assert_eq!(harness.calls(), 2 + 3, "lookups, the mutation, and one look for both");
}

/// The message of GitHub is not enough: the state must agree.
#[tokio::test]
async fn a_refusal_that_the_state_contradicts_is_an_error() {
    let said = Fault::field_error("UNPROCESSABLE", "Issue may not contain duplicate sub-issues");
    let harness = Harness::start().await.arm(FaultRule::new(said).on(On::Mutation));
    let envelope = harness.task(set_parent(42, 40)).await;
    assert_eq!(in_short(&envelope["error"]), "VALIDATION", "{envelope:#}");
    let other = Fault::field_error("UNPROCESSABLE", "Sub-issues may not create a circular dependency");
    let harness = Harness::start().await.arm(FaultRule::new(other).on(On::Mutation));
    let envelope = harness.task(set_parent(41, 40)).await;
    assert_eq!(in_short(&envelope["error"]), "VALIDATION", "{envelope:#}");
    assert_eq!(harness.calls(), 2, "another refusal is not looked into");
}

/// The response was lost, and the retry is refused because the parent is set already.
#[tokio::test(start_paused = true)]
async fn a_parent_whose_response_was_lost_is_reported_as_set() {
    let lost = Fault::Gateway { status: 502, body: GatewayBody::Html, when: When::After };
    let harness = paused(|builder| builder).await.arm(FaultRule::new(lost).on(On::Mutation));
    let envelope = harness.chain(json!([set_parent(42, 40), set_parent(6, 40)])).await;
    assert_eq!(codes(&envelope), ["ok", "ok"], "{envelope:#}");
    assert_eq!(harness.writes(), ["addSubIssue", "addSubIssue"], "each was done once");
}
