//! Lookups: each is sent once, finds names on every page, and fails only the steps that need it.

use serde_json::{Value, json};

use super::harness::{Harness, codes};

const NUMBERS: [u32; 5] = [1, 2, 3, 6, 42];

fn add_label(issue: u32, label: &str) -> Value {
    json!({"task": "issue.labels.add", "input": {"issue": format!("acme/widgets#{issue}"), "labels": [label]}})
}

fn labels(harness: &Harness, issue: u32) -> Vec<String> {
    harness.sandbox.issue("acme/widgets", issue).unwrap().labels
}

fn message(envelope: &Value, step: usize) -> &str {
    envelope["results"][step]["error"]["message"].as_str().unwrap()
}

#[tokio::test]
async fn ten_label_steps_send_each_lookup_once() {
    let harness = Harness::start().await;
    let steps: Vec<Value> =
        (0..10).map(|step| add_label(NUMBERS[step % 5], if step % 2 == 0 { "triage" } else { "docs" })).collect();
    let envelope = harness.chain(Value::Array(steps)).await;
    assert_eq!((&envelope["status"], harness.calls()), (&json!("success"), 2), "{envelope:#}");
    let requests = harness.sandbox.requests();
    let (query, variables) = (requests[0].document.clone().unwrap(), requests[0].variables.clone().unwrap());
    assert_eq!(query.matches("repository(").count(), 1, "{query}");
    assert_eq!(query.matches(" issueOrPullRequest(").count(), NUMBERS.len(), "{query}");
    assert_eq!(query.matches(" label(").count(), 2, "{query}");
    for name in ["triage", "docs", "acme", "widgets"] {
        let used = variables.as_object().unwrap().values().filter(|value| *value == name).count();
        assert_eq!(used, 1, "{name} in {variables}");
    }
    for number in NUMBERS {
        let labels = labels(&harness, number);
        assert!(labels.contains(&"triage".into()) && labels.contains(&"docs".into()), "#{number}: {labels:?}");
    }
}

#[tokio::test]
async fn equal_lookups_of_different_capabilities_are_shared() {
    let harness = Harness::start().await;
    let envelope = harness
        .chain(json!([
            {"task": "issue.comments.create", "input": {"issue": "acme/widgets#42", "body": "one"}},
            {"task": "issue.close", "input": {"owner": "acme", "name": "widgets", "issueNumber": 42}},
            {"task": "issue.assignees.add", "input": {"issue": "acme/widgets#42", "assignees": ["mona"]}},
            {"task": "issue.assignees.add", "input": {"issue": "acme/widgets#1", "assignees": ["mona"]}},
        ]))
        .await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    let query = &harness.documents()[0];
    assert_eq!(query.matches(" issueOrPullRequest(").count(), 2, "{query}");
    assert_eq!(query.matches(" user(").count(), 1, "{query}");
}

#[tokio::test]
async fn a_label_on_the_third_page_is_found_within_two_calls() {
    let harness = Harness::start().await;
    let input = json!({"issue": "acme/many-labels#1", "labels": ["label-249", "LABEL-101"]});
    let envelope = harness.task(json!({"task": "issue.labels.add", "input": input})).await;
    assert_eq!((&envelope["ok"], harness.calls()), (&json!(true), 2), "{envelope:#}");
    assert_eq!(harness.sandbox.issue("acme/many-labels", 1).unwrap().labels, ["label-249", "label-101"]);
}

#[tokio::test]
async fn names_are_found_ignoring_case() {
    let harness = Harness::start().await;
    let envelope = harness.chain(json!([add_label(42, "BUG"), add_label(42, "bug"), add_label(42, "Docs")])).await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    assert_eq!(labels(&harness, 42), ["bug", "docs"]);
    let input = json!({"issue": "acme/widgets#42", "assignees": ["MONA"]});
    let envelope = harness.task(json!({"task": "issue.assignees.add", "input": input})).await;
    assert_eq!(envelope["data"]["assignees"], json!(["mona"]), "{envelope:#}");
}

#[tokio::test]
async fn one_missing_issue_among_five_fails_alone_and_is_named() {
    let harness = Harness::start().await;
    let comment = |issue: u32| json!({"task": "issue.comments.create", "input": {"issue": format!("acme/widgets#{issue}"), "body": format!("to {issue}")}});
    let envelope = harness.chain(json!([comment(1), comment(2), comment(999), comment(3), comment(6)])).await;
    assert_eq!(envelope["status"], "partial");
    assert_eq!(codes(&envelope), ["ok", "ok", "NOT_FOUND", "ok", "ok"]);
    assert!(message(&envelope, 2).contains("acme/widgets#999"), "{}", message(&envelope, 2));
    assert_eq!(envelope["results"][2]["error"]["retryable"], false);
    assert_eq!(envelope["results"][2]["error"]["details"].get("outcome"), None);
    let keys: Vec<Option<String>> = harness.sandbox.writes().into_iter().map(|write| write.response_key).collect();
    assert_eq!(keys, ["s0", "s1", "s3", "s4"].map(|key| Some(key.to_owned())));
    assert_eq!((harness.calls(), &envelope["meta"]["http_calls"]), (2, &json!(2)));
}

#[tokio::test]
async fn one_missing_issue_among_five_reads_fails_alone() {
    let harness = Harness::start().await;
    let view = |issue: u32| json!({"task": "issue.view", "input": {"issue": format!("acme/widgets#{issue}")}});
    let envelope = harness.chain(json!([view(1), view(2), view(999), view(3), view(6)])).await;
    assert_eq!(codes(&envelope), ["ok", "ok", "NOT_FOUND", "ok", "ok"]);
    assert!(message(&envelope, 2).contains("acme/widgets#999"), "{}", message(&envelope, 2));
    assert_eq!(harness.calls(), 1);
}

#[tokio::test]
async fn an_unknown_label_fails_its_step_with_a_suggestion() {
    let harness = Harness::start().await;
    let both = json!({"issue": "acme/widgets#42", "labels": ["docs", "bgu"]});
    let envelope = harness
        .chain(json!([add_label(2, "docs"), {"task": "issue.labels.add", "input": both}, add_label(6, "bug")]))
        .await;
    assert_eq!(codes(&envelope), ["ok", "NOT_FOUND", "ok"]);
    let message = message(&envelope, 1);
    assert!(message.contains("`bgu`") && message.contains("`bug`"), "{message}");
    assert_eq!(labels(&harness, 42), Vec::<String>::new());
    assert_eq!(
        (labels(&harness, 2), labels(&harness, 6)),
        (vec!["enhancement".into(), "docs".into()], vec!["bug".into()])
    );
    assert_eq!(harness.writes().len(), 2);
}

#[tokio::test]
async fn an_unknown_user_or_milestone_fails_its_step_alone() {
    let harness = Harness::start().await;
    let envelope = harness
        .chain(json!([
            {"task": "issue.assignees.add", "input": {"issue": "acme/widgets#42", "assignees": ["nobody-here"]}},
            {"task": "issue.milestone.set", "input": {"issue": "acme/widgets#42", "milestoneNumber": 77}},
            {"task": "issue.milestone.set", "input": {"issue": "acme/widgets#42", "milestoneNumber": 2}},
        ]))
        .await;
    assert_eq!(codes(&envelope), ["NOT_FOUND", "NOT_FOUND", "ok"], "{envelope:#}");
    assert!(message(&envelope, 0).contains("nobody-here"), "{}", message(&envelope, 0));
    assert!(message(&envelope, 1).contains("77"), "{}", message(&envelope, 1));
    assert_eq!(harness.writes().len(), 1);
}

#[tokio::test]
async fn a_repository_that_does_not_exist_fails_its_steps_alone() {
    let harness = Harness::start().await;
    let envelope = harness
        .chain(json!([
            {"task": "issue.create", "input": {"repo": "acme/nowhere", "title": "Lost"}},
            {"task": "issue.comments.create", "input": {"issue": "acme/nowhere#1", "body": "Lost"}},
            {"task": "repo.view", "input": {"repo": "acme/nowhere"}},
            {"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "Found"}},
        ]))
        .await;
    assert_eq!(codes(&envelope), ["NOT_FOUND", "NOT_FOUND", "NOT_FOUND", "ok"], "{envelope:#}");
    for step in 0..3 {
        assert!(message(&envelope, step).contains("acme/nowhere"), "{}", message(&envelope, step));
    }
    assert_eq!((harness.writes(), harness.calls()), (vec!["addComment".to_owned()], 2));
}

#[tokio::test]
async fn a_private_repository_is_not_found_without_access() {
    let harness = Harness::start().await;
    let steps = json!([
        {"task": "issue.comments.create", "input": {"issue": "acme/vault#1", "body": "Let me in"}},
        {"task": "issue.comments.create", "input": {"issue": "acme/internal#1", "body": "I may"}},
    ]);
    assert_eq!(codes(&harness.chain(steps.clone()).await), ["NOT_FOUND", "ok"]);
    let harness = Harness::with(|builder| builder.token("sandbox-mona")).await;
    assert_eq!(codes(&harness.chain(steps).await), ["ok", "NOT_FOUND"]);
    assert_eq!(harness.sandbox.issue("acme/vault", 1).unwrap().comments.len(), 1);
}

#[tokio::test]
async fn issues_and_pull_requests_are_not_confused() {
    let harness = Harness::start().await;
    let envelope = harness
        .chain(json!([
            {"task": "issue.comments.create", "input": {"issue": "acme/widgets#7", "body": "to a pull request"}},
            {"task": "pr.comments.create", "input": {"pr": "acme/widgets#42", "body": "to an issue"}},
            {"task": "pr.view", "input": {"pr": "acme/widgets#42"}},
            {"task": "issue.view", "input": {"issue": "acme/widgets#7"}},
            {"task": "issue.view", "input": {"issueId": harness.id(7)}},
            {"task": "pr.view", "input": {"pr": "acme/widgets#7"}},
        ]))
        .await;
    let nf = "NOT_FOUND";
    assert_eq!(codes(&envelope), [nf, nf, nf, nf, nf, "ok"], "{envelope:#}");
    for (step, name) in ["acme/widgets#7", "acme/widgets#42", "acme/widgets#42", "acme/widgets#7"].iter().enumerate() {
        assert!(message(&envelope, step).contains(name), "{}", message(&envelope, step));
    }
    assert_eq!(harness.writes(), Vec::<String>::new());
}

#[tokio::test]
async fn a_url_of_another_kind_is_refused_before_anything_is_sent() {
    let harness = Harness::start().await;
    let url = "https://github.com/acme/widgets/pull/7";
    let envelope = harness.task(json!({"task": "issue.view", "input": {"issue": url}})).await;
    assert_eq!((&envelope["error"]["code"], harness.calls()), (&json!("VALIDATION"), 0), "{envelope:#}");
}

#[tokio::test]
async fn a_node_id_is_not_looked_up() {
    let harness = Harness::start().await;
    let envelope = harness.chain(json!([
        {"task": "issue.comments.create", "input": {"issueId": harness.id(42), "body": "one"}},
        {"task": "issue.close", "input": {"issueId": harness.id(42)}},
        {"task": "issue.comments.create", "input": {"issueId": "I_nothing", "body": "lost"}},
    ]));
    let envelope = envelope.await;
    assert_eq!(codes(&envelope), ["ok", "ok", "NOT_FOUND"], "{envelope:#}");
    assert_eq!(harness.calls(), 2, "the mutation, and one question about what it did not find");
}

#[tokio::test]
async fn a_renamed_repository_is_followed() {
    let harness = Harness::start().await;
    let input = json!({"issue": "acme/old-gadgets#1", "labels": ["bug"]});
    let envelope = harness.task(json!({"task": "issue.labels.add", "input": input})).await;
    assert_eq!(envelope["data"]["url"], "https://github.com/acme/gadgets/issues/1", "{envelope:#}");
    assert_eq!(harness.sandbox.issue("acme/gadgets", 1).unwrap().labels, ["bug"]);
}
