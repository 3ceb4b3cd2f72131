//! Faults that replace or cut the whole response, and the one that hides new objects.

use std::time::Duration;

use ghx_sandbox::{Fault, FaultRule, On, When};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::{
    client::Client,
    faults::{COMMENT, VIEWER, comment, comments, with},
};

#[tokio::test]
async fn any_status_with_any_body() {
    for (status, reason) in [
        (401, "Unauthorized"),
        (403, "Forbidden"),
        (404, "Not Found"),
        (410, "Gone"),
        (500, "Internal Server Error"),
        (503, "Service Unavailable"),
    ] {
        let client = with(Fault::Status { status, body: Value::Null, when: When::Before }).await;
        let response = comment(&client).await;
        assert_eq!((response.status, response.json()["message"].as_str()), (status, Some(reason)));
        assert_eq!(response.json()["status"], status.to_string());
        assert_eq!(response.header("content-type"), "application/json; charset=utf-8");
        assert_eq!(comments(&client), 0);
    }
    let client = with(Fault::status(403, "Resource not accessible by integration")).await;
    let response = client.rest("POST", "/repos/acme/widgets/issues/2/comments", json!({ "body": "hi" })).await;
    assert_eq!((response.status, &response.json()["message"]), (403, &json!("Resource not accessible by integration")));
    client.sandbox.inject(Fault::Status { status: 500, body: json!("Oops"), when: When::After });
    let response = comment(&client).await;
    assert_eq!((response.status, response.text.as_str()), (500, "Oops"));
    assert_eq!(response.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(comments(&client), 1, "this time it was executed");
    let rule = json!({ "fault": "status", "status": 422, "body": { "message": "Validation Failed" }, "on": "rest" });
    client.rest("POST", "/_sandbox/faults", rule).await;
    let response = client.get("/user").await;
    assert_eq!((response.status, response.json()), (422, json!({ "message": "Validation Failed" })));
}

#[tokio::test]
async fn truncated_response_is_incomplete() {
    let client = with(FaultRule::new(Fault::Truncated).times(3)).await;
    let id = client.id("acme/widgets", 2);
    let response = client.try_graphql(COMMENT, json!({ "id": id })).await;
    let error = response.unwrap_err();
    assert!(error.is_body() || error.is_decode(), "{error:?}");
    assert_eq!(comments(&client), 1, "it was executed, once");
    let error = client.send("GET", "/repos/acme/widgets", None, &[]).await.unwrap_err();
    assert!(error.is_body() || error.is_decode(), "{error:?}");

    let (head, body) = raw(&client, "{\"query\":\"{ viewer { login } }\"}").await;
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    let whole = r#"{"data":{"viewer":{"login":"octocat"}}}"#;
    assert!(head.contains(&format!("content-length: {}\r\n", whole.len())), "{head}");
    assert_eq!(body, whole[..whole.len() / 2]);
    client.graphql(VIEWER, Value::Null).await.data();
}

/// Head and body of a response, until the connection is closed.
async fn raw(client: &Client, body: &str) -> (String, String) {
    let mut stream = tokio::net::TcpStream::connect(client.sandbox.address()).await.unwrap();
    let length = body.len();
    let request = format!(
        "POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer x\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    // The operating system decides whether this is a close or a reset.
    let _ = stream.read_to_end(&mut bytes).await;
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    (format!("{head}\r\n"), body.to_owned())
}

const NODE: &str = "query($id: ID!) { node(id: $id) { id } }";

#[tokio::test]
async fn read_delay_hides_new_issues() {
    let client = with(FaultRule::new(Fault::ReadDelay { millis: 2500 }).on(On::Field("createIssue".to_owned()))).await;
    let query = "query($o: String!, $n: String!) { repository(owner: $o, name: $n) { id } }";
    let repo = client.graphql(query, json!({ "o": "acme", "n": "widgets" })).await.data()["repository"]["id"].clone();
    let create =
        "mutation($r: ID!) { createIssue(input: { repositoryId: $r, title: \"New\" }) { issue { id number } } }";
    let issue = client.graphql(create, json!({ "r": repo })).await.data()["createIssue"]["issue"].clone();
    assert_eq!(issue["number"], 43, "its own response knows it");
    let id = &issue["id"];
    let missing = async |query: &str| {
        let error = client.graphql(query, json!({ "id": id })).await.first_error();
        assert_eq!(error["type"], "NOT_FOUND", "{query}");
    };
    missing(NODE).await;
    missing("mutation($id: ID!) { addComment(input: { subjectId: $id, body: \"x\" }) { clientMutationId } }").await;
    missing("mutation($id: ID!) { closeIssue(input: { issueId: $id }) { clientMutationId } }").await;
    missing(
        "mutation($id: ID!) { addLabelsToLabelable(input: { labelableId: $id, labelIds: [] }) { clientMutationId } }",
    )
    .await;
    let by_number = "{ repository(owner: \"acme\", name: \"widgets\") { issue(number: 43) { id } } }";
    assert_eq!(client.graphql(by_number, Value::Null).await.first_error()["type"], "NOT_FOUND");
    assert_eq!(client.get("/repos/acme/widgets/issues/43").await.status, 404);
    let comment = client.rest("POST", "/repos/acme/widgets/issues/43/comments", json!({ "body": "x" })).await;
    assert_eq!(comment.status, 404);
    assert!(client.sandbox.issue("acme/widgets", 43).unwrap().comments.is_empty());
    tokio::time::sleep(Duration::from_millis(2600)).await;
    assert_eq!(client.graphql(NODE, json!({ "id": id })).await.data()["node"]["id"], *id);
    assert_eq!(client.sandbox.writes().len(), 1);
}

#[tokio::test]
async fn read_delay_hides_new_labels_and_comments() {
    let client = with(FaultRule::new(Fault::ReadDelay { millis: 60_000 }).times(2)).await;
    let label = client.rest("POST", "/repos/acme/widgets/labels", json!({ "name": "fresh" })).await.json();
    let comment = comment(&client).await.data()["s1"]["commentEdge"]["node"]["id"].clone();
    for id in [&label["node_id"], &comment] {
        assert_eq!(client.graphql(NODE, json!({ "id": id })).await.first_error()["type"], "NOT_FOUND");
    }
    let query = "{ repository(owner: \"acme\", name: \"widgets\") { label(name: \"fresh\") { id } labels(first: 9) { nodes { name } } } }";
    let data = client.graphql(query, Value::Null).await.data();
    assert_eq!(data["repository"]["label"], Value::Null);
    assert_eq!(data["repository"]["labels"]["nodes"].as_array().unwrap().len(), 4);
    assert_eq!(client.get("/repos/acme/widgets/labels/fresh").await.status, 404);
    assert_eq!(client.get("/repos/acme/widgets/issues/2/comments").await.json(), json!([]));
}

#[tokio::test]
async fn base_modified_only_affects_merges() {
    let client = with(FaultRule::new(Fault::BaseModified).times(2)).await;
    assert_eq!(comment(&client).await.status, 200, "only merges are affected");
    let merge = "mutation($id: ID!) { mergePullRequest(input: { pullRequestId: $id }) { pullRequest { merged } } }";
    let id = client.id("acme/widgets", 7);
    let response = client.graphql(merge, json!({ "id": id })).await;
    let message = "Base branch was modified. Review and try the merge again.";
    let error = &response.json()["errors"][0];
    assert_eq!((&error["type"], &error["message"]), (&json!("UNPROCESSABLE"), &json!(message)));
    assert_eq!(response.json()["data"], json!({ "mergePullRequest": null }));
    let response = client.rest("PUT", "/repos/acme/widgets/pulls/7/merge", json!({})).await;
    assert_eq!((response.status, &response.json()["message"]), (405, &json!(message)));
    let response = client.graphql(merge, json!({ "id": id })).await;
    assert_eq!(response.json()["data"]["mergePullRequest"]["pullRequest"]["merged"], true);
}
