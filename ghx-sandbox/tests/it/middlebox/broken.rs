//! Responses that arrive late, in part, twice or not at all. The write is executed every time.

use std::time::{Duration, Instant};

use ghx_sandbox::middlebox::{Gzip, Response, Tamper};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{Behind, announced, split};

/// The real body.
pub(super) const BODY: &str = "{\"data\":{\"addComment\":{\"clientMutationId\":null}}}";

/// What a raw client receives; checks that the write was executed once, and the name in the log.
pub(super) async fn seen(tamper: Tamper) -> std::io::Result<Vec<u8>> {
    let behind = Behind::start().await;
    let kind = tamper.kind();
    let bytes = behind.raw(tamper).await;
    let entry = behind.only_entry();
    assert_eq!((entry.kind, entry.forwarded, behind.writes()), (kind, true, 1));
    assert_eq!(entry.response.unwrap().body, BODY.as_bytes());
    bytes
}

/// Whether a real client reports an error; it must not retry the write.
pub(super) async fn fails(tamper: Tamper) -> bool {
    let behind = Behind::start().await;
    behind.middlebox.push(tamper);
    let failed = behind.comment().await.is_err();
    assert_eq!(behind.writes(), 1);
    failed
}

#[tokio::test]
async fn pass_sends_the_real_response() {
    let (head, body) = split(&seen(Tamper::Pass).await.unwrap());
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    assert_eq!((announced(&head), body.as_str()), (BODY.len(), BODY));
}

#[tokio::test]
async fn replacement_is_sent_verbatim() {
    let response = Response::text(302, "text/html", "moved").with("location", "/login");
    let (head, body) = split(&seen(Tamper::Replace(response)).await.unwrap());
    assert!(head.starts_with("HTTP/1.1 302 Found\r\n") && head.contains("location: /login"), "{head}");
    assert_eq!((announced(&head), body.as_str()), (5, "moved"));
    let (head, body) = split(&seen(Tamper::Replace(Response::new(204, ""))).await.unwrap());
    assert_eq!((head.as_str(), body.as_str()), ("HTTP/1.1 204 No Content", ""), "a 204 has no body");
    let (head, _) = split(&seen(Tamper::Replace(Response::new(599, "x"))).await.unwrap());
    assert!(head.starts_with("HTTP/1.1 599 Unknown\r\n"), "{head}");
}

#[tokio::test]
async fn cut_body_keeps_its_content_length() {
    for after_bytes in [0, 1, BODY.len() - 1] {
        let (head, body) = split(&seen(Tamper::Cut { after_bytes }).await.unwrap());
        assert_eq!((announced(&head), body.as_str()), (BODY.len(), &BODY[..after_bytes]));
        assert!(fails(Tamper::Cut { after_bytes }).await);
    }
}

#[tokio::test]
async fn head_is_cut() {
    for after_bytes in [0, 1, 12, 30] {
        let bytes = seen(Tamper::CutHead { after_bytes }).await.unwrap();
        assert_eq!(bytes.len(), after_bytes);
        assert!(b"HTTP/1.1 200 OK\r\n".starts_with(bytes.get(..17).unwrap_or(&bytes)));
        assert!(fails(Tamper::CutHead { after_bytes }).await);
    }
}

#[tokio::test]
async fn chunked_body_ends_early() {
    let (head, body) = split(&seen(Tamper::CutChunked { after_bytes: 4 }).await.unwrap());
    assert!(head.contains("transfer-encoding: chunked") && !head.contains("content-length"), "{head}");
    assert_eq!(body, format!("4\r\n{}\r\n", &BODY[..4]));
    assert!(fails(Tamper::CutChunked { after_bytes: 0 }).await);
    assert!(fails(Tamper::CutChunked { after_bytes: BODY.len() }).await, "only the last chunk is missing");
    assert!(!fails(Tamper::Chunked).await, "these are complete");
}

#[tokio::test]
async fn content_length_is_wrong() {
    for length in [0, 5, BODY.len() + 10] {
        let (head, body) = split(&seen(Tamper::Length(length)).await.unwrap());
        assert_eq!((announced(&head), body.as_str()), (length, BODY));
    }
    assert!(fails(Tamper::Length(BODY.len() + 1)).await);
}

#[tokio::test]
async fn connection_is_reset_or_closed() {
    let reset = seen(Tamper::Reset).await.unwrap_err();
    assert_eq!(reset.kind(), std::io::ErrorKind::ConnectionReset);
    assert_eq!(seen(Tamper::Close).await.unwrap(), b"");
    assert!(fails(Tamper::Reset).await && fails(Tamper::Close).await);
}

#[tokio::test]
async fn connection_is_closed_before_execution() {
    let behind = Behind::start().await;
    assert_eq!(behind.raw(Tamper::CloseUnexecuted).await.unwrap(), b"");
    let entry = behind.only_entry();
    assert_eq!((entry.kind, entry.forwarded, behind.writes()), ("close_unexecuted", false, 0));
}

#[tokio::test]
async fn stall_sends_nothing_then_closes() {
    let start = Instant::now();
    assert_eq!(seen(Tamper::Stall(Duration::from_millis(120))).await.unwrap(), b"");
    assert!(start.elapsed() >= Duration::from_millis(120));
}

#[tokio::test]
async fn delay_sends_the_real_response() {
    let start = Instant::now();
    let bytes = seen(Tamper::Delay(Duration::from_millis(120))).await.unwrap();
    assert!(start.elapsed() >= Duration::from_millis(120));
    assert_eq!(split(&bytes).1, BODY);
}

#[tokio::test]
async fn duplicate_response_stays_on_the_connection() {
    let behind = Behind::start().await;
    behind.middlebox.push(Tamper::Duplicate);
    let mut stream = behind.connect().await;
    let comment = behind.request("/graphql", &behind.comment_body(), "");
    stream.write_all(comment.as_bytes()).await.unwrap();
    let last = behind.request("/graphql", "{\"query\":\"{ viewer { login } }\"}", "connection: close\r\n");
    stream.write_all(last.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let responses: Vec<&str> = text.split("HTTP/1.1 200 OK").skip(1).collect();
    assert_eq!(responses.len(), 3, "{text}");
    assert_eq!(responses[0], responses[1]);
    assert!(responses[2].contains("octocat"));
    assert_eq!(behind.writes(), 1);
}

#[tokio::test]
async fn gzip_is_valid_corrupt_or_truncated() {
    let behind = Behind::start().await;
    behind.middlebox.push(Tamper::Gzip(Gzip::Valid));
    assert_eq!(behind.comment().await.unwrap().text, BODY);
    assert!(fails(Tamper::Gzip(Gzip::Corrupt)).await);
    assert!(fails(Tamper::Gzip(Gzip::Truncated)).await);
    let bytes = seen(Tamper::Gzip(Gzip::Truncated)).await.unwrap();
    let (head, _) = split(&bytes);
    assert!(head.contains("content-encoding: gzip"), "{head}");
    assert_eq!(bytes.len(), head.len() + 4 + announced(&head), "its length fits what is sent");
}

#[tokio::test]
async fn garbage_is_sent_verbatim() {
    let bytes = b"SSH-2.0-OpenSSH_9.6\r\n\0\xFF".to_vec();
    assert_eq!(seen(Tamper::Garbage(bytes.clone())).await.unwrap(), bytes);
    assert!(fails(Tamper::Garbage(bytes)).await);
}
