//! The dynamic API: templates between steps, and envelopes.

use serde_json::{Value, json};

use super::harness::{Harness, codes};

fn comments(harness: &Harness, issue: u32) -> Vec<String> {
    let issue = harness.sandbox.issue("acme/widgets", issue).unwrap();
    issue.comments.into_iter().map(|comment| comment.body).collect()
}

#[tokio::test]
async fn templates_take_values_by_id_and_by_position() {
    let harness = Harness::start().await;
    let envelope = harness
        .chain(json!([
            {"task": "issue.create", "id": "new", "input": {"owner": "acme", "name": "widgets", "title": "Crash"}},
            {"task": "issue.labels.add", "input": {"issueId": "{{new.id}}", "labels": ["bug"]}},
            {"task": "issue.comments.create", "input": {"issue": "acme/widgets#3", "body": "See {{new.url}} ({{ new.number }})"}},
            {"task": "issue.comments.create", "input": {"issueId": "{{0.id}}", "body": "{{0.title}}"}},
        ]))
        .await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    let new = &envelope["results"][0]["data"];
    let number = u32::try_from(new["number"].as_u64().unwrap()).unwrap();
    assert_eq!(envelope["results"][0]["id"], "new");
    assert_eq!(envelope["results"][1]["data"]["labels"], json!(["bug"]));
    assert_eq!(comments(&harness, 3), [format!("See {} ({number})", new["url"].as_str().unwrap())]);
    assert_eq!(comments(&harness, number), ["Crash"]);
    assert_eq!(harness.calls(), 4);
}

#[tokio::test]
async fn a_whole_template_keeps_the_type_of_its_value() {
    let harness = Harness::start().await;
    let envelope = harness
        .chain(json!([
            {"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "Typed"}},
            {"task": "issue.view", "input": {"owner": "acme", "name": "widgets", "issueNumber": "{{new.number}}"}},
            {"task": "issue.view", "id": "old", "input": {"issue": "acme/widgets#3"}},
            {"task": "issue.labels.set", "input": {"issueId": "{{new.id}}", "labels": "{{old.labels}}"}},
            {"task": "issue.labels.add", "input": {"issueId": "{{new.id}}", "labels": ["bug", "{{old.labels.0}}"]}},
        ]))
        .await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    assert_eq!(envelope["results"][1]["data"]["title"], "Typed");
    assert_eq!(envelope["results"][3]["data"]["labels"], json!(["docs", "triage"]));
    assert_eq!(envelope["results"][4]["data"]["labels"], json!(["docs", "triage", "bug"]));
}

#[tokio::test]
async fn a_step_may_refer_to_a_later_one() {
    let harness = Harness::start().await;
    let envelope = harness
        .chain(json!([
            {"task": "issue.comments.create", "input": {"issueId": "{{1.id}}", "body": "first"}},
            {"task": "issue.create", "input": {"repo": "acme/widgets", "title": "Second"}},
        ]))
        .await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    assert_eq!(harness.writes(), ["createIssue", "addComment"]);
    assert_eq!(envelope["results"][0]["task"], "issue.comments.create", "results stay in the order of the chain");
}

#[tokio::test]
async fn a_step_runs_after_those_that_it_names() {
    let harness = Harness::start().await;
    let envelope = harness
        .chain(json!([
            {"task": "issue.view", "id": "seen", "input": {"issue": "acme/widgets#1"}, "after": ["closed"]},
            {"task": "issue.close", "id": "closed", "input": {"issue": "acme/widgets#1"}},
            {"task": "issue.reopen", "input": {"issue": "acme/widgets#1"}, "after": ["seen"]},
            {"task": "issue.view", "input": {"issue": "acme/widgets#1"}, "after": ["2"]},
        ]))
        .await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    assert_eq!(envelope["results"][0]["data"]["state"], "CLOSED");
    assert_eq!(envelope["results"][3]["data"]["state"], "OPEN");
    assert_eq!(harness.writes(), ["closeIssue", "reopenIssue"]);
}

#[tokio::test]
async fn other_braces_are_sent_unchanged() {
    let harness = Harness::start().await;
    let body = "${{ github.sha }} {{ .Values.x }} {{}} \\{{new.id}}";
    let input = json!({"issue": "acme/widgets#6", "body": body});
    let envelope = harness.chain(json!([{"task": "issue.comments.create", "input": input}])).await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    assert_eq!(comments(&harness, 6), ["${{ github.sha }} {{ .Values.x }} {{}} {{new.id}}"]);
}

#[tokio::test]
async fn values_are_not_expanded_again() {
    let harness = Harness::start().await;
    let input = json!({"issue": "acme/widgets#6", "title": "\\{{1.id}}"});
    let envelope = harness
        .chain(json!([
            {"task": "issue.update", "input": input},
            {"task": "issue.comments.create", "input": {"issue": "acme/widgets#6", "body": "{{0.title}}"}},
        ]))
        .await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    assert_eq!(comments(&harness, 6), ["{{1.id}}"]);
}

#[tokio::test]
async fn dependents_of_a_failed_step_are_skipped_with_a_reason() {
    let harness = Harness::start().await;
    let envelope = harness
        .chain(json!([
            {"task": "issue.create", "id": "new", "input": {"repo": "acme/nowhere", "title": "Lost"}},
            {"task": "issue.comments.create", "id": "c", "input": {"issueId": "{{new.id}}", "body": "on it"}},
            {"task": "issue.view", "input": {"issue": "acme/widgets#1"}, "after": ["c"]},
            {"task": "issue.view", "input": {"issue": "acme/widgets#1"}},
        ]))
        .await;
    assert_eq!(codes(&envelope), ["NOT_FOUND", "SKIPPED", "SKIPPED", "ok"]);
    let message = envelope["results"][1]["error"]["message"].as_str().unwrap();
    assert!(message.contains("`new`") && message.contains("issue.create"), "{message}");
    assert_eq!((harness.writes().len(), &envelope["meta"]["failed"]), (0, &json!(3)));
}

#[tokio::test]
async fn a_value_that_turns_out_to_be_missing_fails_its_step_alone() {
    let harness = Harness::start().await;
    let comment =
        |body: &str| json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": body}});
    let envelope = harness
        .chain(json!([
            {"task": "issue.view", "id": "v", "input": {"issue": "acme/widgets#6"}},
            comment("{{v.milestone.title}}"),
            comment("{{v.labels.0}}"),
            comment("in {{v.milestone.title}}"),
            comment("by {{v.author}}"),
        ]))
        .await;
    assert_eq!(codes(&envelope)[..3], ["ok", "VALIDATION", "VALIDATION"], "{envelope:#}");
    assert_eq!(codes(&envelope)[4], "ok");
    assert_eq!(comments(&harness, 1).last().unwrap(), "by mona");
    for step in [1, 2] {
        let message = envelope["results"][step]["error"]["message"].as_str().unwrap();
        assert!(message.contains("{{0.") || message.contains("body"), "names what is missing: {message}");
    }
}

#[tokio::test]
async fn a_template_can_be_a_part_of_an_address() {
    let harness = Harness::start().await;
    let envelope = harness
        .chain(json!([
            {"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "New"}},
            {"task": "issue.close", "input": {"issue": "acme/widgets#{{new.number}}"}},
            {"task": "issue.reopen", "input": {"issue": "{{new.url}}"}, "after": ["1"]},
        ]))
        .await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    assert_eq!(harness.writes(), ["createIssue", "closeIssue", "reopenIssue"]);
}

#[tokio::test]
async fn a_chain_of_no_steps_does_nothing() {
    let harness = Harness::start().await;
    let envelope = harness.chain(json!([])).await;
    assert_eq!((&envelope["status"], &envelope["meta"]["total"], harness.calls()), (&json!("success"), &json!(0), 0));
}

/// The envelope without what differs from run to run.
fn masked(mut envelope: Value) -> Value {
    fn mask(value: &mut Value) {
        for (name, value) in value.as_object_mut().into_iter().flatten() {
            match name.as_str() {
                "request_id" | "github_request_id" => *value = json!("masked"),
                "total_ms" | "adapter_ms" | "duration_ms" => *value = json!(0),
                _ => mask(value),
            }
        }
        value.as_array_mut().into_iter().flatten().for_each(mask);
    }
    mask(&mut envelope);
    envelope
}

#[tokio::test]
async fn the_envelope_of_a_success() {
    let harness = Harness::start().await;
    let steps = json!([
        {"task": "issue.close", "id": "done", "input": {"issue": "acme/widgets#1"}},
        {"task": "issue.labels.update", "input": {"issue": "acme/widgets#2", "labels": ["bug"]}},
    ]);
    let expected = json!({
        "status": "success",
        "results": [
            {"task": "issue.close", "id": "done", "ok": true, "data": {
                "id": harness.id(1), "number": 1, "url": "https://github.com/acme/widgets/issues/1", "state": "CLOSED",
                "closed": true}},
            {"task": "issue.labels.update", "ok": true, "data": {
                "id": harness.id(2), "number": 2, "url": "https://github.com/acme/widgets/issues/2", "labels": ["bug"]}},
        ],
        "meta": {"route_used": "graphql", "total": 2, "succeeded": 2, "failed": 0, "http_calls": 2, "request_id": "masked"},
    });
    assert_eq!(masked(harness.chain(steps).await), expected);
}

#[tokio::test]
async fn the_envelope_of_a_partial_success() {
    let harness = Harness::start().await;
    let steps = json!([
        {"task": "issue.view", "input": {"issue": "acme/widgets#999"}},
        {"task": "issue.reopen", "id": "again", "input": {"issue": "acme/widgets#4"}},
    ]);
    let message = "acme/widgets#999: Could not resolve to an issue or pull request with the number of 999.";
    let expected = json!({
        "status": "partial",
        "results": [
            {"task": "issue.view", "ok": false, "error": {
                "code": "NOT_FOUND", "message": message, "retryable": false,
                "details": {"type": "NOT_FOUND", "github_request_id": "masked"}}},
            {"task": "issue.reopen", "id": "again", "ok": true, "data": {
                "id": harness.id(4), "number": 4, "url": "https://github.com/acme/widgets/issues/4", "state": "OPEN",
                "closed": false}},
        ],
        "meta": {"route_used": "graphql", "total": 2, "succeeded": 1, "failed": 1, "http_calls": 2, "request_id": "masked"},
    });
    assert_eq!(masked(harness.chain(steps).await), expected);
}

#[tokio::test]
async fn the_envelope_of_a_refused_chain() {
    let harness = Harness::start().await;
    let steps = json!([
        {"task": "issue.view", "id": "a", "input": {"issue": "acme/widgets#1"}},
        {"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": false}},
    ]);
    let problem = json!({"pointer": "/body", "expected": "a string", "given": "false",
        "message": "`body` must be a string, not false"});
    let expected = json!({
        "status": "failed",
        "results": [
            {"task": "issue.view", "id": "a", "ok": false, "error": {
                "code": "SKIPPED", "message": "not run, because other steps of the chain are not valid", "retryable": false}},
            {"task": "issue.comments.create", "ok": false, "error": {
                "code": "VALIDATION", "message": problem["message"], "retryable": false, "details": {"problems": [problem]}}},
        ],
        "meta": {"route_used": "graphql", "total": 2, "succeeded": 0, "failed": 2, "http_calls": 0, "request_id": "masked"},
    });
    assert_eq!(masked(harness.chain(steps).await), expected);
    assert_eq!(harness.calls(), 0);
}

#[tokio::test]
async fn the_envelope_of_one_task() {
    let harness = Harness::start().await;
    let step = json!({"task": "repo.labels.list", "input": {"repo": "acme/widgets", "first": 1}});
    let envelope = masked(harness.task(step).await);
    let attempt = json!({"route": "graphql", "status": "success", "duration_ms": 0});
    let cursor = envelope["data"]["pageInfo"]["endCursor"].clone();
    let expected = json!({"capability_id": "repo.labels.list", "route_used": "graphql", "reason": "CARD_PREFERRED",
        "attempts": [attempt], "pagination": {"has_next_page": true, "end_cursor": cursor},
        "timings": {"total_ms": 0, "adapter_ms": 0}, "http_calls": 1, "request_id": "masked"});
    assert_eq!((&envelope["ok"], &envelope["meta"]), (&json!(true), &expected));
    assert!(cursor.is_string() && envelope.get("error").is_none());
}

#[tokio::test]
async fn request_ids_are_unique() {
    let harness = Harness::start().await;
    let step = json!({"task": "repo.view", "input": {"repo": "acme/widgets"}});
    let (one, other) = (harness.task(step.clone()).await, harness.task(step).await);
    let id = |envelope: &Value| envelope["meta"]["request_id"].as_str().unwrap().to_owned();
    assert!(id(&one).starts_with("req_") && id(&one) != id(&other));
}
