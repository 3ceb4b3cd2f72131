//! A number or an id of the wrong kind: what it is, and which capability to use, on every route.

use ghx::capability::find;
use ghx::card::RouteKind;
use serde_json::{Value, json};

use super::harness::Harness;

/// Inputs of the wrong kind, and the message on every route of the card.
fn mistaken() -> [(&'static str, Value, &'static str); 10] {
    let pull = |tail: &str| -> &'static str {
        Box::leak(format!("acme/widgets#7 is a pull request, not an issue: {tail}").into_boxed_str())
    };
    let issue = |tail: &str| -> &'static str {
        Box::leak(format!("acme/widgets#1 is an issue, not a pull request: {tail}").into_boxed_str())
    };
    [
        ("issue.view", json!({"issue": "acme/widgets#7"}), pull("use pr.view")),
        ("issue.close", json!({"issue": "acme/widgets#7"}), pull("use pr.close")),
        ("issue.comments.create", json!({"issue": "acme/widgets#7", "body": "x"}), pull("use pr.comments.create")),
        ("issue.comments.list", json!({"issue": "acme/widgets#7"}), pull("issue.comments.list works on issues only")),
        (
            "issue.labels.add",
            json!({"issue": "acme/widgets#7", "labels": ["bug"]}),
            pull("issue.labels.add works on issues only"),
        ),
        (
            "issue.relations.parent.set",
            json!({"issue": "acme/widgets#1", "parentIssueNumber": 7}),
            "acme/widgets#7 is a pull request, not an issue: issue.relations.parent.set works on issues only",
        ),
        ("pr.view", json!({"pr": "acme/widgets#1"}), issue("use issue.view")),
        ("pr.close", json!({"pr": "acme/widgets#1"}), issue("use issue.close")),
        ("pr.merge", json!({"pr": "acme/widgets#1"}), issue("pr.merge works on pull requests only")),
        ("pr.diff.view", json!({"pr": "acme/widgets#1"}), issue("pr.diff.view works on pull requests only")),
    ]
}

/// This was once reported as not found, without a hint.
#[tokio::test(flavor = "multi_thread")]
async fn a_number_of_another_kind_is_named_on_every_route() {
    for (task, input, expected) in mistaken() {
        for route in find(ghx::ALL, task).unwrap().card.routes() {
            let harness = Harness::start().await;
            let envelope = harness.over(route, &json!({"task": task, "input": input})).await;
            let error = &envelope["error"];
            assert_eq!(
                (&error["code"], &error["message"]),
                (&json!("NOT_FOUND"), &json!(expected)),
                "{task} over {route}"
            );
            assert_eq!(error["retryable"], false);
            assert!(harness.writes().is_empty(), "{task} over {route}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_of_another_kind_is_named() {
    let harness = Harness::start().await;
    let id = |number: u32| harness.sandbox.issue("acme/widgets", number).unwrap().id;
    let (issue, pull) = (id(1), id(7));
    for (task, input, expected) in [
        ("issue.view", json!({"issueId": pull}), format!("{pull} is a pull request, not an issue: use pr.view")),
        ("issue.close", json!({"issueId": pull}), format!("{pull} is a pull request, not an issue: use pr.close")),
        (
            "issue.labels.add",
            json!({"issueId": pull, "labels": ["bug"]}),
            format!("{pull} is a pull request, not an issue: issue.labels.add works on issues only"),
        ),
        (
            "pr.view",
            json!({"pullRequestId": issue}),
            format!("{issue} is an issue, not a pull request: use issue.view"),
        ),
        (
            "pr.merge",
            json!({"pullRequestId": issue}),
            format!("{issue} is an issue, not a pull request: pr.merge works on pull requests only"),
        ),
    ] {
        let envelope = harness.over(RouteKind::Graphql, &json!({"task": task, "input": input})).await;
        assert_eq!(envelope["error"]["message"], expected, "{task}: {envelope:#}");
        assert_eq!(envelope["error"]["code"], "NOT_FOUND");
    }
    assert!(harness.writes().is_empty());
}

/// A number without an issue or pull request is looked up once.
#[tokio::test(flavor = "multi_thread")]
async fn an_unused_number_is_not_found() {
    for route in find(ghx::ALL, "issue.view").unwrap().card.routes() {
        let harness = Harness::start().await;
        let envelope =
            harness.over(route, &json!({"task": "issue.view", "input": {"issue": "acme/widgets#999"}})).await;
        assert_eq!(envelope["error"]["code"], "NOT_FOUND");
        assert!(!envelope["error"]["message"].as_str().unwrap().contains(" is a "), "{envelope:#}");
    }
}
