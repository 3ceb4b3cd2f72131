//! GitHub does not always find what was just created.

use std::time::Duration;

use ghx_sandbox::{Fault, FaultRule, On};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::super::harness::{Harness, codes};
use super::super::paused_clock::{paused, waited};

fn create_and_use() -> Value {
    json!([
        {"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "New"}},
        {"task": "issue.labels.add", "input": {"issueId": "{{new.id}}", "labels": ["bug"]}},
        {"task": "issue.comments.create", "input": {"issueId": "{{new.id}}", "body": "on it"}},
        {"task": "issue.view", "input": {"issueId": "{{new.id}}"}},
    ])
}

#[tokio::test]
async fn a_new_node_is_looked_up_until_it_is_found() {
    let harness = Harness::start().await.arm(FaultRule::new(Fault::ReadDelay { millis: 300 }).on(On::Mutation));
    let envelope = harness.chain(create_and_use()).await;
    assert_eq!(codes(&envelope), ["ok"; 4], "{envelope:#}");
    let mut writes = harness.writes();
    writes.sort();
    assert_eq!(writes, ["addComment", "addLabelsToLabelable", "createIssue"], "each once");
    assert_eq!(envelope["results"][1]["data"]["labels"], json!(["bug"]));
    assert_eq!(envelope["results"][3]["data"]["title"], "New");
}

#[tokio::test(start_paused = true)]
async fn lookups_of_a_new_node_are_bounded() {
    let hidden = FaultRule::new(Fault::ReadDelay { millis: 600_000 }).on(On::Mutation);
    let harness = paused(|builder| builder).await.arm(hidden.clone());
    let start = Instant::now();
    let envelope = harness.chain(create_and_use()).await;
    assert_eq!(codes(&envelope), ["ok", "NOT_FOUND", "SKIPPED", "NOT_FOUND"], "{envelope:#}");
    assert!((5.0..30.0).contains(&waited(start)), "waited {} s", waited(start));
    assert_eq!(harness.writes(), ["createIssue"]);

    let harness = paused(|builder| builder.max_wait(Duration::from_secs(1))).await.arm(hidden);
    let start = Instant::now();
    assert_eq!(codes(&harness.chain(create_and_use()).await), ["ok", "NOT_FOUND", "SKIPPED", "NOT_FOUND"]);
    assert!(waited(start) <= 1.0, "waited {} s", waited(start));
}

#[tokio::test(start_paused = true)]
async fn what_cannot_appear_is_not_waited_for() {
    let harness = paused(|builder| builder).await;
    let start = Instant::now();
    let envelope = harness
        .chain(json!([
            {"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "New"}},
            {"task": "issue.labels.add", "input": {"issueId": "{{new.id}}", "labels": ["bgu"]}},
            {"task": "issue.view", "input": {"issue": "acme/widgets#999"}, "after": ["new"]},
        ]))
        .await;
    assert_eq!(codes(&envelope), ["ok", "NOT_FOUND", "NOT_FOUND"], "{envelope:#}");
    assert_eq!(start.elapsed(), Duration::ZERO);
    assert!(envelope["results"][1]["error"]["message"].as_str().unwrap().contains("`bug`"), "{envelope:#}");
}
