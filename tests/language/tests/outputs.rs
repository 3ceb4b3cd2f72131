//! What outputs of GraphQL routes can be.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use ghx::capability::data::ResponseData;
use ghx::{Capability, Client, ErrorCode, Repo};
use ghx_sandbox::Sandbox;
use language::{conversation_kind as conversation, issue_delete as issue, label_delete as label};

async fn start() -> (Sandbox, Client) {
    let sandbox = Sandbox::start().await.unwrap();
    let client = Client::builder().graphql_url(&sandbox.graphql_url()).token(Sandbox::TOKEN).build().unwrap();
    (sandbox, client)
}

fn repo() -> Repo {
    "acme/widgets".parse().unwrap()
}

#[tokio::test]
async fn outputs_come_from_inputs_lookups_and_constants() {
    let (sandbox, client) = start().await;
    let output = label::delete(repo(), "BUG").send(&client).await.unwrap();
    assert_eq!((output.label.as_str(), output.name.as_str()), ("BUG", "bug"));
    assert_eq!((output.owner.as_str(), output.reason.as_str(), output.note), ("acme", "unused", None));
    assert!(output.deleted);
    assert_eq!(output.kind, label::LabelDeleteKind::Label);
    assert_eq!(sandbox.writes().len(), 1);
    // It is gone, and that is found out before anything is sent.
    let error = label::delete(repo(), "bug").send(&client).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::NotFound, "{error:?}");
    assert_eq!(sandbox.writes().len(), 1);
}

#[tokio::test]
async fn outputs_come_from_the_subject() {
    let (_sandbox, client) = start().await;
    let id = ghx::issue::view(repo().issue(42)).send(&client).await.unwrap().id;
    let output = issue::delete(repo().issue(42)).send(&client).await.unwrap();
    assert_eq!((output.id, output.number, output.repository.as_str()), (id, Some(42), "acme/widgets"));
    // An id does not tell the number.
    let id = ghx::issue::create(repo(), "One more").send(&client).await.unwrap().id;
    let output = issue::delete(id.clone()).send(&client).await.unwrap();
    assert_eq!((output.id, output.number, output.deleted), (id, None, true));
}

/// Null for `clientMutationId` is normal; null for the payload is not.
#[test]
fn a_write_succeeded_if_its_payload_is_not_null() {
    let kept = serde_json::json!({"kept_name": "bug"});
    let read = |data: &str| {
        let response = ResponseData::parse(data).unwrap();
        label::delete(repo(), "bug").read(&response.with_kept(kept.as_object().unwrap()))
    };
    assert!(read(r#"{"deleteLabel": {"clientMutationId": null}}"#).unwrap().deleted);
    let error = read(r#"{"deleteLabel": null}"#).unwrap_err();
    assert_eq!(error.code(), ErrorCode::Server, "{error:?}");
    assert!(error.message().contains("deleteLabel"), "{error:?}");
}

#[tokio::test]
async fn outputs_tell_the_kinds_of_a_union_apart() {
    let (_sandbox, client) = start().await;
    let issue = conversation::kind(repo(), 42_u64).send(&client).await.unwrap();
    assert_eq!(issue.kind, conversation::ConversationKindKind::Issue);
    assert_eq!((issue.state.unwrap().as_str(), issue.is_draft, issue.is_pull_request), ("OPEN", None, false));
    let pr = conversation::kind(repo(), 7_u64).send(&client).await.unwrap();
    assert_eq!(pr.kind, conversation::ConversationKindKind::PullRequest);
    assert!(pr.is_draft.is_some() && pr.is_pull_request);
    assert!(pr.first_label.is_some());
}
