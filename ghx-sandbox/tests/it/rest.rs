//! REST, with GitHub's own quirks.

use serde_json::json;

use crate::client::Client;

#[tokio::test]
async fn the_list_of_issues_contains_pull_requests() {
    let client = Client::start().await;
    let list = client.get("/repos/acme/widgets/issues?state=all&per_page=100").await.json();
    let list = list.as_array().unwrap();
    assert_eq!(list.len(), 13);
    assert_eq!(list.iter().filter(|issue| issue.get("pull_request").is_some()).count(), 4);
    let issue = client.get("/repos/acme/widgets/issues/1").await.json();
    assert!(issue["id"].is_u64());
    assert_eq!(issue["node_id"], client.id("acme/widgets", 1));
    assert_ne!(issue["id"], issue["number"]);
    assert_eq!((&issue["state"], &issue["labels"][0]["name"]), (&json!("open"), &json!("bug")));
    assert_eq!(client.get("/repos/acme/widgets/pulls/1").await.status, 404);
    assert_eq!(client.get("/repos/acme/widgets/issues/1/").await.status, 404, "a slash at the end");
}

#[tokio::test]
async fn pages_have_link_headers() {
    let client = Client::start().await;
    let response = client.get("/repos/acme/many-labels/labels?per_page=100&page=2").await;
    assert_eq!(response.json().as_array().unwrap().len(), 100);
    let base = format!("{}/repos/acme/many-labels/labels?per_page=100&page=", client.sandbox.base_url());
    let link =
        format!("<{base}1>; rel=\"prev\", <{base}3>; rel=\"next\", <{base}3>; rel=\"last\", <{base}1>; rel=\"first\"");
    assert_eq!(response.header("link"), link);
    assert_eq!(client.get("/repos/acme/many-labels/labels").await.json().as_array().unwrap().len(), 30);
    assert_eq!(
        client.get("/repos/acme/many-labels/labels?per_page=500&page=3").await.json().as_array().unwrap().len(),
        50
    );
    assert_eq!(client.get("/repos/acme/widgets/labels").await.header("link"), "");
    let runs = client.get("/repos/acme/widgets/actions/runs?per_page=1&status=failure").await;
    assert_eq!((&runs.json()["total_count"], &runs.json()["workflow_runs"][0]["id"]), (&json!(1), &json!(1002)));
}

#[tokio::test]
async fn not_modified_costs_no_points() {
    let client = Client::start().await;
    let first = client.get("/repos/acme/widgets/issues/1").await;
    let etag = first.header("etag").to_owned();
    let again = client.send("GET", "/repos/acme/widgets/issues/1", None, &[("if-none-match", &etag)]).await.unwrap();
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    assert_eq!(again.header("x-ratelimit-used"), first.header("x-ratelimit-used"));
    client.rest("PATCH", "/repos/acme/widgets/issues/1", json!({ "title": "New" })).await;
    let changed = client.send("GET", "/repos/acme/widgets/issues/1", None, &[("if-none-match", &etag)]).await.unwrap();
    assert_eq!(changed.json()["title"], "New");
}

#[tokio::test]
async fn renamed_repository_redirects() {
    let client = Client::start().await;
    let response = client.get("/repos/acme/old-gadgets/issues/1?per_page=5").await;
    assert_eq!(response.status, 301);
    assert_eq!(response.json()["message"], "Moved Permanently");
    let path = response.header("location").strip_prefix(&client.sandbox.base_url()).unwrap().to_owned();
    assert_eq!(client.get(&path).await.json()["title"], "Where did the old name go?");
    let response = client.rest("POST", "/repos/acme/old-gadgets/issues", json!({ "title": "x" })).await;
    assert_eq!(response.status, 307);
}

#[tokio::test]
async fn errors_have_githubs_shapes() {
    let client = Client::start().await;
    let missing = client.get("/repos/acme/nothing").await;
    assert_eq!(
        (missing.status, &missing.json()["message"], &missing.json()["status"]),
        (404, &json!("Not Found"), &json!("404"))
    );
    let invalid = client.rest("POST", "/repos/acme/widgets/issues", json!({ "body": "no title" })).await;
    assert_eq!((invalid.status, &invalid.json()["message"]), (422, &json!("Validation Failed")));
    assert_eq!(invalid.json()["errors"], json!([{ "resource": "Issue", "field": "title", "code": "missing_field" }]));
    let taken = client.rest("POST", "/repos/acme/widgets/labels", json!({ "name": "BUG" })).await;
    assert_eq!(taken.json()["errors"][0]["code"], "already_exists");
    let broken = client.send("POST", "/repos/acme/widgets/issues", Some(json!("{")), &[]).await.unwrap();
    assert_eq!(broken.status, 422);
    let merged = client.rest("PUT", "/repos/acme/widgets/pulls/9/merge", json!({})).await;
    assert_eq!((merged.status, &merged.json()["message"]), (405, &json!("Pull Request is already merged")));
    let stale = client.rest("PUT", "/repos/acme/widgets/pulls/7/merge", json!({ "sha": "0" })).await;
    assert_eq!(stale.status, 409);
}

#[tokio::test]
async fn the_diff_is_a_media_type() {
    let client = Client::start().await;
    let accept = [("accept", "application/vnd.github.v3.diff")];
    let diff = client.send("GET", "/repos/acme/widgets/pulls/7", None, &accept).await.unwrap();
    assert!(diff.text.starts_with("diff --git a/src/widget.rs"));
    assert!(diff.header("content-type").starts_with("application/vnd.github.diff"));
    let files = client.get("/repos/acme/widgets/pulls/7/files").await.json();
    assert_eq!((&files[0]["filename"], &files[0]["additions"]), (&json!("src/widget.rs"), &json!(3)));
}

#[tokio::test]
async fn rest_writes_change_the_shared_state_and_are_recorded() {
    let client = Client::start().await;
    let new = client
        .rest(
            "POST",
            "/repos/acme/widgets/issues",
            json!({ "title": "t", "labels": ["bug", "brand-new"], "assignees": ["mona"] }),
        )
        .await;
    assert_eq!((new.status, &new.json()["number"]), (201, &json!(43)));
    client.rest("PUT", "/repos/acme/widgets/issues/43/labels", json!({ "labels": ["docs"] })).await;
    client.rest("POST", "/repos/acme/widgets/issues/43/labels", json!(["triage"])).await;
    client.rest("DELETE", "/repos/acme/widgets/issues/43/labels/docs", json!({})).await;
    client
        .rest("PATCH", "/repos/acme/widgets/issues/43", json!({ "state": "closed", "state_reason": "not_planned" }))
        .await;
    let issue = client.sandbox.issue("acme/widgets", 43).unwrap();
    assert_eq!((issue.labels, issue.state_reason.as_deref()), (vec!["triage".to_owned()], Some("NOT_PLANNED")));
    assert!(client.sandbox.labels("acme/widgets").contains(&"brand-new".to_owned()));
    let child = client.get("/repos/acme/widgets/issues/42").await.json()["id"].clone();
    let parent =
        client.rest("POST", "/repos/acme/widgets/issues/40/sub_issues", json!({ "sub_issue_id": child })).await;
    assert_eq!(parent.status, 201);
    assert_eq!(client.get("/repos/acme/widgets/issues/42/parent").await.json()["number"], 40);
    assert_eq!(client.sandbox.writes()[0].name, "POST /repos/{owner}/{repo}/issues");
    assert_eq!(client.sandbox.writes().len(), 6);
    let response =
        client.rest("POST", "/api/v3/repos/acme/widgets/actions/runs/1002/rerun-failed-jobs", json!({})).await;
    assert_eq!(response.status, 201);
    assert_eq!(client.rest("POST", "/repos/acme/widgets/actions/runs/1002/rerun", json!({})).await.status, 403);
}

#[tokio::test]
async fn rate_limit_endpoint_is_free() {
    let client = Client::start().await;
    client.get("/user").await;
    let limit = client.get("/rate_limit").await.json();
    assert_eq!(limit["resources"]["core"]["used"], 1);
    assert_eq!(limit["resources"]["graphql"]["remaining"], 5000);
}
