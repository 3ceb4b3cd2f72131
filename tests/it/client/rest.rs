//! `Client::rest`: REST requests without a card.

use ghx::error::Phase;
use ghx::http::Method;
use ghx::{Client, ErrorCode};
use ghx_sandbox::{Fault, Sandbox, When};
use serde_json::{Value, json};

const COMMENTS: &str = "/repos/acme/widgets/issues/1/comments";

async fn start() -> (Sandbox, Client) {
    let sandbox = Sandbox::start().await.unwrap();
    let client = Client::builder()
        .token(Sandbox::TOKEN)
        .graphql_url(&sandbox.graphql_url())
        .rest_url(&sandbox.base_url())
        .build()
        .unwrap();
    (sandbox, client)
}

#[tokio::test]
async fn reads_and_writes_json() {
    let (sandbox, gh) = start().await;
    let repo: Value = gh.rest(Method::GET, "/repos/acme/widgets", ()).await.unwrap();
    assert_eq!(repo["full_name"], "acme/widgets");
    let comment: Value = gh.rest(Method::POST, COMMENTS, json!({"body": "Hello"})).await.unwrap();
    assert_eq!(comment["body"], "Hello");
    let path = format!("/repos/acme/widgets/issues/comments/{}", comment["id"]);
    let (): () = gh.rest(Method::DELETE, &path, ()).await.unwrap();
    assert_eq!(sandbox.writes().len(), 2);
}

#[tokio::test]
async fn a_lost_response_to_a_write_is_an_unknown_outcome() {
    let (sandbox, gh) = start().await;
    sandbox.inject(Fault::Drop { when: When::After });
    let error = gh.rest::<Value>(Method::POST, COMMENTS, json!({"body": "Hello"})).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (ErrorCode::Network, Phase::MayBeApplied));
    assert!(!error.is_retryable() && error.message().contains("the outcome is unknown"), "{error}");
    assert_eq!(sandbox.writes().len(), 1);
}

#[tokio::test]
async fn a_lost_response_to_a_read_is_retryable() {
    let (sandbox, gh) = start().await;
    sandbox.inject(Fault::Drop { when: When::After });
    let error = gh.rest::<Value>(Method::GET, "/repos/acme/widgets", ()).await.unwrap_err();
    assert!(error.code() == ErrorCode::Network && error.is_retryable(), "{error}");
}

#[tokio::test]
async fn a_refusal_says_that_nothing_was_done() {
    let (sandbox, gh) = start().await;
    let error = gh.rest::<Value>(Method::POST, "/repos/acme/nope/issues", json!({"title": "x"})).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (ErrorCode::NotFound, Phase::Refused));
    assert!(sandbox.writes().is_empty());
}

#[tokio::test]
async fn a_response_that_does_not_fit_is_an_error() {
    let (_sandbox, gh) = start().await;
    let error = gh.rest::<u64>(Method::GET, "/repos/acme/widgets", ()).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (ErrorCode::Server, Phase::Refused));
    let error = gh.rest::<u64>(Method::POST, COMMENTS, json!({"body": "Hello"})).await.unwrap_err();
    assert_eq!(error.phase(), Phase::MayBeApplied);
}

#[tokio::test]
async fn a_path_to_another_place_is_refused_before_anything_is_sent() {
    let (sandbox, gh) = start().await;
    for path in ["repos/acme/widgets", "//example.com/x", "https://example.com/x", "/../x", "/a b", "/a\n", ""] {
        let error = gh.rest::<Value>(Method::GET, path, ()).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::Validation, "{path:?}");
        assert!(error.message().contains("must be a path below the root"), "{error}");
    }
    assert!(sandbox.requests().is_empty());
}
