//! The faults that made others distrust such tools, by the numbers that the project gave them: none of them is ours.

use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, When};
use serde_json::{Value, json};

use super::clock::paused;
use super::replay::{record, replay};
use super::table::{Row, rows};
use super::world::{World, codes, in_short};

fn comment(issue: u32, body: &str) -> Value {
    json!({"task": "issue.comments.create", "input": {"issue": format!("acme/widgets#{issue}"), "body": body}})
}

fn view(issue: u32) -> Value {
    json!({"task": "issue.view", "input": {"issue": format!("acme/widgets#{issue}")}})
}

fn label(issue: u32) -> Value {
    json!({"task": "issue.labels.add", "input": {"issue": format!("acme/widgets#{issue}"), "labels": ["bug"]}})
}

fn comments(world: &World, issue: u32, body: &str) -> usize {
    let issue = world.sandbox.issue("acme/widgets", issue).unwrap();
    issue.comments.iter().filter(|comment| comment.body == body).count()
}

async fn all_rows() -> Vec<Row> {
    rows(&World::start().await.sandbox)
}

#[tokio::test]
async fn fault_01_a_write_that_was_done_is_reported_as_done() {
    for row in all_rows().await.into_iter().filter(Row::writes) {
        let world = World::start().await;
        let envelope = world.task(row.step()).await;
        assert_eq!((&envelope["ok"], world.writes().is_empty()), (&json!(true), false), "{row:?}: {envelope:#}");
    }
}

#[tokio::test]
async fn fault_02_two_steps_of_two_root_fields_sink_nobody() {
    let world = World::start().await;
    let close =
        |pull: u32| json!({"task": "pr.close", "input": {"pr": format!("acme/widgets#{pull}"), "comment": "Bye"}});
    let plain = json!({"task": "pr.close", "input": {"pr": "acme/widgets#10"}});
    let envelope = world.chain(json!([close(7), close(8), plain, comment(1, "beside")])).await;
    assert_eq!(codes(&envelope), ["ok"; 4], "{envelope:#}");
    for pull in [7, 8, 10] {
        assert_eq!(world.sandbox.issue("acme/widgets", pull).unwrap().state, "CLOSED");
        assert_eq!(comments(&world, pull, "Bye"), usize::from(pull != 10));
    }
}

#[tokio::test(start_paused = true)]
async fn fault_03_a_comment_is_not_posted_twice_after_a_502() {
    let lost = Fault::Gateway { status: 502, body: GatewayBody::Html, when: When::After };
    let world = paused(|builder| builder).await.arm(FaultRule::new(lost).on(On::Mutation));
    let envelope = world.chain(json!([comment(1, "once"), view(1)])).await;
    assert_eq!(in_short(&envelope["results"][0]["error"]), "SERVER unknown");
    assert_eq!((comments(&world, 1, "once"), &envelope["results"][1]["ok"]), (1, &json!(true)));
}

#[tokio::test(start_paused = true)]
async fn fault_03_a_reply_is_not_posted_twice_because_reading_it_failed() {
    let world = paused(|builder| builder).await.arm(Fault::BelowPayload);
    let thread = world.sandbox.pull("acme/widgets", 7).unwrap().threads[0].clone();
    let step = json!({"task": "pr.threads.reply", "input": {"threadId": thread.id, "body": "once"}});
    assert_eq!(in_short(&world.task(step).await["error"]), "SERVER applied");
    let after = world.sandbox.pull("acme/widgets", 7).unwrap().threads[0].comments.len();
    assert_eq!((after, world.calls()), (thread.comments.len() + 1, 1));
}

#[tokio::test]
async fn fault_04_the_writes_of_a_chain_return_their_data() {
    let world = World::start().await;
    let create = |title: &str| json!({"task": "issue.create", "input": {"repo": "acme/widgets", "title": title}});
    let envelope = world.chain(json!([create("one"), create("two")])).await;
    for (step, title) in ["one", "two"].iter().enumerate() {
        let number = envelope["results"][step]["data"]["number"].as_u64().unwrap();
        let issue = world.sandbox.issue("acme/widgets", u32::try_from(number).unwrap()).unwrap();
        assert_eq!((issue.title.as_str(), &envelope["results"][step]["data"]["id"]), (*title, &json!(issue.id)));
    }
}

#[tokio::test(start_paused = true)]
async fn fault_05_null_without_an_error_is_no_success_and_no_error_is_dropped() {
    let world = paused(|builder| builder)
        .await
        .arm(FaultRule::new(Fault::SilentNull { when: When::Before }).on(On::Mutation).root("s0"))
        .arm(FaultRule::new(Fault::field_error("FORBIDDEN", "Locked")).on(On::Mutation).root("s1"))
        .arm(FaultRule::new(Fault::Unexplained { keeps_data: true }).on(On::Mutation));
    let envelope = world.chain(json!([comment(1, "a"), comment(2, "b"), comment(3, "c")])).await;
    assert_eq!(codes(&envelope), ["SERVER", "AUTH", "ok"], "{envelope:#}");
    let message = envelope["results"][0]["error"]["message"].as_str().unwrap();
    assert!(message.contains("Something went wrong"), "{message}");
}

#[tokio::test(start_paused = true)]
async fn fault_06_errors_without_a_path_fail_no_step_that_has_data() {
    for steps in [json!([comment(1, "a"), comment(2, "b")]), json!([view(1), view(2)])] {
        let world =
            paused(|builder| builder).await.arm(FaultRule::new(Fault::Unexplained { keeps_data: true }).times(2));
        let envelope = world.chain(steps).await;
        assert_eq!(envelope["status"], "success", "{envelope:#}");
        assert!(!envelope["meta"]["warnings"].as_array().unwrap().is_empty());
    }
}

#[tokio::test]
async fn fault_08_input_is_not_coerced() {
    let world = World::start().await;
    for (input, pointer) in [
        (json!({"owner": "acme", "name": "widgets", "issueNumber": true, "body": "x"}), "/issueNumber"),
        (json!({"owner": "acme", "name": "widgets", "issueNumber": "42", "body": "x"}), "/issueNumber"),
        (json!({"issue": "acme/widgets#1", "body": false}), "/body"),
    ] {
        let envelope = world.task(json!({"task": "issue.comments.create", "input": input})).await;
        assert_eq!(envelope["error"]["details"]["problems"][0]["pointer"], pointer, "{envelope:#}");
    }
    assert_eq!(world.calls(), 0);
}

#[tokio::test]
async fn fault_11_one_missing_issue_fails_one_step_by_name() {
    let world = World::start().await;
    let envelope = world.chain(json!([comment(1, "a"), label(999), view(2)])).await;
    assert_eq!(codes(&envelope), ["ok", "NOT_FOUND", "ok"]);
    assert!(envelope["results"][1]["error"]["message"].as_str().unwrap().contains("acme/widgets#999"));
    assert_eq!(world.writes(), ["addComment"]);
}

#[tokio::test]
async fn fault_11_one_invalid_input_is_named_and_the_others_say_that_they_were_not_run() {
    let world = World::start().await;
    let bad = json!({"task": "issue.labels.add", "input": {"issue": "acme/widgets#1", "labels": []}});
    let envelope = world.chain(json!([comment(1, "a"), bad])).await;
    assert_eq!(codes(&envelope), ["SKIPPED", "VALIDATION"]);
    assert!(envelope["results"][1]["error"]["message"].as_str().unwrap().contains("`labels`"), "{envelope:#}");
    assert_eq!(world.calls(), 0);
}

#[tokio::test]
async fn fault_12_equal_lookups_are_sent_once() {
    let world = World::start().await;
    let envelope = world.chain((0..10).map(|_| label(42)).collect()).await;
    assert_eq!((&envelope["status"], world.calls()), (&json!("success"), 2));
    let query = &world.documents()[0];
    assert_eq!((query.matches(" label(").count(), query.matches(" issueOrPullRequest(").count()), (1, 1), "{query}");
}

#[tokio::test]
async fn fault_13_five_hundred_steps_go_out_in_requests_of_a_bearable_size() {
    let world = World::start().await;
    let id = world.id(1);
    let step = |at: usize| json!({"task": "issue.comments.create", "input": {"issueId": id, "body": format!("{at}")}});
    let envelope = world.chain((0..500).map(step).collect()).await;
    assert_eq!((&envelope["status"], world.calls(), world.writes().len()), (&json!("success"), 10, 500));
    let largest = world.sandbox.requests().iter().map(|request| request.body.len()).max().unwrap();
    assert!(largest < 20_000, "{largest} bytes");
}

#[tokio::test]
async fn fault_14_a_repository_of_many_labels_can_be_labelled() {
    let world = World::start().await;
    let input = json!({"issue": "acme/many-labels#1", "labels": ["label-250"]});
    let envelope = world.task(json!({"task": "issue.labels.set", "input": input})).await;
    assert_eq!((&envelope["data"]["labels"], world.calls()), (&json!(["label-250"]), 2), "{envelope:#}");
}

#[tokio::test]
async fn fault_15_reads_and_writes_have_an_order() {
    let world = World::start().await;
    let close = json!({"task": "issue.close", "id": "close", "input": {"issue": "acme/widgets#1"}});
    let mut later = view(1);
    later["after"] = json!(["close"]);
    let envelope = world.chain(json!([close, view(1), later])).await;
    assert_eq!(envelope["results"][1]["data"]["state"], "OPEN", "a read sees the state before its wave's writes");
    assert_eq!(envelope["results"][2]["data"]["state"], "CLOSED");
}

#[tokio::test]
async fn fault_16_a_capability_takes_no_more_calls_alone_than_in_a_chain() {
    for (row, calls) in [(view(1), 1), (comment(1, "a"), 2), (label(1), 2)] {
        let alone = World::start().await;
        alone.task(row.clone()).await;
        let chain = World::start().await;
        chain.chain(json!([row, row])).await;
        assert_eq!((alone.calls(), chain.calls()), (calls, calls), "{row}");
    }
}

#[tokio::test(start_paused = true)]
async fn fault_17_codes_come_from_types_and_not_from_text() {
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
        let world = paused(|builder| builder.max_wait(std::time::Duration::ZERO)).await;
        let step = json!({"task": "issue.comments.create", "input": {"issueId": world.id(1), "body": "x"}});
        world.sandbox.inject(fault.clone());
        assert_eq!(world.task(step).await["error"]["code"], code, "{fault:?}");
    }
}

#[tokio::test]
async fn fault_22_lists_are_not_cut_silently() {
    let world = World::start().await;
    let labels: Vec<String> = (1..=60).map(|number| format!("label-{number:03}")).collect();
    let input = json!({"issue": "acme/many-labels#1", "labels": labels});
    let envelope = world.task(json!({"task": "issue.labels.add", "input": input})).await;
    assert_eq!(envelope["data"]["labels"], json!(labels));
    let list = |after: Value| json!({"task": "repo.labels.list", "input": {"repo": "acme/many-labels", "first": 100, "after": after}});
    let (mut after, mut pages) = (Value::Null, Vec::new());
    loop {
        let page = world.task(list(after)).await["data"].take();
        pages.push(page["items"].as_array().unwrap().len());
        after = page["pageInfo"]["endCursor"].clone();
        if page["pageInfo"]["hasNextPage"] == false {
            break;
        }
    }
    assert_eq!(pages, [100, 100, 50]);
}

/// Another value of the same type.
fn other(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.iter_mut().filter(|(key, _)| *key != "__typename").for_each(|(_, member)| other(member));
        }
        Value::Array(items) => items.iter_mut().for_each(other),
        Value::String(text) => text.push('x'),
        Value::Number(number) => *value = json!(number.as_u64().unwrap() + 1000),
        Value::Bool(flag) => *flag = !*flag,
        Value::Null => {}
    }
}

/// The places of an output that stayed the same although all of the answer changed.
fn unchanged(before: &Value, after: &Value, pointer: &str, found: &mut Vec<String>) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            before.iter().for_each(|(key, value)| unchanged(value, &after[key], &format!("{pointer}/{key}"), found));
        }
        (Value::Array(before), Value::Array(after)) => {
            before.iter().zip(after).for_each(|(value, after)| unchanged(value, after, &format!("{pointer}/-"), found));
        }
        (Value::Null, _) => {}
        _ if before == after => found.push(pointer.to_owned()),
        _ => {}
    }
}

#[tokio::test]
async fn fault_23_no_value_is_made_up() {
    // With a filter, other answers are other items.
    for row in all_rows().await.into_iter().filter(|row| row.input.get("unresolvedOnly").is_none()) {
        let (before, mut exchanges) = record(row.step()).await;
        other(&mut exchanges.last_mut().unwrap().answer["data"]);
        let after = replay(&row.step(), exchanges).await;
        assert_eq!(after["ok"], true, "{row:?}: {after:#}");
        let mut same = Vec::new();
        unchanged(&before["data"], &after["data"], "", &mut same);
        // How many threads a page looked at is counted, and whether a comment is pending is compared: neither is read.
        same.retain(|pointer| pointer != "/scanned" && !pointer.ends_with("/pending"));
        assert!(same.is_empty(), "{row:?}: {same:?} of {}", before["data"]);
    }
}

#[tokio::test]
async fn fault_25_a_default_is_what_is_sent() {
    let world = World::start().await;
    world
        .chain(json!([
            {"task": "issue.list", "input": {"repo": "acme/widgets"}},
            {"task": "pr.list", "input": {"repo": "acme/widgets"}},
        ]))
        .await;
    let sent: Vec<Value> =
        world.sandbox.requests()[0].variables.clone().unwrap().as_object().unwrap().values().cloned().collect();
    assert!(
        sent.contains(&json!(30)) && sent.iter().filter(|value| **value == json!(["OPEN"])).count() == 2,
        "{sent:?}"
    );
    let merge = world.task(json!({"task": "pr.merge", "input": {"pr": "acme/widgets#7"}})).await;
    assert_eq!(merge["data"]["merged"], true, "{merge:#}");
    let variables = world.sandbox.requests().pop().unwrap().variables.unwrap();
    assert!(variables.as_object().unwrap().values().any(|value| value == "MERGE"), "{variables}");
}

#[tokio::test]
async fn fault_25_what_a_card_calls_idempotent_is() {
    for row in all_rows().await.into_iter().filter(Row::writes) {
        let world = World::start().await;
        world.task(row.step()).await;
        let state = |world: &World| (world.sandbox.issues("acme/widgets"), world.sandbox.pull("acme/widgets", 7));
        let once = state(&world);
        world.task(row.step()).await;
        let idempotent = ghx::capability::find(ghx::ALL, row.task).unwrap().card.idempotent;
        assert!(!idempotent || state(&world) == once, "{row:?} twice is not once");
    }
}
