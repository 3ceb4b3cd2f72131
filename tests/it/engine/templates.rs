//! `{{…}}` in the inputs of a chain: references, mistyped references, and raw text.

use serde_json::{Value, json};

use super::harness::{Harness, codes};

fn comments(harness: &Harness, issue: u32) -> Vec<String> {
    let issue = harness.sandbox.issue("acme/widgets", issue).unwrap();
    issue.comments.into_iter().map(|comment| comment.body).collect()
}

fn comment(issue: u32, body: &str) -> Value {
    json!({"task": "issue.comments.create", "input": {"issue": format!("acme/widgets#{issue}"), "body": body}})
}

fn view(id: &str, issue: u32) -> Value {
    json!({"task": "issue.view", "id": id, "input": {"issue": format!("acme/widgets#{issue}")}})
}

/// The first problem of a step of a chain that is refused before anything is sent.
async fn problem(steps: Value, step: usize) -> (String, String) {
    let harness = Harness::start().await;
    let envelope = harness.chain(steps).await;
    assert_eq!((&envelope["meta"]["http_calls"], harness.calls()), (&json!(0), 0), "{envelope:#}");
    let problem = &envelope["results"][step]["error"]["details"]["problems"][0];
    let text = |name: &str| problem[name].as_str().unwrap_or_else(|| panic!("{envelope:#}")).to_owned();
    (text("pointer"), text("message"))
}

/// Such braces were once posted as text.
#[tokio::test]
async fn braces_that_begin_with_a_step_are_references_or_refused() {
    for (id, braces) in [
        ("n", "{{n}}"),
        ("n", "{{n .url}}"),
        ("n", "{{n.url"),
        ("n", "{{n.url}"),
        ("n", "{{n.labels[]}}"),
        ("n", "{{n | count}}"),
        ("n", "${{ n }}"),
        ("n", "{{0}}"),
        ("né", "{{né.url}}"),
    ] {
        let (pointer, message) = problem(json!([view(id, 1), comment(2, &format!("See {braces}"))]), 1).await;
        assert_eq!(pointer, "/body", "{braces}");
        let name = braces.trim_start_matches(['$', '{', ' ']).split(['.', '}', ' ']).next().unwrap();
        let fix = format!("write {{{{{name}.FIELD}}}} or {{{{{name}.LIST[0]}}}}; issue.view gives id, number");
        assert!(message.contains(braces.trim_start_matches('$')) && message.contains(&fix), "{message}");
        assert!(message.contains("put a backslash before them, or `\"raw\": true` on the step"), "{message}");
    }
}

#[tokio::test]
async fn one_mistake_is_one_problem_whatever_the_type_of_the_input() {
    let harness = Harness::start().await;
    for braces in ["{{n}}", "{{nope.number}}"] {
        let input = json!({"owner": "acme", "name": "widgets", "issueNumber": braces});
        let envelope = harness.chain(json!([view("n", 1), {"task": "issue.view", "input": input}])).await;
        let problems = envelope["results"][1]["error"]["details"]["problems"].as_array().unwrap();
        assert_eq!((problems.len(), &problems[0]["pointer"]), (1, &json!("/issueNumber")), "{problems:?}");
    }
}

#[tokio::test]
async fn an_id_that_cannot_be_referred_to_is_refused() {
    for (id, grammar) in [
        ("né", "an id consists of letters (a to z), digits, `-` and `_`"),
        ("a b", "an id consists of letters (a to z), digits, `-` and `_`"),
        ("a.b", "an id consists of letters (a to z), digits, `-` and `_`"),
        ("7", "a number means the position of a step"),
        ("item", "`item`, `index` and `input` are reserved"),
    ] {
        let (pointer, message) = problem(json!([view(id, 1), comment(2, "x")]), 0).await;
        assert_eq!(pointer, "");
        let expected = format!("the step has an id that references cannot use: `{id}` ({grammar}");
        assert!(message.starts_with(&expected), "{message}");
    }
}

#[tokio::test]
async fn elements_of_lists_are_references_with_types() {
    let harness = Harness::start().await;
    let list = json!({"task": "issue.list", "id": "all", "input": {"repo": "acme/widgets", "first": 2}});
    let envelope = harness
        .chain(json!([
            view("old", 3),
            list,
            comment(6, "{{old.labels[0]}} of {{old.labels[1]}}"),
            {"task": "issue.comments.create", "input": {"issueId": "{{all.items[1].id}}", "body": "{{all.items[1].title}}"}},
        ]))
        .await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    assert_eq!(comments(&harness, 6), ["docs of triage"]);
    let second = &envelope["results"][1]["data"]["items"][1];
    let number = u32::try_from(second["number"].as_u64().unwrap()).unwrap();
    assert_eq!(comments(&harness, number).last().unwrap(), second["title"].as_str().unwrap());

    for (input, expected) in [
        (
            json!({"issueId": "{{all.items[0].number}}", "body": "x"}),
            "`issueId` needs the node id of an issue, but {{all.items[0].number}} is an integer",
        ),
        (
            json!({"issue": "acme/widgets#1", "body": "{{all.items}}"}),
            "`body` needs a string, but {{all.items}} is a list of objects",
        ),
        (
            json!({"issue": "acme/widgets#1", "body": "{{all.items.title}}"}),
            "`body` refers to {{all.items.title}}, but `items` of issue.list is a list: write `items[0]`",
        ),
        (
            json!({"issue": "acme/widgets#1", "body": "{{all.items[0].title[0]}}"}),
            "but `items[0].title` of issue.list is a single value without members",
        ),
    ] {
        let (_, message) = problem(json!([list, {"task": "issue.comments.create", "input": input}]), 1).await;
        assert!(message.contains(expected), "{message}");
    }
}

/// An index that is out of range is known only when the list is there.
#[tokio::test]
async fn a_missing_element_fails_its_step_before_sending() {
    let harness = Harness::start().await;
    let envelope = harness.chain(json!([view("old", 3), comment(6, "{{old.labels[2]}}"), comment(6, "good")])).await;
    assert_eq!(codes(&envelope), ["ok", "VALIDATION", "ok"], "{envelope:#}");
    let message = "`body`: {{old.labels[2]}} does not exist: the list has 2 elements, from [0] to [1]";
    assert_eq!(envelope["results"][1]["error"]["message"], message);
    assert_eq!(comments(&harness, 6), ["good"]);
}

/// A single task once refused such text, or dropped its backslash.
#[tokio::test]
async fn a_single_task_has_no_references() {
    let harness = Harness::start().await;
    let body = "{{ user.name }} \\{{x}} {{0.id}} {{0}} ${{ github.sha }}";
    let envelope = harness.task(comment(6, body)).await;
    assert_eq!(envelope["ok"], true, "{envelope:#}");
    assert_eq!(comments(&harness, 6), [body]);
}

#[tokio::test]
async fn only_a_raw_step_keeps_its_text_as_it_is() {
    let harness = Harness::start().await;
    let body = "{{ user.name }} \\{{x}} {{old.title}} {{old}}";
    let mut raw = comment(6, body);
    raw["raw"] = json!(true);
    let mut cooked = comment(6, "\\{{old.title}}");
    cooked["raw"] = json!(false);
    let envelope = harness.chain(json!([view("old", 3), raw, cooked])).await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    assert_eq!(comments(&harness, 6), [body, "{{old.title}}"]);
}

#[tokio::test]
async fn a_chain_of_one_step_is_still_a_chain() {
    let (pointer, message) = problem(json!([comment(6, "{{ user.name }}")]), 0).await;
    assert!(pointer == "/body" && message.contains("a step that is not in the chain: {{ user.name }}"), "{message}");
}

#[test]
fn raw_is_true_or_false() {
    let step = |raw: Value| json!({"task": "issue.view", "input": {}, "raw": raw});
    assert!(ghx::TaskRequest::from_json(&step(json!(true))).unwrap().raw);
    let error = ghx::TaskRequest::from_json(&step(json!("yes"))).unwrap_err();
    assert_eq!(error.message(), "`raw` must be true or false, not a string");
    let error = ghx::TaskRequest::from_json(&json!({"tsk": "issue.view", "task": "issue.view"})).unwrap_err();
    assert_eq!(error.message(), "`tsk` is not a key of a step (did you mean `task`?)");
}

#[tokio::test]
async fn an_id_that_two_steps_share_is_not_called_unknown() {
    let (_, message) = problem(json!([view("n", 1), view("n", 2), comment(3, "{{n.url}}")]), 2).await;
    assert_eq!(message, "`body` refers to more than one step: {{n.url}} (give each step an id of its own)");
}
