//! Pending reviews: only their author sees them, and replies join them.

use serde_json::{Value, json};

use crate::client::Client;

const BEGIN: &str = "mutation($id: ID!) { addPullRequestReview(input: { pullRequestId: $id }) { pullRequestReview { id state submittedAt } } }";
const REPLY: &str = "mutation($id: ID!) { addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $id, body: \"Soon.\" }) \
    { comment { id state publishedAt pullRequestReview { id state } } } }";
const READ: &str = "query($id: ID!) { node(id: $id) { ... on PullRequestReviewThread { comments(first: 9) { nodes { body state } } } } }";

fn thread(client: &Client) -> String {
    client.sandbox.pull("acme/widgets", 7).unwrap().threads[0].id.clone()
}

async fn bodies(client: &Client, token: &str) -> Vec<Value> {
    let body = json!({ "query": READ, "variables": { "id": thread(client) } });
    let header = [("authorization", format!("bearer {token}"))];
    let header: Vec<(&str, &str)> = header.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let response = client.send("POST", "/graphql", Some(body), &header).await.unwrap();
    response.json()["data"]["node"]["comments"]["nodes"].as_array().unwrap().clone()
}

#[tokio::test]
async fn reply_joins_the_pending_review() {
    let client = Client::start().await;
    let plain = client.graphql(REPLY, json!({ "id": thread(&client) })).await.data();
    assert_eq!(plain["addPullRequestReviewThreadReply"]["comment"]["state"], "SUBMITTED");
    let review = client.graphql(BEGIN, json!({ "id": client.id("acme/widgets", 7) })).await.data();
    let review = &review["addPullRequestReview"]["pullRequestReview"];
    assert_eq!((&review["state"], &review["submittedAt"]), (&json!("PENDING"), &Value::Null));
    let reply = client.graphql(REPLY, json!({ "id": thread(&client) })).await.data();
    let reply = &reply["addPullRequestReviewThreadReply"]["comment"];
    assert_eq!((&reply["state"], &reply["publishedAt"]), (&json!("PENDING"), &Value::Null));
    assert_eq!(reply["pullRequestReview"], json!({ "id": review["id"], "state": "PENDING" }));
    let (own, others) = (bodies(&client, "sandbox-octocat").await, bodies(&client, "sandbox-hubot").await);
    assert_eq!(own.len(), others.len() + 1, "only its author sees it");
}

#[tokio::test]
async fn one_pending_review_per_pull_request_until_submitted() {
    let client = Client::start().await;
    let pull = json!({ "id": client.id("acme/widgets", 7) });
    client.graphql(BEGIN, pull.clone()).await.data();
    let second = client.graphql(BEGIN, pull.clone()).await.json();
    let message = "User can only have one pending review per pull request";
    assert_eq!(
        (&second["errors"][0]["type"], &second["errors"][0]["message"]),
        (&json!("UNPROCESSABLE"), &json!(message))
    );
    client.graphql(REPLY, json!({ "id": thread(&client) })).await.data();
    let submit = "mutation($id: ID!) { submitPullRequestReview(input: { pullRequestId: $id, event: COMMENT }) { pullRequestReview { state } } }";
    let done = client.graphql(submit, pull.clone()).await.data();
    assert_eq!(done["submitPullRequestReview"]["pullRequestReview"]["state"], "COMMENTED");
    let seen = bodies(&client, "sandbox-hubot").await;
    assert_eq!(seen.last().unwrap(), &json!({ "body": "Soon.", "state": "SUBMITTED" }));
    let again = client.graphql(submit, pull).await.json();
    assert_eq!(again["errors"][0]["type"], "NOT_FOUND", "it is no longer pending");
}
