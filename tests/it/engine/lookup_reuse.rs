//! What is looked up once for a whole chain, and what is looked up again.

use serde_json::{Value, json};

use super::harness::{Harness, codes, widgets};

/// The id of an issue is looked up once in a chain, whatever its waves; a label is looked up again.
#[tokio::test]
async fn a_found_id_is_reused_in_later_waves() {
    let steps = json!([
        {"id": "label", "task": "issue.labels.add", "input": {"issue": "acme/widgets#1", "labels": ["docs"]}},
        {"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "Labelled."}, "after": ["label"]},
    ]);
    let harness = Harness::start().await;
    let envelope = harness.chain(steps).await;
    assert_eq!((codes(&envelope), harness.calls()), (vec!["ok", "ok"], 3), "{envelope:#}");

    let again = json!([
        {"id": "first", "task": "issue.labels.set", "input": {"issue": "acme/widgets#1", "labels": ["bug"]}},
        {"task": "issue.labels.add", "input": {"issue": "acme/widgets#1", "labels": ["bug"]}, "after": ["first"]},
    ]);
    let harness = Harness::start().await;
    let envelope = harness.chain(again).await;
    assert_eq!((codes(&envelope), harness.calls()), (vec!["ok", "ok"], 4), "a label may have been renamed meanwhile");
    let second = &harness.documents()[2];
    assert!(second.contains("label(name:") && !second.contains("issueOrPullRequest(number:"), "{second}");
}

/// What was not found is looked up again.
#[tokio::test]
async fn a_missing_id_is_looked_up_again() {
    let harness = Harness::start().await;
    let steps = json!([
        {"task": "issue.close", "input": {"issue": "acme/widgets#43"}},
        {"id": "new", "task": "issue.create", "input": {"repo": "acme/widgets", "title": "Number 43"}},
        {"task": "issue.comments.create", "input": {"issue": "acme/widgets#43", "body": "Here."}, "after": ["new"]},
    ]);
    let envelope = harness.chain(steps).await;
    assert_eq!(envelope["results"][1]["data"]["number"], 43, "{envelope:#}");
    assert_eq!(codes(&envelope), ["NOT_FOUND", "ok", "ok"], "{envelope:#}");
}

/// A plan counts what will be sent.
#[tokio::test]
async fn a_plan_counts_an_id_once() {
    let harness = Harness::start().await;
    let repo = widgets();
    let chain = ghx::Chain::new().step(ghx::issue::labels::add(repo.issue(1), ["docs"]));
    let chain =
        chain.then(|(labelled,)| ghx::issue::comments::create(repo.issue(1), ghx::text!("See {}", labelled.url())));
    assert_eq!(chain.plan().unwrap().http_calls(), 3);
    let report = chain.run(&harness.gh).await.unwrap();
    assert_eq!(report.http_calls(), 3);
}

/// Fifty issues are looked up in one request, which stays small although it asks for pull requests as well.
#[tokio::test]
async fn fifty_issues_are_looked_up_in_one_request() {
    let harness = Harness::start().await;
    let numbers = [1, 2, 3, 6, 40, 41, 42];
    let steps: Vec<Value> = (0..50)
        .map(|step| {
            let issue = format!("acme/widgets#{}", numbers[step % numbers.len()]);
            json!({"task": "issue.labels.add", "input": {"issue": issue, "labels": ["bug"]}})
        })
        .collect();
    let envelope = harness.chain(Value::Array(steps)).await;
    assert_eq!((&envelope["status"], harness.calls()), (&json!("success"), 2), "{envelope:#}");
    let query = &harness.documents()[0];
    assert_eq!(query.matches("issueOrPullRequest(").count(), numbers.len());
    assert!(query.len() < 100 * numbers.len() + 300, "{} bytes: {query}", query.len());
}
