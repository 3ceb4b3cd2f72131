//! How the transport treats responses.

use super::raw::{now, serve};
use super::{CANARY, LONG, post};

/// `{"data":{}}`, in gzip.
const PACKED: [u8; 31] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xab, 0x56, 0x4a, 0x49, 0x2c, 0x49, 0x54, 0xb2, 0xaa,
    0xae, 0xad, 0x05, 0x00, 0xd6, 0x06, 0x7b, 0xf3, 0x0b, 0x00, 0x00, 0x00,
];

#[tokio::test]
async fn a_gzip_response_is_decompressed() {
    let head = format!("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\n\r\n", PACKED.len());
    let server = serve(vec![now([head.as_bytes(), &PACKED].concat())]).await;
    let answer = post(&format!("http://{}/graphql", server.address), LONG).await.unwrap();
    assert_eq!(answer.body(), r#"{"data":{}}"#);
    assert!(server.requests().await[0].contains("accept-encoding: gzip"));
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let elsewhere = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let target = elsewhere.local_addr().unwrap();
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let head = format!("HTTP/1.1 {status}\r\nlocation: http://{target}/\r\ncontent-length: 0\r\n\r\n");
        let server = serve(vec![now(head)]).await;
        let answer = post(&format!("http://{}/graphql", server.address), LONG).await.unwrap();
        assert_eq!(answer.status().as_str(), &status[..3]);
        assert_eq!(answer.headers()["location"], format!("http://{target}/"));
        assert!(server.requests().await[0].contains(CANARY));
    }
    let visit = tokio::time::timeout(std::time::Duration::from_millis(100), elsewhere.accept()).await;
    assert!(visit.is_err(), "somebody followed");
}

#[tokio::test]
async fn cookies_are_not_kept() {
    let head = "HTTP/1.1 200 OK\r\nset-cookie: a=b\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    let server = serve(vec![now(head), now(head)]).await;
    for _ in 0..2 {
        post(&format!("http://{}/graphql", server.address), LONG).await.unwrap();
    }
    assert!(server.requests().await.iter().all(|request| !request.contains("cookie")));
}
