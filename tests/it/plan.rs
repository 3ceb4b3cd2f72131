//! Plans, as text for people and as JSON for tools. Nothing is sent.

use ghx::task::{TaskRequest, Tasks};
use ghx::{Chain, Repo, issue};
use serde_json::json;

fn widgets() -> Repo {
    "acme/widgets".parse().unwrap()
}

#[test]
fn the_text_of_a_plan_has_waves_lookups_and_writes() {
    let chain = Chain::new()
        .step(issue::labels::add(widgets().issue(42), ["bug"]))
        .step(issue::labels::add(widgets().issue(42), ["bug", "docs"]))
        .step(issue::view(widgets().issue(1)))
        .step(issue::create(widgets(), "Crash"))
        .then(|(_, _, _, new)| issue::comments::create(widgets().issue(2), ghx::text!("See {}", new.url())))
        .then(|(_, _, _, new, _)| issue::close(widgets().issue(new.number())));
    let plan = chain.plan().unwrap();
    let expected = r#"wave 1
  resolve, 1 call
    look up IssueId(name: "widgets", number: 42, owner: "acme") for steps 0, 1
    look up LabelByRepository(label: "bug", name: "widgets", owner: "acme") for steps 0, 1
    look up LabelByRepository(label: "docs", name: "widgets", owner: "acme") for step 1
    look up RepositoryId(name: "widgets", owner: "acme") for step 3
    step 2 issue.view acme/widgets#1
  execute, 1 call
    step 0 issue.labels.add acme/widgets#42 labels=["bug"]
    step 1 issue.labels.add acme/widgets#42 labels=["bug","docs"]
    step 3 issue.create acme/widgets title="Crash"
wave 2
  resolve, 1 call
    look up IssueId(name: "widgets", number: 2, owner: "acme") for step 4
    look up IssueId(name: "widgets", number: "{{3.number}}", owner: "acme") for step 5
  execute, 1 call
    step 4 issue.comments.create acme/widgets#2 body="See {{3.url}}" (after step 3)
    step 5 issue.close acme/widgets#{{3.number}} (after step 3)
4 HTTP calls, at least 1 s, because writes are paced"#;
    assert_eq!(plan.to_string(), expected);
    assert!(format!("{plan:#}").contains("      | s0: addLabelsToLabelable(input: {labelableId: $s0_issueId"));
}

#[test]
fn the_json_of_a_plan_has_documents_and_variables() {
    let plan = Chain::new().step(issue::view(widgets().issue(1))).plan().unwrap();
    let json = serde_json::to_value(&plan).unwrap();
    assert_eq!(json["http_calls"], 1);
    let query = &json["waves"][0]["queries"][0];
    assert!(query["document"].as_str().unwrap().starts_with("query Ghx("));
    assert_eq!(query["root_fields"], 1);
    assert_eq!(query["variables"], json!({"v0": "acme", "v1": "widgets", "v2": 1}));
    assert_eq!(json["waves"][0]["steps"][0]["capability"], "issue.view");
}

#[test]
fn tasks_are_planned_like_typed_steps() {
    let steps = json!([
        {"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "Crash"}},
        {"task": "issue.labels.add", "input": {"issueId": "{{new.id}}", "labels": ["bug"]}},
    ]);
    let steps = TaskRequest::list_from_json(&steps).unwrap();
    let tasks = Tasks::new(&steps).plan(50).unwrap();
    let typed = Chain::new()
        .step(issue::create(widgets(), "Crash"))
        .then(|(new,)| issue::labels::add(new.id(), ["bug"]))
        .plan()
        .unwrap();
    let queries = |plan: &ghx::plan::Plan| serde_json::to_value(plan.waves()).unwrap()[1]["queries"].clone();
    let (by_id, by_position) = (queries(&tasks), queries(&typed));
    assert_eq!(by_id[0]["document"], by_position[0]["document"]);
    assert_eq!(by_id[0]["variables"], json!({"v0": "{{new.id}}", "v1": "bug"}), "as the user wrote it");
    assert_eq!(by_position[0]["variables"], json!({"v0": "{{0.id}}", "v1": "bug"}));
    assert_eq!((tasks.http_calls(), typed.http_calls()), (4, 4));
}

#[test]
fn a_limit_splits_requests() {
    let mut chain = Chain::dynamic();
    for number in 1..=120 {
        chain.push(issue::close(widgets().issue(number)));
    }
    let plan = chain.plan().unwrap();
    let wave = &plan.waves()[0];
    let roots = |requests: &[ghx::plan::PlannedRequest]| -> Vec<usize> {
        requests.iter().map(|request| request.root_fields).collect()
    };
    assert_eq!(roots(&wave.queries), [1, 1, 1], "issues of one repository share a root, 50 steps at most");
    assert_eq!(roots(&wave.mutations), [50, 50, 20]);
    assert_eq!(chain.plan_with(ghx::client::MaxBatch::Unlimited).unwrap().http_calls(), 2);
}

#[test]
fn a_number_that_is_written_into_text_is_shown_as_a_reference() {
    let steps = json!([
        {"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "Crash"}},
        {"task": "issue.comments.create", "input": {"issueId": "{{new.id}}", "body": "It is number {{new.number}}."}},
    ]);
    let steps = TaskRequest::list_from_json(&steps).unwrap();
    let plan = serde_json::to_string(&Tasks::new(&steps).plan(50).unwrap()).unwrap();
    assert!(plan.contains("It is number {{new.number}}.") && !plan.contains("2147483"), "{plan}");
}

/// Such braces were once posted as text.
#[test]
fn an_element_of_a_list_is_planned_whatever_its_index() {
    let steps = json!([
        {"task": "issue.list", "id": "all", "input": {"repo": "acme/widgets"}},
        {"task": "issue.comments.create", "input":
            {"owner": "acme", "name": "widgets", "issueNumber": "{{all.items[7].number}}", "body": "{{all.items[7].title}}"}},
    ]);
    let steps = TaskRequest::list_from_json(&steps).unwrap();
    let plan = Tasks::new(&steps).plan(50).unwrap();
    assert_eq!(plan.http_calls(), 3, "{plan}");
    assert_eq!(plan.waves()[1].lookups[0].variables["number"], "{{all.items[7].number}}");
}

/// These characters once reached a terminal unescaped.
#[test]
fn control_characters_are_escaped_for_terminals() {
    let hostile = "x\u{9b}\u{7f}\u{202e}\u{200b}";
    let chain = Chain::new().step(issue::labels::add(widgets().issue(42), [hostile]));
    let plan = chain.plan().unwrap();
    for text in [plan.to_string(), format!("{plan:#}"), chain.to_string()] {
        assert!(!text.replace('\n', "").contains(ghx::terminal::is_unsafe), "{text:?}");
        assert!(text.contains(r"x\u{9b}\u{7f}\u{202e}\u{200b}"), "{text}");
    }
    let error = ghx::Error::server(format!("refused {hostile}\nforged"));
    assert_eq!(error.to_string(), r"refused x\u{9b}\u{7f}\u{202e}\u{200b}\nforged");
    assert!(error.message().contains(hostile), "the message itself is data");
}

#[test]
fn a_plan_claims_a_duration_only_where_writes_are_paced() {
    use ghx::client::{Client, Pace};
    use ghx::plan::PlanOptions;

    let mut chain = Chain::dynamic();
    for number in 1..=3 {
        chain.push(issue::close(widgets().issue(number)));
    }
    let client =
        |url: &str, pace| Client::builder().token("t").graphql_url(url).max_batch(1).pace(pace).build().unwrap();
    let (github, local) = ("https://api.github.com/graphql", "http://127.0.0.1:1/graphql");
    for (url, pace, seconds) in
        [(github, Pace::Auto, 2), (github, Pace::Off, 0), (local, Pace::Auto, 0), (local, Pace::On, 2)]
    {
        let plan = chain.plan_with(&client(url, pace)).unwrap();
        assert_eq!((plan.http_calls(), plan.min_duration().as_secs()), (6, seconds), "{url} {pace:?}");
    }
    let off = chain.plan_with(PlanOptions::new().max_batch(1).pace(Pace::Off)).unwrap();
    assert!(off.min_duration().is_zero() && !off.to_string().contains("at least"), "{off}");
}
