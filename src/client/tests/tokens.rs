//! Tests of token providers: when and how often they are called, and what a refused token does.

use std::time::Duration;

use bytes::Bytes;
use tokio::task::JoinSet;

use super::{CALLS, Counter, Stub, client};
use crate::client::SendError;
use crate::error::Phase;
use crate::{Client, Error, ErrorCode};

async fn statuses(client: &Client, requests: usize) -> Vec<u16> {
    let mut tasks = JoinSet::new();
    for _ in 0..requests {
        let client = client.clone();
        tasks.spawn(async move { client.post_graphql(Bytes::new(), &CALLS).await.unwrap().status().as_u16() });
    }
    tasks.join_all().await
}

#[tokio::test(start_paused = true)]
async fn concurrent_requests_share_one_refresh() {
    let (stub, provider) = (Stub::default(), Counter { takes: Duration::from_secs(2), ..Counter::default() });
    let client = client(&provider, &stub);
    assert_eq!(statuses(&client, 20).await, [200; 20]);
    assert_eq!(provider.asked(), 1);
    assert_eq!(stub.tokens(), ["token-1"; 20]);
}

#[tokio::test(start_paused = true)]
async fn concurrent_requests_share_one_failure() {
    let provider = Counter { takes: Duration::from_secs(2), fails_from: Some(1), ..Counter::default() };
    let (stub, mut tasks) = (Stub::default(), JoinSet::new());
    let client = client(&provider, &stub);
    for _ in 0..20 {
        let client = client.clone();
        tasks.spawn(async move { client.post_graphql(Bytes::new(), &CALLS).await.unwrap_err() });
    }
    for error in tasks.join_all().await {
        let error = credential(error);
        assert_eq!((error.code(), error.phase()), (ErrorCode::Auth, Phase::NotSent));
        assert_eq!(error.message(), "the token provider failed: the vault is closed");
    }
    assert_eq!((provider.asked(), stub.tokens().len()), (1, 0));
    client.post_graphql(Bytes::new(), &CALLS).await.unwrap_err();
    assert_eq!(provider.asked(), 2, "a later request asks again");
}

fn credential(error: SendError) -> Error {
    match error {
        SendError::Stopped(error) => error,
        SendError::Transport(error) => panic!("{error:?}"),
    }
}

#[tokio::test]
async fn a_refused_token_is_replaced_and_the_request_sent_once_more() {
    let (stub, provider) = (Stub::refusing(&["token-1"]), Counter::default());
    assert_eq!(statuses(&client(&provider, &stub), 1).await, [200]);
    assert_eq!(stub.tokens(), ["token-1", "token-2"]);
}

#[tokio::test]
async fn a_second_refusal_is_returned() {
    let (stub, provider) = (Stub::refusing(&["token-1", "token-2", "token-3"]), Counter::default());
    assert_eq!(statuses(&client(&provider, &stub), 1).await, [401]);
    assert_eq!((stub.tokens().len(), provider.asked()), (2, 2));
}

#[tokio::test]
async fn a_refusal_without_another_token_is_an_auth_error() {
    let (stub, provider) = (Stub::refusing(&["token-1"]), Counter { fails_from: Some(2), ..Counter::default() });
    let error = credential(client(&provider, &stub).post_graphql(Bytes::new(), &CALLS).await.unwrap_err());
    assert_eq!((error.code(), error.phase()), (ErrorCode::Auth, Phase::Refused));
    assert_eq!((stub.tokens().len(), provider.asked()), (1, 2));
}

#[tokio::test(start_paused = true)]
async fn refused_requests_share_one_refresh() {
    let provider = Counter { takes: Duration::from_secs(1), ..Counter::default() };
    let stub = Stub::refusing(&["token-1"]);
    assert_eq!(statuses(&client(&provider, &stub), 10).await, [200; 10]);
    assert_eq!((provider.asked(), stub.tokens().len()), (2, 20));
}

#[tokio::test]
async fn a_fixed_token_is_not_tried_again() {
    let stub = Stub::refusing(&["bad"]);
    let client = Client::builder().token("bad").transport(stub.clone()).build().unwrap();
    assert_eq!(statuses(&client, 1).await, [401]);
    assert_eq!(stub.tokens().len(), 1);
}

#[tokio::test]
async fn a_token_is_cached_until_shortly_before_it_expires() {
    for (lives, asked) in [(Some(3600), 1), (None, 1), (Some(30), 3)] {
        let provider = Counter { lives: lives.map(Duration::from_secs), ..Counter::default() };
        let client = client(&provider, &Stub::default());
        for _ in 0..3 {
            statuses(&client, 1).await;
        }
        assert_eq!(provider.asked(), asked, "{lives:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_hangs_times_out() {
    let provider = Counter { takes: Duration::from_secs(86_400), ..Counter::default() };
    let error = credential(client(&provider, &Stub::default()).post_graphql(Bytes::new(), &CALLS).await.unwrap_err());
    assert_eq!(error.message(), "the token provider failed: it returned no token within 30s");
    assert_eq!((error.code(), error.phase()), (ErrorCode::Auth, Phase::NotSent));
}

#[tokio::test(start_paused = true)]
async fn dropping_a_request_during_a_refresh_does_not_affect_others() {
    let (stub, provider) = (Stub::default(), Counter { takes: Duration::from_secs(2), ..Counter::default() });
    let client = client(&provider, &stub);
    let dropped = tokio::time::timeout(Duration::from_secs(1), client.post_graphql(Bytes::new(), &CALLS)).await;
    assert!(dropped.is_err());
    assert_eq!(statuses(&client, 3).await, [200; 3]);
    assert_eq!(stub.tokens(), ["token-2"; 3]);
}
