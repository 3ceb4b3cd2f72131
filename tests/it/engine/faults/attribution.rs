//! Which step an error belongs to: by `path`, then by `locations`. An error of no step fails no step that has data.

use ghx_sandbox::{Fault, FaultRule, On, When};
use serde_json::{Value, json};

use super::super::harness::{Harness, codes, in_short};
use super::super::paused_clock::paused;

fn comment(harness: &Harness, issue: u32) -> Value {
    json!({"task": "issue.comments.create", "input": {"issueId": harness.id(issue), "body": format!("to {issue}")}})
}

fn three_comments(harness: &Harness) -> Value {
    json!([comment(harness, 1), comment(harness, 2), comment(harness, 3)])
}

fn comments(harness: &Harness) -> [usize; 3] {
    [1, 2, 3].map(|number| {
        let issue = harness.sandbox.issue("acme/widgets", number).unwrap();
        issue.comments.iter().filter(|comment| comment.body == format!("to {number}")).count()
    })
}

/// Each step in short.
fn steps(envelope: &Value) -> Vec<String> {
    let short = |result: &Value| if result["ok"] == true { "ok".to_owned() } else { in_short(&result["error"]) };
    envelope["results"].as_array().unwrap().iter().map(short).collect()
}

#[tokio::test(start_paused = true)]
async fn an_error_with_a_path_belongs_to_its_step() {
    let rule = FaultRule::new(Fault::field_error("FORBIDDEN", "Resource not accessible by integration")).root(1);
    let harness = paused(|builder| builder).await.arm(rule);
    let envelope = harness.chain(three_comments(&harness)).await;
    assert_eq!(steps(&envelope), ["ok", "AUTH", "ok"]);
    assert_eq!(envelope["results"][1]["error"]["message"], "Resource not accessible by integration");
    assert_eq!((comments(&harness), harness.calls()), ([1, 0, 1], 1));
}

#[tokio::test(start_paused = true)]
async fn an_error_without_a_path_is_not_dropped() {
    let harness = paused(|builder| builder)
        .await
        .arm(FaultRule::new(Fault::field_error("UNPROCESSABLE", "No comments here")).root(1))
        .arm(Fault::Unexplained { keeps_data: true });
    let envelope = harness.chain(three_comments(&harness)).await;
    assert_eq!(steps(&envelope), ["ok", "VALIDATION", "ok"], "{envelope:#}");
    let warning = envelope["meta"]["warnings"][0]["message"].as_str().unwrap();
    assert!(warning.contains("Something went wrong"), "{warning}");
    assert_eq!(comments(&harness), [1, 0, 1]);
}

#[tokio::test(start_paused = true)]
async fn an_error_without_a_path_fails_no_step_with_data() {
    let harness = paused(|builder| builder).await.arm(Fault::Unexplained { keeps_data: true });
    let envelope = harness.chain(three_comments(&harness)).await;
    assert_eq!((&envelope["status"], envelope["meta"]["warnings"].as_array().unwrap().len()), (&json!("success"), 1));
    assert_eq!(comments(&harness), [1, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn an_error_without_a_path_and_no_data_leaves_writes_unknown() {
    let harness = paused(|builder| builder).await.arm(Fault::Unexplained { keeps_data: false });
    let envelope = harness.chain(three_comments(&harness)).await;
    assert_eq!(steps(&envelope), ["SERVER unknown"; 3]);
    let message = envelope["results"][0]["error"]["message"].as_str().unwrap();
    assert!(message.contains("before sending it again"), "says how to find out: {message}");
    assert_eq!((comments(&harness), harness.calls()), ([1, 1, 1], 1), "they were executed, and not sent again");
}

#[tokio::test(start_paused = true)]
async fn an_error_without_a_path_explains_a_step_without_data() {
    let harness = paused(|builder| builder)
        .await
        .arm(FaultRule::new(Fault::SilentNull { when: When::After }).root(1))
        .arm(Fault::Unexplained { keeps_data: true });
    let envelope = harness.chain(three_comments(&harness)).await;
    assert_eq!(steps(&envelope), ["ok", "SERVER unknown", "ok"], "{envelope:#}");
    let message = envelope["results"][1]["error"]["message"].as_str().unwrap();
    assert!(message.contains("Something went wrong"), "{message}");
    assert_eq!(comments(&harness), [1, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn null_without_an_error_is_not_a_success() {
    for (when, done) in [(When::Before, [1, 0, 1]), (When::After, [1, 1, 1])] {
        let harness = paused(|builder| builder).await.arm(FaultRule::new(Fault::SilentNull { when }).root(1));
        let envelope = harness.chain(three_comments(&harness)).await;
        assert_eq!(steps(&envelope), ["ok", "SERVER unknown", "ok"], "{envelope:#}");
        assert_eq!((comments(&harness), harness.calls()), (done, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn an_error_below_the_payload_means_applied() {
    let harness = paused(|builder| builder).await.arm(FaultRule::new(Fault::BelowPayload).root("s1"));
    let envelope = harness.chain(three_comments(&harness)).await;
    assert_eq!(steps(&envelope), ["ok", "SERVER applied", "ok"], "{envelope:#}");
    assert_eq!((comments(&harness), harness.calls()), ([1, 1, 1], 1));
}

#[tokio::test(start_paused = true)]
async fn a_missing_scope_is_attributed_by_its_location() {
    let scopes = FaultRule::new(Fault::InsufficientScopes { scope: "project".to_owned() });
    let harness = paused(|builder| builder).await.arm(scopes.root("s1").always());
    let envelope = harness.chain(three_comments(&harness)).await;
    assert_eq!(steps(&envelope), ["ok", "AUTH", "ok"], "{envelope:#}");
    assert_eq!(envelope["results"][1]["error"]["details"]["type"], "INSUFFICIENT_SCOPES");
    assert_eq!((comments(&harness), harness.calls()), ([1, 0, 1], 2));
    assert!(!harness.documents()[1].contains("s1:"), "{}", harness.documents()[1]);
}

#[tokio::test(start_paused = true)]
async fn a_missing_scope_fails_only_its_read() {
    let harness = paused(|builder| builder).await;
    harness.sandbox.inject(FaultRule::new(Fault::InsufficientScopes { scope: "repo".to_owned() }).root("r1"));
    let view = |repo: &str| json!({"task": "repo.view", "input": {"repo": repo}});
    let envelope = harness.chain(json!([view("acme/widgets"), view("acme/gadgets"), view("acme/roadmap")])).await;
    assert_eq!(steps(&envelope), ["ok", "AUTH", "ok"], "{envelope:#}");
    assert_eq!(harness.calls(), 2);
}

#[tokio::test(start_paused = true)]
async fn resource_limits_fail_writes_that_were_not_reached() {
    let harness = paused(|builder| builder).await.arm(Fault::ResourceLimits { after: 1 });
    let envelope = harness.chain(three_comments(&harness)).await;
    assert_eq!(steps(&envelope), ["ok", "SERVER unknown", "SERVER unknown"], "{envelope:#}");
    assert_eq!((comments(&harness), harness.calls()), ([1, 0, 0], 1), "a mutation is not split");
}

fn close(harness: &Harness, comment: Option<&str>) -> Value {
    let mut input = json!({"pullRequestId": harness.id(7)});
    if let Some(comment) = comment {
        input["comment"] = json!(comment);
    }
    json!({"task": "pr.close", "input": input})
}

fn pull(harness: &Harness) -> (String, usize) {
    let pull = harness.sandbox.pull("acme/widgets", 7).unwrap().issue;
    (pull.state, pull.comments.len())
}

#[tokio::test(start_paused = true)]
async fn a_half_done_capability_is_reported_as_partial() {
    let refuse = || FaultRule::new(Fault::field_error("FORBIDDEN", "Locked"));
    for (root, state, field) in
        [("s0_0", ("CLOSED".to_owned(), 1), "addComment"), ("s0_1", ("OPEN".to_owned(), 2), "closePullRequest")]
    {
        let harness = paused(|builder| builder).await.arm(refuse().root(root));
        let envelope = harness.chain(json!([close(&harness, Some("Bye"))])).await;
        assert_eq!(steps(&envelope), ["AUTH partial"], "{envelope:#}");
        assert!(envelope["results"][0]["error"]["message"].as_str().unwrap().contains(field), "{envelope:#}");
        assert_eq!((pull(&harness), harness.calls()), (state, 1));
    }
    let harness = paused(|builder| builder).await.arm(refuse());
    let envelope = harness.chain(json!([close(&harness, Some("Bye")), comment(&harness, 1)])).await;
    assert_eq!(steps(&envelope), ["AUTH", "AUTH"], "nothing was done: {envelope:#}");
    assert_eq!(pull(&harness), ("OPEN".to_owned(), 1));
}

#[tokio::test(start_paused = true)]
async fn refusal_is_not_applied_to_unanswered_writes() {
    for (lost, outcome) in
        [(Fault::SilentNull { when: When::After }, "AUTH unknown"), (Fault::BelowPayload, "AUTH partial")]
    {
        let harness = paused(|builder| builder)
            .await
            .arm(FaultRule::new(Fault::field_error("FORBIDDEN", "Locked")).root("s0_0"))
            .arm(FaultRule::new(lost).root("s0_1"));
        let envelope = harness.chain(json!([close(&harness, Some("Bye"))])).await;
        assert_eq!(steps(&envelope), [outcome], "{envelope:#}");
        assert_eq!(pull(&harness), ("CLOSED".to_owned(), 1), "it was closed, and there is no comment");
    }
}

#[tokio::test(start_paused = true)]
async fn a_root_field_left_out_by_a_condition_is_ignored() {
    let harness = paused(|builder| builder).await.arm(Fault::field_error("FORBIDDEN", "Locked"));
    let envelope = harness.chain(json!([close(&harness, None)])).await;
    assert_eq!(steps(&envelope), ["AUTH"], "{envelope:#}");
    assert_eq!(pull(&harness), ("OPEN".to_owned(), 1));
    let envelope = harness.chain(json!([close(&harness, None)])).await;
    assert_eq!((steps(&envelope), pull(&harness)), (vec!["ok".to_owned()], ("CLOSED".to_owned(), 1)));
}

#[tokio::test(start_paused = true)]
async fn a_partial_write_is_not_repeated() {
    let missing = FaultRule::new(Fault::field_error("NOT_FOUND", "Could not resolve to a node")).root("s1_1");
    let harness = paused(|builder| builder).await.arm(missing);
    let input = json!({"pullRequestId": "{{0.id}}", "comment": "Bye"});
    let first = json!({"task": "pr.close", "input": {"pr": "acme/widgets#8"}});
    let envelope = harness.chain(json!([first, {"task": "pr.close", "input": input}])).await;
    assert_eq!(steps(&envelope), ["ok", "NOT_FOUND partial"], "{envelope:#}");
    assert_eq!(harness.sandbox.pull("acme/widgets", 8).unwrap().issue.comments.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_dependent_of_an_unknown_outcome_is_skipped() {
    let harness = paused(|builder| builder).await.arm(FaultRule::new(Fault::BelowPayload).on(On::Mutation));
    let steps = json!([
        {"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "New"}},
        {"task": "issue.comments.create", "input": {"issueId": "{{new.id}}", "body": "on it"}},
        comment(&harness, 1),
    ]);
    let envelope = harness.chain(steps).await;
    assert_eq!(codes(&envelope), ["SERVER", "SKIPPED", "SERVER"], "{envelope:#}");
    assert_eq!(envelope["results"][1]["error"]["details"].get("outcome"), None);
    assert_eq!(harness.writes(), ["createIssue", "addComment"]);
}
