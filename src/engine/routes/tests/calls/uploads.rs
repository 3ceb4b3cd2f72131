//! Bytes, and the host that receives them.

use std::sync::{Arc, OnceLock};

use serde_json::json;

use super::super::harness::{CANARY, fate, scratch, widgets};
use super::super::server::{Server, reply};
use super::*;
use crate::ErrorCode::{AdapterUnsupported, Network, Server as Failed, Validation};
use crate::card::Effect;
use crate::card::route::{ByteForm, Success, SuccessBody, Upload};
use crate::error::Phase::{MayBeApplied, NotSent, Refused};

const UPLOAD: Upload = Upload::new(
    &[
        (ByteForm::File, Source::Input("after")),
        (ByteForm::Base64, Source::Input("body")),
        (ByteForm::Text, Source::Input("labels")),
    ],
    Source::Input("state"),
);

static ASSET: Card = card(
    Effect::Write,
    Some(&RestRoute::new(
        &[
            RestCall::new("release", Method::Get, below![Segment::Text("/releases/1")]),
            RestCall::new("main", Method::Post, below![Segment::Text("/releases/1/assets")])
                .query(&[("name", Source::Input("title"))])
                .upload(UPLOAD)
                .host(Source::found("release", &["upload_url"]))
                .successes(&[Success::new(201, SuccessBody::Object)]),
        ],
        &[field("id", Take::Value(Pick::new(&["id"])))],
    )),
    None,
    super::super::cards::INPUTS,
);

/// A server whose release has this URL for uploads, below the server if it starts with a slash.
async fn github(upload_url: &'static str, response: Vec<u8>) -> Server {
    let own: Arc<OnceLock<String>> = Arc::default();
    let root = Arc::clone(&own);
    let server = Server::start(move |request| {
        if request.starts_with("POST ") {
            return response.clone();
        }
        let url = if upload_url.starts_with('/') {
            format!("{}{upload_url}", root.get().unwrap())
        } else {
            upload_url.to_owned()
        };
        reply("200 OK", "", &json!({ "upload_url": url }).to_string())
    })
    .await;
    own.set(server.url.clone()).unwrap();
    server
}

const ASSETS: &str = "/api/uploads/repos/acme/widgets/releases/1/assets{?name,label}";

fn input(more: Value) -> Value {
    let mut input = object(widgets(json!({"title": "a b.zip", "state": "application/zip"})));
    input.extend(object(more));
    Value::Object(input)
}

#[tokio::test]
async fn bytes_are_sent_as_they_are() {
    let folder = scratch().join(format!("uploads-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("asset.zip");
    std::fs::write(&file, "from a file").unwrap();
    for (given, bytes) in [
        (json!({"labels": "{\"plain\": true}"}), "{\"plain\": true}"),
        (json!({"body": "aGkK"}), "hi\n"),
        (json!({"after": file.to_str().unwrap(), "body": "aGkK"}), "from a file"),
    ] {
        let server = github(ASSETS, reply("201 Created", "", r#"{"id": 7}"#)).await;
        assert_eq!(run(&server.url, &ASSET, input(given)).await.unwrap(), json!({"id": 7}));
        let sent = &server.requests()[1];
        let line = "POST /api/uploads/repos/acme/widgets/releases/1/assets?name=a+b.zip HTTP/1.1\r\n";
        assert!(sent.starts_with(line), "{sent}");
        assert!(sent.to_lowercase().contains("content-type: application/zip\r\n"), "{sent}");
        assert!(sent.contains(CANARY) && sent.ends_with(&format!("\r\n\r\n{bytes}")), "{sent}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn the_token_is_sent_to_the_host_for_uploads_only() {
    let elsewhere = Server::start(|_| reply("201 Created", "", r#"{"id": 7}"#)).await;
    let other: &'static str = Box::leak(format!("{}/api/uploads/x", elsewhere.url).into_boxed_str());
    for url in [other, "/repos/acme/widgets/releases/1/assets", "https://uploads.github.com/x", "no url"] {
        let server = github(url, reply("201 Created", "", r#"{"id": 7}"#)).await;
        let result = run(&server.url, &ASSET, input(json!({"labels": "x"}))).await;
        assert_eq!(fate(result), (Failed, Refused), "{url}");
        assert_eq!(server.requests().len(), 1, "{url}: nothing is sent");
    }
    assert!(elsewhere.requests().is_empty());
}

#[tokio::test]
async fn an_upload_without_a_proof_is_unknown() {
    let cut = b"HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\n{".to_vec();
    for (response, code) in [
        (cut, Network),
        (reply("502 Bad Gateway", "", "<html>"), Failed),
        (reply("201 Created", "", "<html>"), Failed),
        (reply("200 OK", "", r#"{"id": 7}"#), Failed),
        (reply("307 Temporary Redirect", "location: https://example.com/\r\n", MISSING), Failed),
    ] {
        let server = github(ASSETS, response).await;
        let result = run(&server.url, &ASSET, input(json!({"labels": "x"}))).await;
        assert_eq!(fate(result), (code, MayBeApplied));
        assert_eq!(server.requests().len(), 2, "an upload is sent once");
    }
}

#[tokio::test]
async fn bytes_that_cannot_be_sent_are_refused() {
    let server = github(ASSETS, reply("201 Created", "", r#"{"id": 7}"#)).await;
    for given in [json!({}), json!({"body": "not base64"}), json!({"labels": "x", "state": "a\nb"})] {
        let result = run(&server.url, &ASSET, input(given.clone())).await;
        assert_eq!(fate(result), (AdapterUnsupported, NotSent), "{given}");
    }
    assert!(server.requests().is_empty());
    let missing = run(&server.url, &ASSET, input(json!({"after": "/no/such/file"}))).await.unwrap_err();
    assert_eq!((missing.code(), missing.phase()), (Validation, Refused));
    assert!(missing.message().starts_with("the file `/no/such/file` cannot be sent"), "{missing}");
    let folder = run(&server.url, &ASSET, input(json!({"after": "/"}))).await;
    assert_eq!(fate(folder), (Validation, Refused));
    assert!(server.requests().iter().all(|request| request.starts_with("GET ")), "nothing was written");
}
