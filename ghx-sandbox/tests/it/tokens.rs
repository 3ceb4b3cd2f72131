//! Who may see and do what.

use ghx_sandbox::Sandbox;
use serde_json::{Value, json};

use crate::client::Client;

const CLOSE: &str = "mutation($id: ID!) { closeIssue(input: { issueId: $id }) { issue { state } } }";

#[tokio::test]
async fn a_read_only_token_reads() {
    let client = Client::start().await.with_token("sandbox-read-only");
    client.graphql("{ viewer { login } }", Value::Null).await.data();
    let answer = client.graphql(CLOSE, json!({ "id": client.id("acme/widgets", 1) })).await;
    let error = answer.first_error();
    assert_eq!(error["type"], "FORBIDDEN");
    assert_eq!(error["message"], "Resource not accessible by personal access token");
    assert_eq!(error["extensions"], json!({ "saml_failure": false }));
    assert_eq!(error["path"], json!(["closeIssue"]));
    assert_eq!(client.rest("POST", "/repos/acme/widgets/issues", json!({ "title": "x" })).await.status, 403);
    assert!(client.sandbox.writes().is_empty());
}

#[tokio::test]
async fn missing_scopes_refuse_the_whole_request() {
    let client = Client::start().await.with_token("sandbox-no-scopes");
    let answer = client.graphql(CLOSE, json!({ "id": client.id("acme/widgets", 1) })).await;
    assert_eq!(answer.first_error()["type"], "INSUFFICIENT_SCOPES");
    assert_eq!(answer.first_error().get("path"), None);
    assert_eq!(answer.json().get("data"), None);
    assert_eq!(answer.header("x-oauth-scopes"), "");
}

#[tokio::test]
async fn a_private_repository_looks_like_nothing() {
    let client = Client::start().await;
    let query = "{ repository(owner: \"acme\", name: \"vault\") { id } }";
    assert_eq!(client.graphql(query, Value::Null).await.first_error()["type"], "NOT_FOUND");
    assert_eq!(client.get("/repos/acme/vault").await.status, 404);
    let id = client.id("acme/vault", 1);
    let node = "query($id: ID!) { node(id: $id) { id } }";
    let error = client.graphql(node, json!({ "id": id })).await.first_error();
    assert_eq!(error["message"], format!("Could not resolve to a node with the global id of '{id}'"));
    assert_eq!(client.graphql(CLOSE, json!({ "id": id })).await.first_error()["type"], "NOT_FOUND");
    let mona = client.with_token("sandbox-mona");
    assert!(mona.graphql(query, Value::Null).await.data()["repository"]["id"].is_string());
}

#[tokio::test]
async fn expired_unknown_and_absent_tokens() {
    let client = Client::start().await.with_token("sandbox-expired");
    assert_eq!(client.graphql("{ viewer { login } }", Value::Null).await.status, 401);
    let client = client.with_token("");
    assert_eq!(client.graphql("{ viewer { login } }", Value::Null).await.status, 401);
    assert_eq!(client.get("/repos/acme/widgets").await.header("x-ratelimit-limit"), "60");
    let strict = Client::of(Sandbox::builder().strict_tokens()).await.with_token("made-up");
    assert_eq!(strict.get("/user").await.status, 401);
}

#[tokio::test]
async fn an_archived_repository_is_read_only_and_mona_may_not_merge() {
    let client = Client::start().await;
    let answer = client.graphql(CLOSE, json!({ "id": client.id("acme/attic", 1) })).await;
    assert_eq!(answer.first_error()["message"], "Repository was archived so is read-only.");
    let mona = client.with_token("sandbox-mona");
    let merge = "mutation($id: ID!) { mergePullRequest(input: { pullRequestId: $id }) { pullRequest { state } } }";
    let answer = mona.graphql(merge, json!({ "id": mona.id("acme/widgets", 7) })).await;
    assert_eq!(answer.first_error()["type"], "FORBIDDEN");
}
