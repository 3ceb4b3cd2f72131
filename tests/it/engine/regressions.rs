//! Mistakes that tools of this kind have made, one test each. The comment says what went wrong.

use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, When};
use serde_json::{Value, json};

use super::harness::{Harness, codes, in_short};
use super::paused_clock::paused;
use super::table::{Row, rows};

fn comment(issue: u32, body: &str) -> Value {
    json!({"task": "issue.comments.create", "input": {"issue": format!("acme/widgets#{issue}"), "body": body}})
}

fn view(issue: u32) -> Value {
    json!({"task": "issue.view", "input": {"issue": format!("acme/widgets#{issue}")}})
}

fn label(issue: u32) -> Value {
    json!({"task": "issue.labels.add", "input": {"issue": format!("acme/widgets#{issue}"), "labels": ["bug"]}})
}

fn comments(harness: &Harness, issue: u32, body: &str) -> usize {
    let issue = harness.sandbox.issue("acme/widgets", issue).unwrap();
    issue.comments.iter().filter(|comment| comment.body == body).count()
}

async fn all_rows() -> Vec<Row> {
    rows(&Harness::start().await.sandbox)
}

/// A capability did its write, then failed because its own output did not fit its own schema.
#[tokio::test]
async fn an_executed_write_is_reported_as_ok() {
    for row in all_rows().await.into_iter().filter(Row::writes) {
        let harness = Harness::start().await;
        let envelope = harness.task(row.step()).await;
        assert_eq!((&envelope["ok"], harness.writes().is_empty()), (&json!(true), false), "{row:?}: {envelope:#}");
    }
}

/// Two steps of a capability with two root fields made an invalid document, and unrelated steps failed with them.
#[tokio::test]
async fn two_mutation_steps_do_not_fail_each_other() {
    let harness = Harness::start().await;
    let close =
        |pull: u32| json!({"task": "pr.close", "input": {"pr": format!("acme/widgets#{pull}"), "comment": "Bye"}});
    let plain = json!({"task": "pr.close", "input": {"pr": "acme/widgets#10"}});
    let envelope = harness.chain(json!([close(7), close(8), plain, comment(1, "unrelated")])).await;
    assert_eq!(codes(&envelope), ["ok"; 4], "{envelope:#}");
    for pull in [7, 8, 10] {
        assert_eq!(harness.sandbox.issue("acme/widgets", pull).unwrap().state, "CLOSED");
        assert_eq!(comments(&harness, pull, "Bye"), usize::from(pull != 10));
    }
}

/// After a 502 the comment was posted again.
#[tokio::test(start_paused = true)]
async fn a_comment_is_not_posted_twice_after_a_502() {
    let lost = Fault::Gateway { status: 502, body: GatewayBody::Html, when: When::After };
    let harness = paused(|builder| builder).await.arm(FaultRule::new(lost).on(On::Mutation));
    let envelope = harness.chain(json!([comment(1, "once"), view(1)])).await;
    assert_eq!(in_short(&envelope["results"][0]["error"]), "SERVER unknown");
    assert_eq!((comments(&harness, 1, "once"), &envelope["results"][1]["ok"]), (1, &json!(true)));
}

/// The reply was posted again because reading its result failed.
#[tokio::test(start_paused = true)]
async fn a_reply_is_not_posted_twice_when_reading_it_fails() {
    let harness = paused(|builder| builder).await.arm(Fault::BelowPayload);
    let thread = harness.sandbox.pull("acme/widgets", 7).unwrap().threads[0].clone();
    let step = json!({"task": "pr.threads.reply", "input": {"threadId": thread.id, "body": "once"}});
    assert_eq!(in_short(&harness.task(step).await["error"]), "SERVER applied");
    let after = harness.sandbox.pull("acme/widgets", 7).unwrap().threads[0].comments.len();
    assert_eq!((after, harness.calls()), (thread.comments.len() + 1, 1));
}

/// The writes of a chain returned `ok` without data, so a new issue had no number.
#[tokio::test]
async fn the_writes_of_a_chain_return_their_data() {
    let harness = Harness::start().await;
    let create = |title: &str| json!({"task": "issue.create", "input": {"repo": "acme/widgets", "title": title}});
    let envelope = harness.chain(json!([create("one"), create("two")])).await;
    for (step, title) in ["one", "two"].iter().enumerate() {
        let number = envelope["results"][step]["data"]["number"].as_u64().unwrap();
        let issue = harness.sandbox.issue("acme/widgets", u32::try_from(number).unwrap()).unwrap();
        assert_eq!((issue.title.as_str(), &envelope["results"][step]["data"]["id"]), (*title, &json!(issue.id)));
    }
}

/// A null without an error counted as a success, and of two errors the one without a path was dropped.
#[tokio::test(start_paused = true)]
async fn null_is_not_a_success_and_no_error_is_dropped() {
    let harness = paused(|builder| builder)
        .await
        .arm(FaultRule::new(Fault::SilentNull { when: When::Before }).on(On::Mutation).root("s0"))
        .arm(FaultRule::new(Fault::field_error("FORBIDDEN", "Locked")).on(On::Mutation).root("s1"))
        .arm(FaultRule::new(Fault::Unexplained { keeps_data: true }).on(On::Mutation));
    let envelope = harness.chain(json!([comment(1, "a"), comment(2, "b"), comment(3, "c")])).await;
    assert_eq!(codes(&envelope), ["SERVER", "AUTH", "ok"], "{envelope:#}");
    let message = envelope["results"][0]["error"]["message"].as_str().unwrap();
    assert!(message.contains("Something went wrong"), "{message}");
}

/// Errors without a path failed every step, even those that had data.
#[tokio::test(start_paused = true)]
async fn errors_without_a_path_do_not_fail_steps_with_data() {
    for steps in [json!([comment(1, "a"), comment(2, "b")]), json!([view(1), view(2)])] {
        let harness =
            paused(|builder| builder).await.arm(FaultRule::new(Fault::Unexplained { keeps_data: true }).times(2));
        let envelope = harness.chain(steps).await;
        assert_eq!(envelope["status"], "success", "{envelope:#}");
        assert!(!envelope["meta"]["warnings"].as_array().unwrap().is_empty());
    }
}

/// `issueNumber: true` became issue 1, and `body: false` the text "false".
#[tokio::test]
async fn input_is_not_coerced() {
    let harness = Harness::start().await;
    for (input, pointer) in [
        (json!({"owner": "acme", "name": "widgets", "issueNumber": true, "body": "x"}), "/issueNumber"),
        (json!({"owner": "acme", "name": "widgets", "issueNumber": "42", "body": "x"}), "/issueNumber"),
        (json!({"issue": "acme/widgets#1", "body": false}), "/body"),
    ] {
        let envelope = harness.task(json!({"task": "issue.comments.create", "input": input})).await;
        assert_eq!(envelope["error"]["details"]["problems"][0]["pointer"], pointer, "{envelope:#}");
    }
    assert_eq!(harness.calls(), 0);
}

/// One missing issue failed all steps, with a message that named no cause.
#[tokio::test]
async fn a_missing_issue_fails_only_its_step() {
    let harness = Harness::start().await;
    let envelope = harness.chain(json!([comment(1, "a"), label(999), view(2)])).await;
    assert_eq!(codes(&envelope), ["ok", "NOT_FOUND", "ok"]);
    assert!(envelope["results"][1]["error"]["message"].as_str().unwrap().contains("acme/widgets#999"));
    assert_eq!(harness.writes(), ["addComment"]);
}

/// One invalid input failed all steps, with a message that named no cause.
#[tokio::test]
async fn an_invalid_input_is_named_and_other_steps_are_skipped() {
    let harness = Harness::start().await;
    let bad = json!({"task": "issue.labels.add", "input": {"issue": "acme/widgets#1", "labels": []}});
    let envelope = harness.chain(json!([comment(1, "a"), bad])).await;
    assert_eq!(codes(&envelope), ["SKIPPED", "VALIDATION"]);
    assert!(envelope["results"][1]["error"]["message"].as_str().unwrap().contains("`labels`"), "{envelope:#}");
    assert_eq!(harness.calls(), 0);
}

/// Ten equal lookups were sent ten times.
#[tokio::test]
async fn equal_lookups_are_sent_once() {
    let harness = Harness::start().await;
    let envelope = harness.chain((0..10).map(|_| label(42)).collect()).await;
    assert_eq!((&envelope["status"], harness.calls()), (&json!("success"), 2));
    let query = &harness.documents()[0];
    assert_eq!((query.matches(" label(").count(), query.matches(" issueOrPullRequest(").count()), (1, 1), "{query}");
}

/// 500 steps were sent as one mutation of 185 kB.
#[tokio::test]
async fn five_hundred_steps_are_sent_in_small_requests() {
    let harness = Harness::start().await;
    let id = harness.id(1);
    let step = |at: usize| json!({"task": "issue.comments.create", "input": {"issueId": id, "body": format!("{at}")}});
    let envelope = harness.chain((0..500).map(step).collect()).await;
    assert_eq!((&envelope["status"], harness.calls(), harness.writes().len()), (&json!("success"), 10, 500));
    let largest = harness.sandbox.requests().iter().map(|request| request.body.len()).max().unwrap();
    assert!(largest < 20_000, "{largest} bytes");
}

/// Only the first 100 labels of a repository were found.
#[tokio::test]
async fn issues_can_be_labelled_where_there_are_250_labels() {
    let harness = Harness::start().await;
    let input = json!({"issue": "acme/many-labels#1", "labels": ["label-250"]});
    let envelope = harness.task(json!({"task": "issue.labels.set", "input": input})).await;
    assert_eq!((&envelope["data"]["labels"], harness.calls()), (&json!(["label-250"]), 2), "{envelope:#}");
}

/// The reads and writes of a chain raced each other, and there was no way to order them.
#[tokio::test]
async fn reads_and_writes_are_ordered() {
    let harness = Harness::start().await;
    let close = json!({"task": "issue.close", "id": "close", "input": {"issue": "acme/widgets#1"}});
    let mut later = view(1);
    later["after"] = json!(["close"]);
    let envelope = harness.chain(json!([close, view(1), later])).await;
    assert_eq!(envelope["results"][1]["data"]["state"], "OPEN", "a read sees the state before its wave's writes");
    assert_eq!(envelope["results"][2]["data"]["state"], "CLOSED");
}

/// The same capability took three HTTP calls alone and one in a chain.
#[tokio::test]
async fn a_capability_alone_takes_no_more_calls_than_in_a_chain() {
    for (row, calls) in [(view(1), 1), (comment(1, "a"), 2), (label(1), 2)] {
        let alone = Harness::start().await;
        alone.task(row.clone()).await;
        let chain = Harness::start().await;
        chain.chain(json!([row, row])).await;
        assert_eq!((alone.calls(), chain.calls()), (calls, calls), "{row}");
    }
}

/// Codes were guessed from text: "author" in a message meant AUTH, and "#502 not found" meant SERVER.
#[tokio::test(start_paused = true)]
async fn codes_come_from_types_and_not_from_text() {
    for (fault, code) in [
        (Fault::status(401, "Bad credentials"), "AUTH"),
        (Fault::field_error("FORBIDDEN", "Resource not accessible by integration"), "AUTH"),
        (Fault::field_error("NOT_FOUND", "Could not resolve the author of #502"), "NOT_FOUND"),
        (Fault::field_error("UNPROCESSABLE", "author: not found (502)"), "VALIDATION"),
        (Fault::field_error("UNPROCESSABLE", "was submitted too quickly"), "RATE_LIMIT"),
        (Fault::status(422, "rate limit of the author"), "VALIDATION"),
        (Fault::status(500, "not found"), "SERVER"),
        (Fault::Drop { when: When::Before }, "NETWORK"),
    ] {
        let harness = paused(|builder| builder.max_wait(std::time::Duration::ZERO)).await;
        let step = json!({"task": "issue.comments.create", "input": {"issueId": harness.id(1), "body": "x"}});
        harness.sandbox.inject(fault.clone());
        assert_eq!(harness.task(step).await["error"]["code"], code, "{fault:?}");
    }
}

/// Lists within a result were cut at 20 or 50 elements.
#[tokio::test]
async fn lists_are_not_cut_silently() {
    let harness = Harness::start().await;
    let labels: Vec<String> = (1..=60).map(|number| format!("label-{number:03}")).collect();
    let input = json!({"issue": "acme/many-labels#1", "labels": labels});
    let envelope = harness.task(json!({"task": "issue.labels.add", "input": input})).await;
    assert_eq!(envelope["data"]["labels"], json!(labels));
    let list = |after: Value| json!({"task": "repo.labels.list", "input": {"repo": "acme/many-labels", "first": 100, "after": after}});
    let (mut after, mut pages) = (Value::Null, Vec::new());
    loop {
        let page = harness.task(list(after)).await["data"].take();
        pages.push(page["items"].as_array().unwrap().len());
        after = page["pageInfo"]["endCursor"].clone();
        if page["pageInfo"]["hasNextPage"] == false {
            break;
        }
    }
    assert_eq!(pages, [100, 100, 50]);
}

/// Documentation promised defaults that were not sent.
#[tokio::test]
async fn defaults_are_sent() {
    let harness = Harness::start().await;
    harness
        .chain(json!([
            {"task": "issue.list", "input": {"repo": "acme/widgets"}},
            {"task": "pr.list", "input": {"repo": "acme/widgets"}},
        ]))
        .await;
    let sent: Vec<Value> =
        harness.sandbox.requests()[0].variables.clone().unwrap().as_object().unwrap().values().cloned().collect();
    assert!(
        sent.contains(&json!(30)) && sent.iter().filter(|value| **value == json!(["OPEN"])).count() == 2,
        "{sent:?}"
    );
    let merge = harness.task(json!({"task": "pr.merge", "input": {"pr": "acme/widgets#7"}})).await;
    assert_eq!(merge["data"]["merged"], true, "{merge:#}");
    let variables = harness.sandbox.requests().pop().unwrap().variables.unwrap();
    assert!(variables.as_object().unwrap().values().any(|value| value == "MERGE"), "{variables}");
}

/// Documentation promised that a write could be repeated when it could not.
#[tokio::test]
async fn idempotent_writes_can_be_repeated() {
    for row in all_rows().await.into_iter().filter(Row::writes) {
        let harness = Harness::start().await;
        harness.task(row.step()).await;
        let state =
            |harness: &Harness| (harness.sandbox.issues("acme/widgets"), harness.sandbox.pull("acme/widgets", 7));
        let once = state(&harness);
        harness.task(row.step()).await;
        let idempotent = ghx::capability::find(ghx::ALL, row.task).unwrap().card.idempotent;
        assert!(!idempotent || state(&harness) == once, "{row:?} twice is not once");
    }
}
