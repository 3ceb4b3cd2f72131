//! Before anything is sent, every bad step is reported with all its problems.

use serde_json::{Value, json};

use super::harness::{Harness, codes};

/// Runs a chain that must be refused, and gives the problems of each step: pointer and message.
async fn refused(steps: Value) -> Vec<Vec<(String, String)>> {
    let harness = Harness::start().await;
    let envelope = harness.chain(steps).await;
    assert_eq!((&envelope["status"], &envelope["meta"]["http_calls"]), (&json!("failed"), &json!(0)), "{envelope:#}");
    assert_eq!(harness.calls(), 0);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let problem = |problem: &Value| (text(&problem["pointer"]), text(&problem["message"]));
    let problems = |result: &Value| match result["error"]["details"]["problems"].as_array() {
        Some(problems) => problems.iter().map(problem).collect(),
        None => vec![(text(&result["error"]["code"]), text(&result["error"]["message"]))],
    };
    envelope["results"].as_array().unwrap().iter().map(problems).collect()
}

fn view() -> Value {
    json!({"task": "issue.view", "id": "good", "input": {"issue": "acme/widgets#1"}})
}

fn create(id: &str) -> Value {
    json!({"task": "issue.create", "id": id, "input": {"repo": "acme/widgets", "title": "New"}})
}

#[tokio::test]
async fn every_bad_step_is_reported_and_the_others_are_skipped() {
    let harness = Harness::start().await;
    let envelope = harness
        .chain(json!([
            {"task": "issue.lables.add", "input": {}},
            view(),
            {"task": "issue.labels.add", "input": {"issue": "acme/widgets#1", "labels": []}},
            {"task": "issue.comments.create", "input": {"issueId": "{{nwe.id}}", "body": "x"}},
            create("new"),
        ]))
        .await;
    assert_eq!(codes(&envelope), ["VALIDATION", "SKIPPED", "VALIDATION", "VALIDATION", "SKIPPED"], "{envelope:#}");
    assert_eq!((&envelope["meta"]["http_calls"], harness.calls()), (&json!(0), 0));
    let message = envelope["results"][0]["error"]["message"].as_str().unwrap();
    assert!(message.contains("`issue.lables.add`") && message.contains("`issue.labels.add`"), "{message}");
    let message = envelope["results"][3]["error"]["message"].as_str().unwrap();
    assert!(message.contains("`new`"), "{message}");
}

#[tokio::test]
async fn every_invalid_field_is_reported_with_its_pointer() {
    let harness = Harness::start().await;
    let input = json!({"owner": "acme", "name": "widgets", "issueNumber": true, "labels": ["bug", 7, ""], "lables": 1});
    let envelope = harness.chain(json!([{"task": "issue.labels.add", "input": input}, view()])).await;
    let mut problems = envelope["results"][0]["error"]["details"]["problems"].as_array().unwrap().clone();
    problems.sort_by_key(|problem| problem["pointer"].to_string());
    let short = |problem: &Value| {
        [&problem["pointer"], &problem["expected"], &problem["given"]].map(|text| text.as_str().unwrap().to_owned())
    };
    let found: Vec<[String; 3]> = problems.iter().map(short).collect();
    let pointers: Vec<&str> = found.iter().map(|[pointer, ..]| pointer.as_str()).collect();
    assert_eq!(pointers, ["/issueNumber", "/labels/1", "/labels/2", "/lables"], "{problems:#?}");
    assert_eq!(found[0][1..], ["an integer", "true"]);
    assert_eq!(found[1][1..], ["a string", "the number 7"]);
    assert!(problems[3]["message"].as_str().unwrap().contains("`labels`"), "{}", problems[3]);
}

#[tokio::test]
async fn types_are_strict() {
    for (field, given, hint) in [
        ("issueNumber", json!(true), ""),
        ("issueNumber", json!("42"), "42"),
        ("issueNumber", json!(4.5), ""),
        ("issueNumber", json!(0), ""),
        ("body", json!(false), ""),
        ("body", json!(null), ""),
        ("body", json!(["x"]), ""),
    ] {
        let mut input = json!({"owner": "acme", "name": "widgets", "issueNumber": 42, "body": "text"});
        input[field] = given.clone();
        let problems = refused(json!([{"task": "issue.comments.create", "input": input}, view()])).await;
        let (pointer, message) = &problems[0][0];
        assert_eq!((problems[0].len(), pointer), (1, &format!("/{field}")), "{given}: {problems:?}");
        assert!(message.contains(hint), "{message}");
        assert_eq!(problems[1][0].0, "SKIPPED");
    }
}

#[tokio::test]
async fn a_single_task_is_as_strict() {
    let harness = Harness::start().await;
    let input = json!({"owner": "acme", "name": "widgets", "issueNumber": "42"});
    let envelope = harness.task(json!({"task": "issue.view", "input": input})).await;
    assert_eq!((&envelope["ok"], &envelope["error"]["code"]), (&json!(false), &json!("VALIDATION")), "{envelope:#}");
    assert_eq!((&envelope["meta"]["http_calls"], harness.calls()), (&json!(0), 0));
    let envelope = harness.task(json!({"task": "isue.view", "input": {}})).await;
    assert!(envelope["error"]["message"].as_str().unwrap().contains("`issue.view`"), "{envelope:#}");
    assert_eq!(envelope["meta"]["capability_id"], "isue.view");
}

#[tokio::test]
async fn exactly_one_form_of_a_subject_must_be_given() {
    for input in [
        json!({}),
        json!({"issue": "acme/widgets#1", "issueId": "I_1"}),
        json!({"issue": "acme/widgets#1", "owner": "acme", "name": "widgets", "issueNumber": 1}),
        json!({"owner": "acme", "issueNumber": 1}),
        json!({"issue": "https://github.com/acme/widgets/pull/7"}),
        json!({"issue": "acme#1"}),
    ] {
        let problems = refused(json!([{"task": "issue.view", "input": input}, view()])).await;
        assert_ne!(problems[0][0].0, "SKIPPED", "{input}: {problems:?}");
    }
}

#[tokio::test]
async fn a_reference_must_fit_its_place() {
    let comment =
        json!({"task": "issue.comments.create", "id": "c", "input": {"issue": "acme/widgets#1", "body": "x"}});
    let pull = json!({"task": "pr.view", "id": "p", "input": {"pr": "acme/widgets#7"}});
    for (input, pointer, words) in [
        (
            json!({"issueId": "{{c.id}}", "labels": ["bug"]}),
            "/issueId",
            vec!["needs an issue, but {{c.id}} is an issue comment"],
        ),
        (
            json!({"issueId": "{{p.id}}", "labels": ["bug"]}),
            "/issueId",
            vec!["needs an issue, but {{p.id}} is a pull request"],
        ),
        (json!({"issueId": "{{p.number}}", "labels": ["bug"]}), "/issueId", vec!["integer"]),
        (
            json!({"owner": "acme", "name": "widgets", "issueNumber": "{{p.id}}", "labels": ["bug"]}),
            "/issueNumber",
            vec!["integer"],
        ),
        (
            json!({"issue": "acme/widgets#1", "labels": "{{p.title}}"}),
            "/labels",
            vec!["needs a list of strings, but {{p.title}} is a string"],
        ),
        (json!({"issue": "acme/widgets#1", "labels": ["{{p.isDraft}}"]}), "/labels/0", vec!["boolean", "string"]),
        (json!({"issue": "acme/widgets#1", "labels": ["x {{p.labels}}"]}), "/labels/0", vec!["text"]),
    ] {
        let step = json!({"task": "issue.labels.add", "input": input});
        let problems = refused(json!([comment, pull, step])).await;
        let (found, message) = &problems[2][0];
        assert_eq!((problems[2].len(), found.as_str()), (1, pointer), "{input}: {problems:?}");
        assert!(words.iter().all(|word| message.contains(word)), "{message}");
    }
}

#[tokio::test]
async fn an_output_that_does_not_exist_is_refused_with_a_suggestion() {
    let comment =
        |body: &str| json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": body}});
    let problems =
        refused(json!([create("new"), comment("{{new.nubmer}}"), comment("see {{new.milestone.title}}")])).await;
    assert_eq!(problems[1][0].0, "/body");
    assert!(problems[1][0].1.contains("`nubmer`") && problems[1][0].1.contains("`number`"), "{problems:?}");
    assert!(problems[2][0].1.contains("`milestone`"), "{problems:?}");
}

#[tokio::test]
async fn an_unknown_step_is_refused() {
    let step = |after: Value| json!({"task": "issue.view", "input": {"issue": "acme/widgets#1"}, "after": after});
    let problems = refused(json!([create("new"), step(json!(["nwe"])), step(json!(["9"]))])).await;
    assert_eq!(problems[0][0].0, "SKIPPED");
    assert!(problems[1][0].1.contains("`nwe`") && problems[2][0].1.contains("`9`"), "{problems:?}");
}

#[tokio::test]
async fn a_cycle_is_refused() {
    let step = |id: &str, of: &str| json!({"task": "issue.comments.create", "id": id, "input": {"issue": "acme/widgets#1", "body": format!("{{{{{of}.url}}}}")}});
    let problems = refused(json!([step("a", "b"), step("b", "a"), view(), step("c", "a")])).await;
    let codes: Vec<&str> = problems.iter().map(|problems| problems[0].0.as_str()).collect();
    assert_eq!((codes[0], codes[1], codes[2]), ("VALIDATION", "VALIDATION", "SKIPPED"), "{problems:?}");
    let problems = refused(json!([step("a", "a"), view()])).await;
    assert_eq!(problems[0][0].0, "VALIDATION", "a step cannot wait for itself");
}

#[tokio::test]
async fn a_cycle_is_reported_with_other_problems() {
    let step = |id: &str, of: &str| json!({"task": "issue.comments.create", "id": id, "input": {"issue": "acme/widgets#1", "body": format!("{{{{{of}.url}}}}")}});
    let bad = json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": 1}});
    let problems = refused(json!([step("a", "b"), step("b", "a"), bad])).await;
    let codes: Vec<&str> = problems.iter().map(|problems| problems[0].0.as_str()).collect();
    assert_eq!(codes, ["VALIDATION", "VALIDATION", "/body"], "{problems:?}");
}

#[tokio::test]
async fn two_steps_cannot_share_an_id() {
    let problems = refused(json!([create("new"), create("new"), view()])).await;
    assert!(problems[0][0].1.contains("`new`") && problems[1][0].1.contains("`new`"), "{problems:?}");
    assert_eq!(problems[2][0].0, "SKIPPED");
}
