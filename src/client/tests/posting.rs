//! Tests of requests and their responses.

use std::time::Duration;

use bytes::Bytes;
use ghx_sandbox::{Fault, Sandbox};

use super::{CALLS, Stub};
use crate::Client;
use crate::client::SendError;

#[tokio::test]
async fn a_request_has_the_headers_that_github_expects() {
    let stub = Stub::default();
    let client = Client::builder().token(" secret\n").transport(stub.clone()).build().unwrap();
    client.post_graphql(Bytes::from_static(b"{}"), &CALLS).await.unwrap();
    let seen = stub.seen.lock().unwrap();
    let [request] = seen.as_slice() else { panic!("one request") };
    assert_eq!((request.method().as_str(), &request.body()[..]), ("POST", &b"{}"[..]));
    assert_eq!(request.uri(), "https://api.github.com/graphql");
    let mut headers: Vec<_> =
        request.headers().iter().map(|(name, value)| (name.as_str(), value.to_str().unwrap())).collect();
    headers.sort_unstable();
    let agent = concat!("ghx/", env!("CARGO_PKG_VERSION"));
    let expected = [
        ("accept", "application/vnd.github+json"),
        ("authorization", "Bearer secret"),
        ("content-type", "application/json"),
        ("user-agent", agent),
        ("x-github-next-global-id", "1"),
    ];
    assert_eq!(headers, expected);
    assert!(request.headers()["authorization"].is_sensitive());
}

fn client_of(sandbox: &Sandbox) -> Client {
    Client::builder().token(Sandbox::TOKEN).graphql_url(&sandbox.graphql_url()).build().unwrap()
}

const VIEWER: Bytes = Bytes::from_static(br#"{"query":"{ viewer { login } }"}"#);

#[tokio::test]
async fn the_whole_response_is_returned() {
    let sandbox = Sandbox::start().await.unwrap();
    let response = client_of(&sandbox).post_graphql(VIEWER, &CALLS).await.unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.headers().contains_key("x-ratelimit-remaining"));
    let body: serde_json::Value = serde_json::from_slice(response.body()).unwrap();
    assert_eq!(body["data"]["viewer"]["login"], "octocat");
    assert_eq!(sandbox.requests().len(), 1);
}

#[tokio::test]
async fn a_response_with_any_status_is_ok() {
    let sandbox = Sandbox::start().await.unwrap();
    for status in [301, 401, 403, 404, 429, 500, 503] {
        let body = serde_json::Value::Null;
        sandbox.inject(Fault::Status { status, body, when: ghx_sandbox::When::default() });
        let response = client_of(&sandbox).post_graphql(VIEWER, &CALLS).await.unwrap();
        assert_eq!(response.status(), status);
    }
    assert_eq!(sandbox.requests().len(), 7);
}

#[tokio::test]
async fn a_request_without_response_counts_as_sent() {
    let sandbox = Sandbox::start().await.unwrap();
    for fault in [Fault::Drop { when: ghx_sandbox::When::default() }, Fault::Truncated] {
        sandbox.inject(fault);
        let error = client_of(&sandbox).post_graphql(VIEWER, &CALLS).await.unwrap_err();
        let SendError::Transport(error) = error else { panic!("{error:?}") };
        assert!(error.was_sent() && !error.is_timeout(), "{error:?}");
    }
    assert_eq!(sandbox.requests().len(), 2, "nothing is sent again");
}

#[tokio::test]
async fn a_late_response_is_a_timeout() {
    let sandbox = Sandbox::start().await.unwrap();
    sandbox.inject(Fault::Slow { millis: 5_000 });
    let builder = Client::builder().token("t").graphql_url(&sandbox.graphql_url());
    let client = builder.timeout(Duration::from_millis(200)).build().unwrap();
    let error = client.post_graphql(VIEWER, &CALLS).await.unwrap_err();
    let SendError::Transport(error) = error else { panic!("{error:?}") };
    assert!(error.was_sent() && error.is_timeout(), "{error:?}");
}
