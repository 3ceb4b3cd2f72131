//! A repository that was found by a former name is reported once, in the warnings of the envelope.

use ghx::card::RouteKind;
use ghx::{Chain, Repo, issue, repo};
use serde_json::{Value, json};

use super::harness::{Harness, codes};
use crate::routing::harness::Harness as Local;

const WARNING: &str =
    "`acme/old-gadgets` was renamed to `acme/gadgets`, and GitHub followed the rename: use the new name";

/// The messages of the warnings in an envelope.
fn warnings(envelope: &Value) -> Vec<&str> {
    let warnings = envelope["meta"]["warnings"].as_array();
    warnings.into_iter().flatten().map(|warning| warning["message"].as_str().unwrap()).collect()
}

/// Reads and writes in a repository, each by its former name.
fn steps() -> Vec<Value> {
    let repo = |task: &str, more: Value| {
        let mut input = json!({"owner": "acme", "name": "old-gadgets"});
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"task": task, "input": input})
    };
    vec![
        repo("repo.view", json!({})),
        repo("repo.labels.list", json!({})),
        repo("issue.list", json!({})),
        repo("pr.list", json!({})),
        repo("issue.create", json!({"title": "New"})),
        repo("issue.view", json!({"issueNumber": 1})),
        repo("issue.comments.list", json!({"issueNumber": 1})),
        repo("issue.comments.create", json!({"issueNumber": 1, "body": "x"})),
        repo("issue.labels.add", json!({"issueNumber": 1, "labels": ["bug"]})),
        repo("issue.close", json!({"issueNumber": 1})),
    ]
}

/// A sandbox whose renamed repository has an issue 1.
async fn harness() -> Local {
    let harness = Local::start().await;
    let repo: Repo = "acme/gadgets".parse().unwrap();
    if issue::view(repo.issue(1)).send(&harness.client).await.is_err() {
        issue::create(&repo, "First").send(&harness.client).await.unwrap();
    }
    harness
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_and_writes_warn_over_graphql_and_rest() {
    let harness = harness().await;
    let mut warned = [0, 0];
    for step in steps() {
        for (index, route) in [RouteKind::Graphql, RouteKind::Rest].into_iter().enumerate() {
            let envelope = harness.over(route, &step).await;
            if envelope["error"]["code"] == "ADAPTER_UNSUPPORTED" || envelope["error"]["message"] == "no label `bug`" {
                continue;
            }
            assert_eq!(envelope["ok"], true, "{route} {step}: {envelope:#}");
            let found = warnings(&envelope);
            assert_eq!(found.len(), 1, "{route} {step}: {envelope:#}");
            // An empty list over REST does not tell the new name.
            let unnamed = "`acme/old-gadgets` was renamed, and GitHub followed the rename: use the new name";
            let is_empty = envelope["data"]["items"].as_array().is_some_and(Vec::is_empty);
            assert!(found == [WARNING] || is_empty && found == [unnamed], "{route} {step}: {found:?}");
            warned[index] += 1;
        }
    }
    assert!(warned[0] >= 9 && warned[1] >= 5, "{warned:?}");
}

#[tokio::test]
async fn a_chain_warns_once_for_each_repository() {
    let harness = Harness::start().await;
    let create = |repo: &str| json!({"task": "issue.create", "input": {"repo": repo, "title": "New"}});
    let steps = json!([
        create("acme/old-gadgets"), create("Acme/Old-Gadgets"), create("acme/gadgets"), create("acme/widgets"),
        {"task": "repo.view", "input": {"repo": "acme/old-gadgets"}},
        {"task": "pr.diff.view", "input": {"pr": "acme/widgets#7"}},
    ]);
    let envelope = harness.chain(steps).await;
    assert!(codes(&envelope).iter().all(|code| *code == "ok"), "{envelope:#}");
    assert_eq!(warnings(&envelope), [WARNING]);
    let envelope = harness.chain(json!([create("acme/gadgets"), create("ACME/Widgets")])).await;
    assert_eq!(warnings(&envelope), Vec::<&str>::new(), "{envelope:#}");
}

#[tokio::test]
async fn a_typed_report_has_the_warning() {
    let harness = Harness::start().await;
    let old: Repo = "acme/old-gadgets".parse().unwrap();
    let report = Chain::new().step(repo::view(&old)).step(issue::create(&old, "New")).run(&harness.gh).await.unwrap();
    assert_eq!(report.warnings().iter().map(ghx::Error::message).collect::<Vec<_>>(), [WARNING]);
}
