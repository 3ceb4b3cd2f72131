//! Tests of the bytes of a request.

use bytes::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::CALLS;
use crate::Client;

#[tokio::test]
async fn one_post_with_the_token_is_sent() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/graphql", listener.local_addr().unwrap());
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut text = Vec::new();
        while !text.ends_with(b"the body") {
            stream.read_buf(&mut text).await.unwrap();
        }
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").await.unwrap();
        String::from_utf8(text).unwrap()
    });
    let client = Client::builder().token("secret").graphql_url(&url).user_agent("my-bot/1.0").build().unwrap();
    let response = client.post_graphql(Bytes::from_static(b"the body"), &CALLS).await.unwrap();
    assert_eq!(response.body(), "{}");
    let request = server.await.unwrap();
    let (first, rest) = request.split_once("\r\n").unwrap();
    assert_eq!(first, "POST /graphql HTTP/1.1");
    for line in [
        "authorization: Bearer secret",
        "user-agent: my-bot/1.0",
        "content-type: application/json",
        "accept: application/vnd.github+json",
        "x-github-next-global-id: 1",
        "accept-encoding: gzip",
        "content-length: 8",
    ] {
        let times = rest.lines().filter(|given| *given == line).count();
        assert_eq!(times, 1, "{line} in {request}");
    }
    assert!(!rest.contains("cookie"), "{request}");
}
