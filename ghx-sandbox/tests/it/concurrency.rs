//! Many clients at once. `cargo run --release -p ghx-sandbox --example load` is the long form, with figures.

use std::sync::Arc;

use serde_json::json;

use crate::client::Client;

#[tokio::test(flavor = "multi_thread")]
async fn no_write_is_lost() {
    let client = Arc::new(Client::start().await);
    let id = client.id("acme/widgets", 3);
    let mut tasks = tokio::task::JoinSet::new();
    for task in 0..32 {
        let (client, id) = (Arc::clone(&client), id.clone());
        tasks.spawn(async move {
            for round in 0..10 {
                let query = "mutation($id: ID!, $body: String!) { addComment(input: { subjectId: $id, body: $body }) { \
                             commentEdge { node { id } } subject { ... on Issue { comments { totalCount } } } } }";
                client.graphql(query, json!({ "id": id, "body": format!("{task}-{round}") })).await.data();
                client.get("/repos/acme/widgets/issues?per_page=5").await.json();
            }
        });
    }
    tasks.join_all().await;
    let issue = client.sandbox.issue("acme/widgets", 3).unwrap();
    assert_eq!(issue.comments.len(), 320);
    assert_eq!(client.sandbox.writes().len(), 320);
    let bodies: std::collections::BTreeSet<_> = issue.comments.iter().map(|comment| &comment.body).collect();
    assert_eq!(bodies.len(), 320);
}
