//! A reply in a thread joins the pending review of the user, and is not published then.

use serde_json::{Value, json};

use super::harness::Harness;

/// A pending reply was once reported like a published one.
#[tokio::test]
async fn a_reply_that_joins_a_pending_review_says_so() {
    let harness = Harness::start().await;
    let thread = harness.sandbox.pull("acme/widgets", 7).unwrap().threads[0].id.clone();
    let reply = json!({"task": "pr.threads.reply", "input": {"threadId": thread, "body": "Done."}});
    let published = harness.task(reply.clone()).await;
    assert_eq!(published["data"]["pending"], false, "{published:#}");

    let begin =
        "mutation($id: ID!) { addPullRequestReview(input: { pullRequestId: $id }) { pullRequestReview { state } } }";
    harness.gh.graphql::<Value>(begin, &json!({"id": harness.id(7)})).await.unwrap();
    let waiting = harness.task(reply).await;
    assert_eq!((&waiting["ok"], &waiting["data"]["pending"]), (&json!(true), &json!(true)), "{waiting:#}");

    let list = json!({"task": "pr.threads.list", "input": {"pr": "acme/widgets#7"}});
    let listed = harness.task(list).await;
    let comments = listed["data"]["items"][0]["comments"].as_array().unwrap();
    let pending: Vec<&Value> = comments.iter().rev().take(2).map(|comment| &comment["pending"]).collect();
    assert_eq!(pending, [&json!(true), &json!(false)], "{listed:#}");
}
