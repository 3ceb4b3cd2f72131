//! Values that GitHub would refuse are found before any write runs, or as soon as they are known.

use ghx::{Chain, issue};
use serde_json::{Value, json};

use super::harness::{Harness, codes, widgets};

const TOO_LARGE: u64 = 1 << 31;

fn create() -> Value {
    json!({"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "Written too early"}})
}

/// This was once refused only after other writes had run.
#[tokio::test]
async fn too_large_numbers_are_refused_before_any_write() {
    let numbered = |name: &str| json!({"owner": "acme", "name": "widgets", name: TOO_LARGE});
    let with = |mut input: Value, name: &str, value: Value| {
        input[name] = value;
        input
    };
    for (task, input, pointer) in [
        ("issue.view", numbered("issueNumber"), "/issueNumber"),
        ("pr.view", numbered("prNumber"), "/prNumber"),
        ("issue.close", json!({"issue": format!("acme/widgets#{TOO_LARGE}")}), "/issue"),
        ("pr.close", json!({"pr": format!("https://github.com/acme/widgets/pull/{TOO_LARGE}")}), "/pr"),
        ("issue.milestone.set", json!({"issue": "acme/widgets#1", "milestoneNumber": TOO_LARGE}), "/milestoneNumber"),
        (
            "issue.relations.parent.set",
            json!({"issue": "acme/widgets#1", "parentIssueNumber": TOO_LARGE}),
            "/parentIssueNumber",
        ),
        (
            "issue.relations.parent.set",
            json!({"issue": "acme/widgets#1", "parent": format!("acme/widgets#{TOO_LARGE}")}),
            "/parent",
        ),
        ("issue.list", with(json!({"repo": "acme/widgets"}), "first", json!(TOO_LARGE)), "/first"),
    ] {
        let harness = Harness::start().await;
        let envelope = harness.chain(json!([create(), {"task": task, "input": input}])).await;
        assert_eq!(codes(&envelope), ["SKIPPED", "VALIDATION"], "{task} {input}: {envelope:#}");
        assert_eq!(envelope["results"][1]["error"]["details"]["problems"][0]["pointer"], pointer, "{envelope:#}");
        assert_eq!(harness.calls(), 0);
    }
}

#[tokio::test]
async fn typed_chains_are_as_strict() {
    let harness = Harness::start().await;
    let chain = Chain::new().step(issue::create(widgets(), "New")).step(issue::close(widgets().issue(TOO_LARGE)));
    let error = chain.run(&harness.gh).await.unwrap_err();
    let message = "step 1 (issue.close): `issueNumber` must be at most 2147483647, not 2147483648";
    assert_eq!((error.to_string().as_str(), harness.calls()), (message, 0));
}

/// Ids of workflow runs have 64 bits, which REST accepts.
#[test]
fn ids_of_runs_may_be_larger() {
    let steps = json!([{"task": "workflow.run.view", "input": {"repo": "acme/widgets", "runId": 1_u64 << 40}}]);
    let steps = ghx::TaskRequest::list_from_json(&steps).unwrap();
    assert!(ghx::task::Tasks::new(&steps).plan(50).is_ok());
}

/// A number from an output is checked as soon as the output is known.
#[tokio::test]
async fn a_too_large_referenced_number_is_not_sent() {
    let harness = Harness::start().await;
    let close = json!({"task": "issue.close", "input": {"issue": "acme/widgets#99999999{{new.number}}"}});
    let envelope = harness.chain(json!([create(), close])).await;
    assert_eq!(codes(&envelope), ["ok", "VALIDATION"], "{envelope:#}");
    let message = envelope["results"][1]["error"]["message"].as_str().unwrap();
    assert!(
        message.starts_with("`issue` is invalid: 99999999") && message.ends_with("the maximum is 2147483647"),
        "{message}"
    );
    assert_eq!((harness.calls(), harness.writes().len()), (2, 1));
}

#[tokio::test]
async fn internal_reference_objects_are_refused_before_any_write() {
    for (marker, name) in [
        (json!({"$ref": "0.id"}), "$ref"),
        (json!({"$ref": "9.id"}), "$ref"),
        (json!({"$ref": "0.id", "$as": "new.id"}), "$ref"),
        (json!({"$text": ["See ", {"$ref": "0.url"}]}), "$text"),
        (json!({"$ref": 7, "more": []}), "$ref"),
    ] {
        for (input, pointer) in [
            (json!({"issueId": marker, "labels": ["bug"]}), "/issueId"),
            (json!({"issue": "acme/widgets#1", "labels": ["bug", marker]}), "/labels/1"),
        ] {
            let harness = Harness::start().await;
            let step = json!({"task": "issue.labels.add", "input": input});
            let mut raw = step.clone();
            raw["raw"] = json!(true);
            let envelope = harness.chain(json!([create(), step, raw])).await;
            assert_eq!(codes(&envelope), ["SKIPPED", "VALIDATION", "VALIDATION"], "{envelope:#}");
            let alone = harness.task(step).await;
            for error in [&envelope["results"][1]["error"], &envelope["results"][2]["error"], &alone["error"]] {
                let problems = error["details"]["problems"].as_array().unwrap();
                assert_eq!((problems.len(), &problems[0]["pointer"]), (1, &json!(pointer)), "{error:#}");
                assert!(
                    problems[0]["message"].as_str().unwrap().contains(&format!("has a member `{name}`")),
                    "{error:#}"
                );
            }
            assert_eq!(harness.calls(), 0);
        }
    }
}

/// No card can have an input of such a name.
#[test]
fn a_nested_internal_reference_is_an_unknown_member() {
    let steps = json!([{"task": "pr.reviews.submit", "input":
        {"pr": "acme/widgets#7", "event": "COMMENT", "comments": [{"$ref": "main", "path": "a.rs", "line": 1, "body": "x"}]}}]);
    let steps = ghx::TaskRequest::list_from_json(&steps).unwrap();
    let envelope = serde_json::to_value(ghx::task::Tasks::new(&steps).plan(50).unwrap_err()).unwrap();
    let message = envelope["results"][0]["error"]["message"].as_str().unwrap();
    assert!(message.contains("`comments[0]` has a member `$ref`"), "{message}");
}
