//! Unusual responses that HTTP allows, and some that it does not allow.

use std::time::{Duration, Instant};

use ghx_sandbox::middlebox::{Response, Tamper};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{
    Behind, announced,
    broken::{BODY, fails, seen},
    split,
};

#[tokio::test]
async fn chunked_body_is_cut_at_any_byte() {
    let half = BODY.len() / 2;
    let encoded = format!("{half:x}\r\n{}\r\n{:x}\r\n{}\r\n0\r\n\r\n", &BODY[..half], BODY.len() - half, &BODY[half..]);
    for after_bytes in [0, 1, 5, encoded.len() - 5, encoded.len() - 1] {
        let (head, body) = split(&seen(Tamper::CutWithinChunk { after_bytes }).await.unwrap());
        assert!(head.contains("transfer-encoding: chunked"), "{head}");
        assert_eq!(body, encoded[..after_bytes]);
        assert!(fails(Tamper::CutWithinChunk { after_bytes }).await, "{after_bytes}");
    }
}

#[tokio::test]
async fn response_is_reset_in_the_middle() {
    for after_bytes in [0, 9, 100, 10_000] {
        // What arrived before the reset may be lost with it.
        let behind = Behind::start().await;
        let read = behind.raw(Tamper::CutReset { after_bytes }).await;
        assert!(read.as_ref().map_or(true, |bytes| bytes.len() <= after_bytes), "{read:?}");
        assert_eq!((behind.only_entry().kind, behind.writes()), ("cut_reset", 1));
    }
    assert!(fails(Tamper::CutReset { after_bytes: 9 }).await);
}

#[tokio::test]
async fn response_stalls_in_the_middle() {
    let (start, time) = (Instant::now(), Duration::from_millis(120));
    let bytes = seen(Tamper::StallAfter { after_bytes: 20, time }).await.unwrap();
    assert_eq!((bytes.len(), start.elapsed() >= time), (20, true));
    assert!(fails(Tamper::StallAfter { after_bytes: 20, time }).await);
}

#[tokio::test]
async fn response_is_sent_slowly() {
    let (start, pause) = (Instant::now(), Duration::from_millis(2));
    let bytes = seen(Tamper::Drip { bytes: 16, pause }).await.unwrap();
    assert_eq!(split(&bytes).1, BODY);
    assert!(start.elapsed() >= pause * u32::try_from(bytes.len() / 16).unwrap());
    assert!(!fails(Tamper::Drip { bytes: 0, pause: Duration::ZERO }).await, "it is complete");
}

#[tokio::test]
async fn http10_body_ends_with_the_connection() {
    let (head, body) = split(&seen(Tamper::Http10 { after_bytes: None }).await.unwrap());
    assert!(head.starts_with("HTTP/1.0 200 OK\r\n") && !head.contains("content-length"), "{head}");
    assert_eq!(body, BODY);
    let behind = Behind::start().await;
    behind.middlebox.push(Tamper::Http10 { after_bytes: Some(7) });
    let answer = behind.comment().await.unwrap();
    assert_eq!((answer.status, answer.text.as_str()), (200, &BODY[..7]), "a client cannot detect that it was cut");
}

#[tokio::test]
async fn informational_responses_come_first() {
    let text = String::from_utf8(seen(Tamper::Informational(vec![100, 103])).await.unwrap()).unwrap();
    assert!(
        text.starts_with("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n"),
        "{text}"
    );
    assert!(!fails(Tamper::Informational(vec![100, 102, 103])).await);
    let behind = Behind::start().await;
    behind.middlebox.push(Tamper::Informational(vec![101]));
    let status = behind.comment().await.map(|answer| answer.status);
    assert_eq!((status.ok(), behind.writes()), (Some(101), 1), "a protocol switch that was not requested");
}

#[tokio::test]
async fn trailers_follow_the_body() {
    let trailers = vec![("x-checksum".to_owned(), "1".to_owned()), ("content-length".to_owned(), "3".to_owned())];
    let (head, body) = split(&seen(Tamper::Trailers(trailers.clone())).await.unwrap());
    assert!(head.contains("trailer: x-checksum, content-length"), "{head}");
    assert!(body.ends_with("\r\n0\r\nx-checksum: 1\r\ncontent-length: 3\r\n\r\n"), "{body}");
    assert!(!fails(Tamper::Trailers(trailers)).await);
}

#[tokio::test]
async fn unsolicited_response_follows_the_real_one() {
    let stray = Response::json(200, &serde_json::json!({ "data": { "stray": true } }));
    let text = String::from_utf8(seen(Tamper::Stray(stray.clone())).await.unwrap()).unwrap();
    let responses: Vec<&str> = text.split("HTTP/1.1 200 OK").skip(1).collect();
    assert!(
        responses.len() == 2 && responses[0].ends_with(BODY) && responses[1].ends_with("{\"data\":{\"stray\":true}}")
    );

    let behind = Behind::start().await;
    for _ in 0..20 {
        behind.middlebox.push(Tamper::Stray(stray.clone()));
        assert_eq!(behind.comment().await.unwrap().text, BODY, "the stray is never taken for a response");
    }
    assert_eq!(behind.writes(), 20);
}

#[tokio::test]
async fn body_is_endless() {
    let behind = Behind::start().await;
    behind.middlebox.push(Tamper::Endless);
    let mut stream = behind.connect().await;
    let request = behind.request("/graphql", &behind.comment_body(), "");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = vec![0; 4 * 1024 * 1024];
    stream.read_exact(&mut bytes).await.unwrap();
    assert!(split(&bytes).1.contains(BODY));
    drop(stream);
    assert_eq!((behind.only_entry().kind, behind.writes()), ("endless", 1));
}

/// A client that is still sending gets a response, and then a reset.
#[tokio::test]
async fn response_is_sent_before_the_request_is_read() {
    let behind = Behind::start().await;
    behind.middlebox.script_early(|exchange| {
        assert_eq!((exchange.number, exchange.body.as_str()), (1, ""));
        Some(Response::text(413, "text/plain", "too much"))
    });
    let body = "x".repeat(30_000_000);
    let mut stream = behind.connect().await;
    let request = behind.request("/graphql", &body, "");
    let (mut reader, mut writer) = stream.split();
    let mut bytes = vec![0; 20];
    let (sent, read) = tokio::join!(writer.write_all(request.as_bytes()), reader.read_exact(&mut bytes));
    assert!(sent.is_err(), "the rest was not read");
    assert!(read.is_err() || bytes.starts_with(b"HTTP/1.1 413 "), "{bytes:?}");
    let entry = behind.only_entry();
    assert_eq!((entry.kind, entry.forwarded, behind.writes()), ("early", false, 0));
    behind.middlebox.pass_all();
    behind.comment().await.unwrap().data();
}

/// Sizes that clients may refuse.
#[tokio::test]
async fn huge_headers_and_bodies() {
    let huge = Response::new(200, vec![b' '; 1_000_000]).with("x-huge", "y".repeat(500_000));
    let (head, body) = split(&seen(Tamper::Replace(huge)).await.unwrap());
    assert_eq!((head.len() > 500_000, announced(&head), body.len()), (true, 1_000_000, 1_000_000));
}
