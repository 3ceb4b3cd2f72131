//! When there is no response: whether the request may have been sent, and whether it was a timeout.

use std::error::Error;
use std::time::{Duration, Instant};

use ghx::Client;
use ghx::transport::TransportError;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

use super::raw::{now, serve};
use super::{CANARY, LONG, post};

/// Whether the request may have been sent and whether it timed out; checks that the error has no token.
fn verdict(error: &TransportError) -> (bool, bool) {
    let mut text = format!("{error:?} {error}");
    let mut source = error.source();
    while let Some(error) = source {
        text = format!("{text} {error}");
        source = error.source();
    }
    assert!(!text.contains(CANARY) && !text.contains("Bearer"), "{text}");
    (error.was_sent(), error.is_timeout())
}

#[tokio::test]
async fn a_refused_connection_sends_nothing() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/graphql", listener.local_addr().unwrap());
    drop(listener);
    let error = post(&url, LONG).await.unwrap_err();
    assert_eq!(verdict(&error), (false, false));
    assert_eq!(error.to_string(), "the connection was refused");
}

#[tokio::test]
async fn a_failed_handshake_sends_nothing() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}/graphql", listener.local_addr().unwrap());
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
    });
    let error = post(&url, LONG).await;
    server.await.unwrap();
    assert_eq!(verdict(&error.unwrap_err()), (false, false));
}

#[tokio::test]
async fn a_handshake_that_hangs_sends_nothing_and_is_a_timeout() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}/graphql", listener.local_addr().unwrap());
    let error = post(&url, LONG).await.unwrap_err();
    assert_eq!(verdict(&error), (false, true), "{error:?}");
}

#[tokio::test]
async fn an_invalid_url_sends_nothing() {
    let error = post("/graphql", LONG).await.unwrap_err();
    assert_eq!(verdict(&error), (false, false));
}

#[tokio::test]
async fn a_connection_lost_after_the_request_may_have_sent_it() {
    let server =
        serve(vec![now(""), now("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n{"), now("no HTTP\r\n\r\n")]).await;
    for _ in 0..3 {
        let error = post(&format!("http://{}/graphql", server.address), LONG).await.unwrap_err();
        assert_eq!(verdict(&error), (true, false), "{error:?}");
    }
    assert_eq!(server.requests().await.len(), 3, "each was sent once");
}

#[tokio::test]
async fn the_deadline_covers_a_slow_body() {
    let head = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n".to_vec();
    let drip = |_| (Duration::from_millis(100), b"x".to_vec());
    let parts = std::iter::once((Duration::ZERO, head)).chain((0..100).map(drip)).collect();
    let server = serve(vec![parts]).await;
    let start = Instant::now();
    let error = post(&format!("http://{}/graphql", server.address), Duration::from_millis(400)).await.unwrap_err();
    assert_eq!(verdict(&error), (true, true));
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!(error.to_string(), "the response timed out, and GitHub may have received the request");
}

#[tokio::test]
async fn a_response_that_is_too_large_is_refused() {
    let part = (Duration::ZERO, vec![b' '; 1024 * 1024]);
    let head = (Duration::ZERO, b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n".to_vec());
    let server = serve(vec![std::iter::once(head).chain(vec![part; 66]).collect()]).await;
    let error = post(&format!("http://{}/graphql", server.address), LONG).await.unwrap_err();
    assert_eq!(verdict(&error), (true, false));
    let message = "the response is too large: more than 64 MiB, and GitHub may have received the request";
    assert_eq!(error.to_string(), message);
}

#[test]
fn debug_shows_no_token() {
    let builder = Client::builder().token(CANARY);
    let text = format!("{builder:?} {:?}", Client::new(CANARY).unwrap());
    assert!(!text.contains("canary"), "{text}");
    assert!(text.contains("https://api.github.com/graphql"), "{text}");
}
