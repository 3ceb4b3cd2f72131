//! Writing over GraphQL.

use serde_json::{Value, json};

use crate::client::Client;

#[tokio::test]
async fn aliases_run_in_order_and_a_failure_does_not_stop_the_rest() {
    let client = Client::start().await;
    let query = "mutation Batch($a: ID!, $b: ID!) {
        s0: addComment(input: { subjectId: $a, body: \"first\" }) { commentEdge { node { body } } }
        s1: addComment(input: { subjectId: \"nope\", body: \"lost\" }) { commentEdge { node { body } } }
        s2: closeIssue(input: { issueId: $a, stateReason: NOT_PLANNED }) { issue { state stateReason comments { totalCount } } }
        s3: addComment(input: { subjectId: $b, body: \" \" }) { clientMutationId }
        s4: addComment(input: { subjectId: $b, body: \"last\", clientMutationId: \"me\" }) { clientMutationId }
    }";
    let ids = json!({ "a": client.id("acme/widgets", 2), "b": client.id("acme/widgets", 7) });
    let response = client.graphql(query, ids).await.json();
    assert_eq!(
        response["data"],
        json!({
            "s0": { "commentEdge": { "node": { "body": "first" } } },
            "s1": null,
            "s2": { "issue": { "state": "CLOSED", "stateReason": "NOT_PLANNED", "comments": { "totalCount": 1 } } },
            "s3": null,
            "s4": { "clientMutationId": "me" },
        })
    );
    let errors: Vec<_> =
        response["errors"].as_array().unwrap().iter().map(|error| (&error["type"], &error["path"])).collect();
    assert_eq!(errors, [(&json!("NOT_FOUND"), &json!(["s1"])), (&json!("UNPROCESSABLE"), &json!(["s3"]))]);
    let keys: Vec<_> = client.sandbox.writes().into_iter().filter_map(|write| write.response_key).collect();
    assert_eq!(keys, ["s0", "s2", "s4"]);
    let comment = client.sandbox.issue("acme/widgets", 2).unwrap().comments[0].id.clone();
    assert_eq!(client.sandbox.writes()[0].subject, Some(comment));
}

#[tokio::test]
async fn absent_null_and_empty_inputs_differ() {
    let client = Client::start().await;
    let id = client.id("acme/widgets", 1);
    let update = "mutation($id: ID!, $title: String, $body: String, $labels: [ID!], $milestone: ID) { updateIssue(input: { id: $id, \
                  title: $title, body: $body, labelIds: $labels, milestoneId: $milestone }) { issue { number } } }";
    client.graphql(update, json!({ "id": id, "title": "Renamed" })).await.data();
    let issue = client.sandbox.issue("acme/widgets", 1).unwrap();
    assert_eq!((issue.title.as_str(), issue.body.as_str()), ("Renamed", "It stands still."));
    assert_eq!((issue.labels.len(), issue.milestone.as_deref()), (1, Some("1.1")));
    client.graphql(update, json!({ "id": id, "body": "", "labels": [], "milestone": null })).await.data();
    let issue = client.sandbox.issue("acme/widgets", 1).unwrap();
    assert_eq!((issue.body.as_str(), issue.labels.len(), issue.milestone), ("", 0, None));
    assert_eq!(issue.title, "Renamed");
}

#[tokio::test]
async fn numbers_are_shared_and_labels_belong_to_one_repository() {
    let client = Client::start().await;
    let query = "{ w: repository(owner: \"acme\", name: \"widgets\") { id label(name: \"BUG\") { id name } } \
                 g: repository(owner: \"acme\", name: \"gadgets\") { label(name: \"bug\") { id } } }";
    let data = client.graphql(query, Value::Null).await.data();
    let create = "mutation($r: ID!, $l: [ID!]) { createIssue(input: { repositoryId: $r, title: \"x\", labelIds: $l }) { issue { number labels(first: 9) { nodes { name } } } } }";
    let new = client.graphql(create, json!({ "r": data["w"]["id"], "l": [data["w"]["label"]["id"]] })).await.data();
    assert_eq!(new["createIssue"]["issue"], json!({ "number": 43, "labels": { "nodes": [{ "name": "bug" }] } }));
    let foreign = client.graphql(create, json!({ "r": data["w"]["id"], "l": [data["g"]["label"]["id"]] })).await;
    assert_eq!(foreign.first_error()["type"], "NOT_FOUND");
}

#[tokio::test]
async fn sub_issues_have_one_parent_and_no_cycle() {
    let client = Client::start().await;
    let (epic, child, other) =
        (client.id("acme/widgets", 40), client.id("acme/widgets", 41), client.id("acme/widgets", 42));
    let add = "mutation($p: ID!, $c: ID!, $r: Boolean) { addSubIssue(input: { issueId: $p, subIssueId: $c, replaceParent: $r }) { \
               issue { number } subIssue { number parent { number } } } }";
    let refused = client.graphql(add, json!({ "p": other, "c": child })).await.first_error();
    assert_eq!(
        (&refused["type"], &refused["message"]),
        (&json!("UNPROCESSABLE"), &json!("Sub issue may only have one parent"))
    );
    let moved = client.graphql(add, json!({ "p": other, "c": child, "r": true })).await.data();
    assert_eq!(moved["addSubIssue"]["subIssue"], json!({ "number": 41, "parent": { "number": 42 } }));
    let circle = client.graphql(add, json!({ "p": child, "c": other })).await.first_error();
    assert!(circle["message"].as_str().unwrap().contains("circular"));
    let remove = "mutation($p: ID!, $c: ID!) { removeSubIssue(input: { issueId: $p, subIssueId: $c }) { subIssue { parent { id } } } }";
    assert_eq!(client.graphql(remove, json!({ "p": epic, "c": child })).await.first_error()["type"], "NOT_FOUND");
    assert_eq!(
        client.graphql(remove, json!({ "p": other, "c": child })).await.data()["removeSubIssue"]["subIssue"]["parent"],
        Value::Null
    );
}

#[tokio::test]
async fn reviews_threads_and_merging() {
    let client = Client::start().await;
    let id = client.id("acme/widgets", 7);
    let review = "mutation($id: ID!, $t: [DraftPullRequestReviewThread!]) { addPullRequestReview(input: { pullRequestId: $id, \
                  event: REQUEST_CHANGES, body: \"No\", threads: $t }) { pullRequestReview { state url } } }";
    let threads = json!([{ "path": "src/widget.rs", "line": 3, "body": "why" }]);
    let data = client.graphql(review, json!({ "id": id, "t": threads })).await.data();
    assert_eq!(data["addPullRequestReview"]["pullRequestReview"]["state"], "CHANGES_REQUESTED");
    let lost = json!([{ "path": "nowhere.rs", "line": 3, "body": "why" }]);
    assert_eq!(
        client.graphql(review, json!({ "id": id, "t": lost })).await.first_error()["message"],
        "Path could not be resolved"
    );
    let pull = client.sandbox.pull("acme/widgets", 7).unwrap();
    assert_eq!((pull.review_decision.as_deref(), pull.threads.len()), (None, 4));
    let thread = &pull.threads[0];
    let reply = "mutation($t: ID!) { a: addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $t, body: \"ok\" }) { comment { body } } \
                 b: resolveReviewThread(input: { threadId: $t }) { thread { isResolved } } }";
    client.graphql(reply, json!({ "t": thread.id })).await.data();
    let thread = client.sandbox.pull("acme/widgets", 7).unwrap().threads[0].clone();
    assert!(thread.resolved);
    assert_eq!(thread.comments.last().unwrap().body, "ok");
    let merge = "mutation($id: ID!, $oid: GitObjectID) { mergePullRequest(input: { pullRequestId: $id, expectedHeadOid: $oid }) { \
                 pullRequest { merged state mergeCommit { oid } } } }";
    let stale = client.graphql(merge, json!({ "id": id, "oid": "0".repeat(40) })).await.first_error();
    assert_eq!(stale["type"], "STALE_DATA");
    let data = client.graphql(merge, json!({ "id": id, "oid": pull.head_oid })).await.data();
    assert_eq!(data["mergePullRequest"]["pullRequest"]["state"], "MERGED");
    assert_eq!(client.graphql(merge, json!({ "id": id })).await.first_error()["type"], "UNPROCESSABLE");
}

#[tokio::test]
async fn unsupported_requests_are_refused() {
    let client = Client::start().await;
    let query = "mutation($id: ID!) { addStar(input: { starrableId: $id }) { clientMutationId } }";
    let error = client.graphql(query, json!({ "id": "x" })).await.first_error();
    assert_eq!(error["message"], "ghx-sandbox does not model the mutation `addStar`");
    assert_eq!((&error["extensions"]["code"], error.get("type")), (&json!("undefinedField"), None));
    let response = client.get("/gists").await;
    assert_eq!(
        (response.status, response.json()["message"].as_str().unwrap()),
        (400, "ghx-sandbox does not model `GET /gists`")
    );
}
