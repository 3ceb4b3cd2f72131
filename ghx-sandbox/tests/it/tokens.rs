//! Who may see and do what.

use apollo_compiler::ast::OperationType;
use ghx_sandbox::Sandbox;
use serde_json::{Value, json};

use crate::{
    client::Client,
    conformance::operations,
    operations::{declared, known_values},
};

const CLOSE: &str = "mutation($id: ID!) { closeIssue(input: { issueId: $id }) { issue { state } } }";

#[tokio::test]
async fn read_only_token_can_read() {
    let client = Client::start().await.with_token("sandbox-read-only");
    client.graphql("{ viewer { login } }", Value::Null).await.data();
    let response = client.graphql(CLOSE, json!({ "id": client.id("acme/widgets", 1) })).await;
    let error = response.first_error();
    assert_eq!(error["type"], "FORBIDDEN");
    assert_eq!(error["message"], "Resource not accessible by personal access token");
    assert_eq!(error["extensions"], json!({ "saml_failure": false }));
    assert_eq!(error["path"], json!(["closeIssue"]));
    assert_eq!(client.rest("POST", "/repos/acme/widgets/issues", json!({ "title": "x" })).await.status, 403);
    assert!(client.sandbox.writes().is_empty());
}

#[tokio::test]
async fn read_only_token_cannot_write() {
    let client = Client::start().await;
    let mut documents = Vec::new();
    for (operation, fragments) in operations() {
        if operation.operation_type == OperationType::Mutation {
            let variables = declared(&operation, &known_values(&client, operation.name.as_ref().unwrap()).await);
            documents.push((format!("{operation}{fragments}"), variables));
        }
    }
    let before = client.sandbox.issues("acme/widgets");
    let client = client.with_token("sandbox-read-only");
    for (document, variables) in documents {
        let response = client.graphql(&document, variables).await;
        for error in response.json()["errors"].as_array().unwrap() {
            assert_eq!(error["type"], "FORBIDDEN", "{document}: {error}");
        }
        assert!(response.json()["data"].as_object().unwrap().values().all(Value::is_null), "{document}");
    }
    assert!(client.sandbox.writes().is_empty());
    assert_eq!(client.sandbox.issues("acme/widgets"), before);
}

#[tokio::test]
async fn missing_scopes_refuse_the_whole_request() {
    let client = Client::start().await.with_token("sandbox-no-scopes");
    let response = client.graphql(CLOSE, json!({ "id": client.id("acme/widgets", 1) })).await;
    assert_eq!(response.first_error()["type"], "INSUFFICIENT_SCOPES");
    assert_eq!(response.first_error().get("path"), None);
    assert_eq!(response.json().get("data"), None);
    assert_eq!(response.header("x-oauth-scopes"), "");
    let rest = client.rest("POST", "/repos/acme/widgets/issues", json!({ "title": "x" })).await;
    assert_eq!(rest.status, 404);
    assert_eq!(client.get("/repos/acme/internal").await.status, 404, "private, and the token has no `repo`");
    let batch = "mutation($id: ID!) { a: closeIssue(input: { issueId: $id }) { clientMutationId } b: reopenIssue(input: { issueId: $id }) { clientMutationId } }";
    let response = client.graphql(batch, json!({ "id": client.id("acme/widgets", 1) })).await.json();
    assert_eq!(response["errors"].as_array().unwrap().len(), 2, "one for each field");
    let project = "{ viewer { projectsV2(first: 1) { totalCount } } }";
    assert_eq!(client.graphql(project, Value::Null).await.first_error()["type"], "INSUFFICIENT_SCOPES");
    assert!(client.sandbox.writes().is_empty());
}

#[tokio::test]
async fn private_repository_is_not_found() {
    let client = Client::start().await;
    let query = "{ repository(owner: \"acme\", name: \"vault\") { id } }";
    assert_eq!(client.graphql(query, Value::Null).await.first_error()["type"], "NOT_FOUND");
    assert_eq!(client.get("/repos/acme/vault").await.status, 404);
    let id = client.id("acme/vault", 1);
    let node = "query($id: ID!) { node(id: $id) { id } }";
    let error = client.graphql(node, json!({ "id": id })).await.first_error();
    assert_eq!(error["message"], format!("Could not resolve to a node with the global id of '{id}'"));
    assert_eq!(client.graphql(CLOSE, json!({ "id": id })).await.first_error()["type"], "NOT_FOUND");
    let resource = "{ resource(url: \"https://github.com/acme/vault/issues/1\") { url } }";
    assert_eq!(client.graphql(resource, Value::Null).await.first_error()["type"], "NOT_FOUND");
    let nodes = "query($id: ID!) { nodes(ids: [$id]) { id } }";
    assert_eq!(client.graphql(nodes, json!({ "id": id })).await.json()["data"], json!({ "nodes": [null] }));
    let lists = "{ search(query: \"repo:acme/vault\", type: ISSUE, first: 1) { issueCount } \
                 organization(login: \"acme\") { repository(name: \"vault\") { id } repositories(first: 50) { nodes { name } } } }";
    let data = client.graphql(lists, Value::Null).await.data();
    assert_eq!(data["search"]["issueCount"], 0);
    assert_eq!(data["organization"]["repository"], Value::Null);
    assert!(!data["organization"]["repositories"].to_string().contains("vault"));
    assert!(!client.get("/orgs/acme/repos").await.text.contains("vault"));
    for path in ["/repos/acme/vault/issues", "/repos/acme/vault/issues/1", "/repos/acme/vault/labels"] {
        assert_eq!(client.get(path).await.json()["message"], "Not Found", "{path}");
    }
    assert_eq!(client.rest("POST", "/repos/acme/vault/issues", json!({ "title": "x" })).await.status, 404);
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
async fn archived_repository_is_read_only_and_triage_cannot_merge() {
    let client = Client::start().await;
    let response = client.graphql(CLOSE, json!({ "id": client.id("acme/attic", 1) })).await;
    assert_eq!(response.first_error()["message"], "Repository was archived so is read-only.");
    let mona = client.with_token("sandbox-mona");
    let merge = "mutation($id: ID!) { mergePullRequest(input: { pullRequestId: $id }) { pullRequest { state } } }";
    let response = mona.graphql(merge, json!({ "id": mona.id("acme/widgets", 7) })).await;
    assert_eq!(response.first_error()["type"], "FORBIDDEN");
}
