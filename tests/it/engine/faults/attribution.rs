//! Whose error is it? By `path`, then by `locations`; what belongs to nobody costs nobody a result.

use ghx_sandbox::{Fault, FaultRule, On, When};
use serde_json::{Value, json};

use super::super::clock::paused;
use super::super::world::{World, codes, in_short};

fn comment(world: &World, issue: u32) -> Value {
    json!({"task": "issue.comments.create", "input": {"issueId": world.id(issue), "body": format!("to {issue}")}})
}

fn three_comments(world: &World) -> Value {
    json!([comment(world, 1), comment(world, 2), comment(world, 3)])
}

fn comments(world: &World) -> [usize; 3] {
    [1, 2, 3].map(|number| {
        let issue = world.sandbox.issue("acme/widgets", number).unwrap();
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
    let world = paused(|builder| builder).await.arm(rule);
    let envelope = world.chain(three_comments(&world)).await;
    assert_eq!(steps(&envelope), ["ok", "AUTH", "ok"]);
    assert_eq!(envelope["results"][1]["error"]["message"], "Resource not accessible by integration");
    assert_eq!((comments(&world), world.calls()), ([1, 0, 1], 1));
}

#[tokio::test(start_paused = true)]
async fn of_two_errors_the_one_without_a_path_is_not_dropped() {
    let world = paused(|builder| builder)
        .await
        .arm(FaultRule::new(Fault::field_error("UNPROCESSABLE", "No comments here")).root(1))
        .arm(Fault::Unexplained { keeps_data: true });
    let envelope = world.chain(three_comments(&world)).await;
    assert_eq!(steps(&envelope), ["ok", "VALIDATION", "ok"], "{envelope:#}");
    let warning = envelope["meta"]["warnings"][0]["message"].as_str().unwrap();
    assert!(warning.contains("Something went wrong"), "{warning}");
    assert_eq!(comments(&world), [1, 0, 1]);
}

#[tokio::test(start_paused = true)]
async fn an_error_without_a_path_costs_no_step_that_has_its_data() {
    let world = paused(|builder| builder).await.arm(Fault::Unexplained { keeps_data: true });
    let envelope = world.chain(three_comments(&world)).await;
    assert_eq!((&envelope["status"], envelope["meta"]["warnings"].as_array().unwrap().len()), (&json!("success"), 1));
    assert_eq!(comments(&world), [1, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn an_error_without_a_path_and_no_data_leaves_writes_unknown() {
    let world = paused(|builder| builder).await.arm(Fault::Unexplained { keeps_data: false });
    let envelope = world.chain(three_comments(&world)).await;
    assert_eq!(steps(&envelope), ["SERVER unknown"; 3]);
    let message = envelope["results"][0]["error"]["message"].as_str().unwrap();
    assert!(message.contains("before sending it again"), "says how to find out: {message}");
    assert_eq!((comments(&world), world.calls()), ([1, 1, 1], 1), "they were executed, and not sent again");
}

#[tokio::test(start_paused = true)]
async fn an_error_without_a_path_explains_the_step_that_has_no_data() {
    let world = paused(|builder| builder)
        .await
        .arm(FaultRule::new(Fault::SilentNull { when: When::After }).root(1))
        .arm(Fault::Unexplained { keeps_data: true });
    let envelope = world.chain(three_comments(&world)).await;
    assert_eq!(steps(&envelope), ["ok", "SERVER unknown", "ok"], "{envelope:#}");
    let message = envelope["results"][1]["error"]["message"].as_str().unwrap();
    assert!(message.contains("Something went wrong"), "{message}");
    assert_eq!(comments(&world), [1, 1, 1]);
}

#[tokio::test(start_paused = true)]
async fn null_without_an_error_is_no_success() {
    for (when, done) in [(When::Before, [1, 0, 1]), (When::After, [1, 1, 1])] {
        let world = paused(|builder| builder).await.arm(FaultRule::new(Fault::SilentNull { when }).root(1));
        let envelope = world.chain(three_comments(&world)).await;
        assert_eq!(steps(&envelope), ["ok", "SERVER unknown", "ok"], "{envelope:#}");
        assert_eq!((comments(&world), world.calls()), (done, 1));
    }
}

#[tokio::test(start_paused = true)]
async fn an_error_below_the_payload_means_that_the_write_was_applied() {
    let world = paused(|builder| builder).await.arm(FaultRule::new(Fault::BelowPayload).root("s1"));
    let envelope = world.chain(three_comments(&world)).await;
    assert_eq!(steps(&envelope), ["ok", "SERVER applied", "ok"], "{envelope:#}");
    assert_eq!((comments(&world), world.calls()), ([1, 1, 1], 1));
}

#[tokio::test(start_paused = true)]
async fn a_missing_scope_is_found_by_its_location_and_the_others_go_without_that_step() {
    let scopes = FaultRule::new(Fault::InsufficientScopes { scope: "project".to_owned() });
    let world = paused(|builder| builder).await.arm(scopes.root("s1").always());
    let envelope = world.chain(three_comments(&world)).await;
    assert_eq!(steps(&envelope), ["ok", "AUTH", "ok"], "{envelope:#}");
    assert_eq!(envelope["results"][1]["error"]["details"]["type"], "INSUFFICIENT_SCOPES");
    assert_eq!((comments(&world), world.calls()), ([1, 0, 1], 2));
    assert!(!world.documents()[1].contains("s1:"), "{}", world.documents()[1]);
}

#[tokio::test(start_paused = true)]
async fn a_missing_scope_of_a_read_costs_only_that_read() {
    let world = paused(|builder| builder).await;
    world.sandbox.inject(FaultRule::new(Fault::InsufficientScopes { scope: "repo".to_owned() }).root("r1"));
    let view = |repo: &str| json!({"task": "repo.view", "input": {"repo": repo}});
    let envelope = world.chain(json!([view("acme/widgets"), view("acme/gadgets"), view("acme/roadmap")])).await;
    assert_eq!(steps(&envelope), ["ok", "AUTH", "ok"], "{envelope:#}");
    assert_eq!(world.calls(), 2);
}

#[tokio::test(start_paused = true)]
async fn resource_limits_cost_a_write_that_was_not_reached() {
    let world = paused(|builder| builder).await.arm(Fault::ResourceLimits { after: 1 });
    let envelope = world.chain(three_comments(&world)).await;
    assert_eq!(steps(&envelope), ["ok", "SERVER unknown", "SERVER unknown"], "{envelope:#}");
    assert_eq!((comments(&world), world.calls()), ([1, 0, 0], 1), "a mutation is not split");
}

fn close(world: &World, comment: Option<&str>) -> Value {
    let mut input = json!({"pullRequestId": world.id(7)});
    if let Some(comment) = comment {
        input["comment"] = json!(comment);
    }
    json!({"task": "pr.close", "input": input})
}

fn pull(world: &World) -> (String, usize) {
    let pull = world.sandbox.pull("acme/widgets", 7).unwrap().issue;
    (pull.state, pull.comments.len())
}

#[tokio::test(start_paused = true)]
async fn a_capability_of_two_writes_says_when_only_one_was_done() {
    let refuse = || FaultRule::new(Fault::field_error("FORBIDDEN", "Locked"));
    for (root, state, field) in
        [("s0_0", ("CLOSED".to_owned(), 1), "addComment"), ("s0_1", ("OPEN".to_owned(), 2), "closePullRequest")]
    {
        let world = paused(|builder| builder).await.arm(refuse().root(root));
        let envelope = world.chain(json!([close(&world, Some("Bye"))])).await;
        assert_eq!(steps(&envelope), ["AUTH partial"], "{envelope:#}");
        assert!(envelope["results"][0]["error"]["message"].as_str().unwrap().contains(field), "{envelope:#}");
        assert_eq!((pull(&world), world.calls()), (state, 1));
    }
    let world = paused(|builder| builder).await.arm(refuse());
    let envelope = world.chain(json!([close(&world, Some("Bye")), comment(&world, 1)])).await;
    assert_eq!(steps(&envelope), ["AUTH", "AUTH"], "nothing was done: {envelope:#}");
    assert_eq!(pull(&world), ("OPEN".to_owned(), 1));
}

#[tokio::test(start_paused = true)]
async fn a_refusal_of_one_write_does_not_speak_for_another_that_has_no_answer() {
    for (lost, outcome) in
        [(Fault::SilentNull { when: When::After }, "AUTH unknown"), (Fault::BelowPayload, "AUTH partial")]
    {
        let world = paused(|builder| builder)
            .await
            .arm(FaultRule::new(Fault::field_error("FORBIDDEN", "Locked")).root("s0_0"))
            .arm(FaultRule::new(lost).root("s0_1"));
        let envelope = world.chain(json!([close(&world, Some("Bye"))])).await;
        assert_eq!(steps(&envelope), [outcome], "{envelope:#}");
        assert_eq!(pull(&world), ("CLOSED".to_owned(), 1), "it was closed, and there is no comment");
    }
}

#[tokio::test(start_paused = true)]
async fn a_write_that_was_left_out_by_a_condition_counts_for_nothing() {
    let world = paused(|builder| builder).await.arm(Fault::field_error("FORBIDDEN", "Locked"));
    let envelope = world.chain(json!([close(&world, None)])).await;
    assert_eq!(steps(&envelope), ["AUTH"], "{envelope:#}");
    assert_eq!(pull(&world), ("OPEN".to_owned(), 1));
    let envelope = world.chain(json!([close(&world, None)])).await;
    assert_eq!((steps(&envelope), pull(&world)), (vec!["ok".to_owned()], ("CLOSED".to_owned(), 1)));
}

#[tokio::test(start_paused = true)]
async fn a_partial_write_is_not_sent_again_because_a_part_was_not_found() {
    let missing = FaultRule::new(Fault::field_error("NOT_FOUND", "Could not resolve to a node")).root("s1_1");
    let world = paused(|builder| builder).await.arm(missing);
    let input = json!({"pullRequestId": "{{0.id}}", "comment": "Bye"});
    let first = json!({"task": "pr.close", "input": {"pr": "acme/widgets#8"}});
    let envelope = world.chain(json!([first, {"task": "pr.close", "input": input}])).await;
    assert_eq!(steps(&envelope), ["ok", "NOT_FOUND partial"], "{envelope:#}");
    assert_eq!(world.sandbox.pull("acme/widgets", 8).unwrap().issue.comments.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_step_that_depends_on_a_write_of_unknown_outcome_is_skipped() {
    let world = paused(|builder| builder).await.arm(FaultRule::new(Fault::BelowPayload).on(On::Mutation));
    let steps = json!([
        {"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "New"}},
        {"task": "issue.comments.create", "input": {"issueId": "{{new.id}}", "body": "on it"}},
        comment(&world, 1),
    ]);
    let envelope = world.chain(steps).await;
    assert_eq!(codes(&envelope), ["SERVER", "SKIPPED", "SERVER"], "{envelope:#}");
    assert_eq!(envelope["results"][1]["error"]["details"].get("outcome"), None);
    assert_eq!(world.writes(), ["createIssue", "addComment"]);
}
