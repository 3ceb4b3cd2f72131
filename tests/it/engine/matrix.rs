//! Every capability: the same alone and in a chain, and what its card promises.

use ghx::capability::find;
use ghx_sandbox::Sandbox;
use serde_json::{Value, json};

use super::harness::Harness;
use super::table::{Row, all};

async fn all_rows() -> Vec<Row> {
    all(&Sandbox::start().await.unwrap())
}

/// An unrelated step that takes as many calls as the row alone, so that both together take no more.
fn beside(row: &Row, harness: &Harness) -> Value {
    let elsewhere = harness.sandbox.issue("octocat/hello-world", 1).unwrap().id;
    match (row.writes(), row.calls) {
        (false, _) => json!({"task": "repo.view", "input": {"repo": "octocat/hello-world"}}),
        (true, 1) => json!({"task": "issue.comments.create", "input": {"issueId": elsewhere, "body": "beside"}}),
        (true, _) => {
            json!({"task": "issue.comments.create", "input": {"issue": "octocat/hello-world#1", "body": "beside"}})
        }
    }
}

#[tokio::test]
async fn every_capability_has_a_row() {
    let rows = all_rows().await;
    for entry in ghx::ALL {
        let id = entry.card.id;
        assert!(rows.iter().any(|row| row.task == id), "{id} has no example, and no row in table.rs");
    }
}

#[tokio::test]
async fn alone_and_in_a_chain_the_data_is_the_same() {
    for row in all_rows().await {
        let harness = Harness::start().await;
        let alone = harness.task(row.step()).await;
        assert_eq!(alone["ok"], true, "{row:?}: {alone:#}");
        assert_eq!((harness.calls(), &alone["meta"]["http_calls"]), (row.calls, &json!(row.calls)), "{row:?}");
        let writes = harness.writes();

        let harness = Harness::start().await;
        let chain = harness.chain(json!([row.step(), beside(&row, &harness)])).await;
        assert_eq!(chain["status"], "success", "{row:?}: {chain:#}");
        assert_eq!(chain["results"][0]["data"], alone["data"], "{row:?}");
        // What has no GraphQL route shares no request with the other step, and writes after it.
        let is_batched = !row.card().operations.is_empty();
        let calls = if is_batched { row.calls } else { row.calls + row.calls.min(1) };
        assert_eq!((harness.calls(), &chain["meta"]["http_calls"]), (calls, &json!(calls)), "{row:?}");
        let in_chain = harness.writes();
        assert_eq!(in_chain.len(), writes.len() + usize::from(row.writes()), "{row:?}: {in_chain:?}");
        let kept = if is_batched { in_chain.starts_with(&writes) } else { in_chain.ends_with(&writes) };
        assert!(kept, "{row:?}: {in_chain:?} and {writes:?} alone");
    }
}

#[tokio::test]
async fn writes_write_and_reads_do_not() {
    for row in all_rows().await {
        let harness = Harness::start().await;
        harness.task(row.step()).await;
        assert_eq!(harness.writes().is_empty(), !row.writes(), "{row:?}: {:?}", harness.writes());
    }
}

#[tokio::test]
async fn outputs_fit_the_schemas_of_their_cards() {
    for row in all_rows().await {
        let card = find(ghx::ALL, row.task).unwrap().card;
        let schema: Value = serde_json::from_str(&card.output_schema()).unwrap();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        let data = Harness::start().await.task(row.step()).await["data"].take();
        let problems: Vec<String> = validator.iter_errors(&data).map(|error| error.to_string()).collect();
        assert!(problems.is_empty(), "{row:?}: {problems:?} in {data:#}");
        let names: Vec<&str> = data.as_object().unwrap().keys().map(String::as_str).collect();
        for output in card.outputs {
            assert!(!output.required || names.contains(&output.name), "{row:?}: no {} in {data:#}", output.name);
        }
        let known = |name: &&str| card.outputs.iter().any(|output| output.name == *name);
        assert!(names.iter().all(known), "{row:?}: more than the card says in {names:?}");
    }
}

#[tokio::test]
async fn inputs_fit_their_schemas_and_round_trip() {
    for row in all_rows().await {
        let entry = find(ghx::ALL, row.task).unwrap();
        let schema: Value = serde_json::from_str(&entry.card.input_schema()).unwrap();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        assert!(validator.is_valid(&row.input), "{row:?}");
        let typed = (entry.parse)(row.input()).unwrap();
        let written = typed.to_json();
        assert!(validator.is_valid(&Value::Object(written.clone())), "{row:?}: {written:?}");
        let again = (entry.parse)(&written).unwrap();
        assert_eq!(format!("{again:?}"), format!("{typed:?}"));
        assert_eq!(again.to_json(), written, "{row:?}");
    }
}
