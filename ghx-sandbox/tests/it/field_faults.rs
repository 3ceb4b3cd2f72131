//! Faults of single root fields: one alias of a batch fails, the others do not.

use ghx_sandbox::{Fault, FaultRule, On, When};
use serde_json::{Value, json};

use crate::{
    client::{Client, Received},
    faults::{comments, with},
};

const BATCH: &str = "mutation Batch($id: ID!) {
  s0: addComment(input: { subjectId: $id, body: \"0\" }) { commentEdge { node { body } } }
  s1: addComment(input: { subjectId: $id, body: \"1\" }) { commentEdge { node { body } } }
  s2: closeIssue(input: { issueId: $id }) { issue { state } }
}";

async fn batch(client: &Client) -> Received {
    client.graphql(BATCH, json!({ "id": client.id("acme/widgets", 2) })).await
}

fn written(body: &str) -> Value {
    json!({ "commentEdge": { "node": { "body": body } } })
}

fn written_keys(client: &Client) -> Vec<String> {
    client.sandbox.writes().into_iter().filter_map(|write| write.response_key).collect()
}

#[tokio::test]
async fn custom_error_on_one_field() {
    let client =
        with(FaultRule::new(Fault::field_error("FORBIDDEN", "Resource not accessible by integration")).root(1)).await;
    let response = batch(&client).await;
    assert_eq!(response.status, 200);
    let closed = json!({ "issue": { "state": "CLOSED" } });
    assert_eq!(response.json()["data"], json!({ "s0": written("0"), "s1": null, "s2": closed }));
    assert_eq!(
        response.json()["errors"],
        json!([{
            "type": "FORBIDDEN",
            "message": "Resource not accessible by integration",
            "path": ["s1"],
            "locations": [{ "line": 3, "column": 3 }],
            "extensions": { "saml_failure": false },
        }])
    );
    assert_eq!(written_keys(&client), ["s0", "s2"]);
    assert_eq!(comments(&client), 1);
}

#[tokio::test]
async fn custom_error_without_type_in_a_query() {
    let message = "Something unheard of".to_owned();
    let client = with(FaultRule::new(Fault::FieldError { kind: None, message }).root("b")).await;
    let query = "{ a: user(login: \"mona\") { login } b: user(login: \"hubot\") { login } }";
    let response = client.graphql(query, Value::Null).await;
    assert_eq!(response.json()["data"], json!({ "a": { "login": "mona" }, "b": null }));
    let error = response.first_error();
    assert_eq!((error.get("type"), &error["path"]), (None, &json!(["b"])));
}

#[tokio::test]
async fn too_quickly_on_one_field() {
    let client = with(FaultRule::new(Fault::TooQuickly).root(0).root(2)).await;
    let response = batch(&client).await.json();
    assert_eq!(response["data"], json!({ "s0": null, "s1": written("1"), "s2": null }));
    let paths: Vec<&Value> = response["errors"].as_array().unwrap().iter().map(|error| &error["path"]).collect();
    assert_eq!(paths, [&json!(["s0"]), &json!(["s2"])], "a named field need not create anything");
    assert_eq!(written_keys(&client), ["s1"]);
}

#[tokio::test]
async fn below_payload_on_one_field() {
    let client = with(FaultRule::new(Fault::BelowPayload).root("s1")).await;
    let response = batch(&client).await;
    let closed = json!({ "issue": { "state": "CLOSED" } });
    assert_eq!(response.json()["data"], json!({ "s0": written("0"), "s1": { "commentEdge": null }, "s2": closed }));
    assert_eq!(response.first_error()["path"], json!(["s1", "commentEdge"]));
    assert_eq!(written_keys(&client), ["s0", "s1", "s2"]);
}

#[tokio::test]
async fn silent_null_on_one_field() {
    for (when, keys) in [(When::Before, vec!["s0", "s2"]), (When::After, vec!["s0", "s1", "s2"])] {
        let client = with(FaultRule::new(Fault::SilentNull { when }).root(1)).await;
        let response = batch(&client).await;
        assert_eq!(response.data()["s1"], Value::Null);
        assert_eq!(response.data()["s0"], written("0"));
        assert_eq!(written_keys(&client), keys);
    }
    let client = with(FaultRule::new(Fault::SilentNull { when: When::Before }).root(0)).await;
    let query = "{ a: user(login: \"mona\") { login } b: user(login: \"hubot\") { login } }";
    assert_eq!(client.graphql(query, Value::Null).await.data(), json!({ "a": null, "b": { "login": "hubot" } }));
}

#[tokio::test]
async fn limits_and_scopes_on_one_field() {
    let client = with(FaultRule::new(Fault::ResourceLimits { after: 0 }).root(1)).await;
    let response = batch(&client).await;
    assert_eq!(response.first_error()["path"], json!(["s1"]));
    assert_eq!(response.json()["data"]["s0"], written("0"));
    client.sandbox.inject(FaultRule::new(Fault::InsufficientScopes { scope: "project".to_owned() }).root("s2"));
    let response = batch(&client).await.json();
    assert_eq!(response["errors"][0]["locations"], json!([{ "line": 4, "column": 3 }]));
    assert_eq!((response["errors"].as_array().unwrap().len(), response.get("data")), (1, None));
}

#[tokio::test]
async fn rule_stays_armed_until_its_field_is_requested() {
    let client = with(FaultRule::new(Fault::field_error("NOT_FOUND", "gone")).root("s2").on(On::Mutation)).await;
    let other = "mutation($id: ID!) { s9: closeIssue(input: { issueId: $id }) { issue { state } } }";
    client.graphql(other, json!({ "id": client.id("acme/widgets", 1) })).await.data();
    assert_eq!(client.get("/user").await.status, 200);
    assert_eq!(batch(&client).await.first_error()["path"], json!(["s2"]));
    batch(&client).await.data();
}

#[tokio::test]
async fn root_selectors_over_http() {
    let client = Client::start().await;
    for root in [json!(1), json!("s1"), json!([1]), json!(["s1"])] {
        let rule = json!({ "fault": "field_error", "type": "UNPROCESSABLE", "message": "no", "root": root });
        assert_eq!(client.rest("POST", "/_sandbox/faults", rule).await.status, 204);
        assert_eq!(batch(&client).await.first_error()["path"], json!(["s1"]));
    }
}

#[test]
fn every_fault_in_the_readme_parses() {
    let readme = include_str!("../../README.md");
    let rules: Vec<&str> = readme.split('`').filter(|text| text.starts_with("{\"fault\"")).collect();
    let names: std::collections::BTreeSet<String> = rules
        .iter()
        .map(|rule| serde_json::to_value(rule.parse::<FaultRule>().unwrap()).unwrap()["fault"].to_string())
        .collect();
    assert_eq!((rules.len(), names.len()), (20, 20));
}
