//! What the sandbox does not model is refused before anything runs, and ghx reports that.

use ghx::error::{ErrorCode, Phase};
use serde_json::{Value, json};

use super::Wire;

/// An unmodelled mutation was once reported as of unknown outcome.
#[tokio::test(start_paused = true)]
async fn the_sandbox_refuses_an_unmodelled_mutation() {
    let wire = Wire::start().await;
    for (field, name) in [
        ("addReaction(input: { subjectId: $id, content: HEART })", "the mutation `addReaction`"),
        (
            "createIssue(input: { repositoryId: $id, title: \"x\", issueTemplate: \"bug\" })",
            "`issueTemplate` of the mutation",
        ),
        (
            "pinIssue(input: { issueId: $id }) { issue { bodyText } } three: unpinIssue(input: { issueId: $id })",
            "`Issue.bodyText`",
        ),
    ] {
        let document = format!(
            "mutation($id: ID!) {{
                one: addComment(input: {{ subjectId: $id, body: \"x\" }}) {{ clientMutationId }}
                two: {field} {{ clientMutationId }}
            }}"
        );
        let error = wire.client.graphql::<Value>(&document, json!({ "id": wire.id(1) })).await.unwrap_err();
        assert_eq!((error.phase(), error.code()), (Phase::Refused, ErrorCode::Validation), "{error:?}");
        assert!(error.message().contains(&format!("ghx-sandbox does not model {name}")), "{error}");
        assert!(!error.message().contains("may have been applied"), "{error}");
    }
    assert!(wire.writes().is_empty());
}

/// What only execution finds is refused at its alias, and reads report it.
#[tokio::test(start_paused = true)]
async fn the_sandbox_refuses_an_unmodelled_search() {
    let wire = Wire::start().await;
    let document = "{ search(query: \"reactions:>5\", type: ISSUE, first: 1) { issueCount } }";
    let error = wire.client.graphql::<Value>(document, json!({})).await.unwrap_err();
    assert_eq!(error.phase(), Phase::Refused, "{error:?}");
    assert!(error.message().contains("ghx-sandbox does not model the search qualifier `reactions:`"), "{error}");
}
