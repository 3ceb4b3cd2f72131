//! Redirects: the token is sent only to the API that it belongs to.

use std::sync::{Arc, OnceLock};

use serde_json::{Value, json};

use super::cards::{CREATE, DIFF, VIEW};
use super::harness::{CANARY, fate, issue, object, widgets};
use super::server::{Server, reply};
use crate::ErrorCode::Server as Failed;
use crate::card::Card;
use crate::client::Client;
use crate::engine::routes::{RouteCall, rest};
use crate::engine::send::{Cancel, Sender};
use crate::error::Phase::{MayBeApplied, Refused};

/// A redirect.
fn moved(status: &str, to: &str) -> Vec<u8> {
    let body = r#"{"message": "Moved Permanently", "url": "x", "documentation_url": "y"}"#;
    reply(status, &format!("location: {to}\r\nset-cookie: session=canary\r\n"), body)
}

async fn run(root: &str, card: &'static Card, input: Value) -> Result<Value, crate::Error> {
    let client = Client::builder().token(CANARY).rest_url(root).build().unwrap();
    let sender = Sender::new(&client, Cancel::never());
    let input = object(input);
    let work = RouteCall { client: &client, card, input: &input, sender: &sender };
    rest::run(&work, card.rest.unwrap()).await
}

#[tokio::test]
async fn another_host_sees_no_token_and_no_cookie() {
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let elsewhere = Server::start(|_| reply("200 OK", "", "a text\n")).await;
        let target = format!("{}/log?sig=1", elsewhere.url);
        let github = Server::start(move |_| moved(status, &target)).await;
        let output = run(&github.url, &DIFF, issue(7)).await.unwrap();
        assert_eq!(output, json!({"diff": "a text\n"}));
        assert!(github.requests()[0].contains(CANARY));
        let seen = elsewhere.requests();
        assert_eq!(seen.len(), 1);
        assert!(seen[0].starts_with("GET /log?sig=1 "), "{}", seen[0]);
        let head = seen[0].to_lowercase();
        for secret in [CANARY, "authorization", "cookie", "x-github"] {
            assert!(!head.contains(secret), "{secret} in {head}");
        }
    }
}

#[tokio::test]
async fn the_token_does_not_return_after_leaving_the_host() {
    let home: Arc<OnceLock<String>> = Arc::default();
    let back = Arc::clone(&home);
    let elsewhere = Server::start(move |_| moved("302 Found", back.get().unwrap())).await;
    let away = format!("{}/away", elsewhere.url);
    let github = Server::start(move |request| {
        if request.starts_with("GET /secret") { reply("200 OK", "", "home") } else { moved("302 Found", &away) }
    })
    .await;
    home.set(format!("{}/secret", github.url)).unwrap();
    assert_eq!(run(&github.url, &DIFF, issue(7)).await.unwrap(), json!({"diff": "home"}));
    let [first, second] = github.requests().try_into().unwrap();
    assert!(first.contains(CANARY) && !second.contains(CANARY), "{second}");
}

#[tokio::test]
async fn a_redirect_without_tls_is_not_followed() {
    let github = Server::start(|_| moved("302 Found", "http://192.0.2.1/log")).await;
    let error = run(&github.url, &DIFF, issue(7)).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (Failed, Refused));
    assert_eq!(error.message(), "HTTP 302: the redirect target does not use TLS");
}

#[tokio::test]
async fn a_redirect_loop_ends() {
    let github = Server::start(|_| moved("301 Moved Permanently", "/round")).await;
    assert_eq!(fate(run(&github.url, &VIEW, issue(1)).await), (Failed, Refused));
    assert_eq!(github.requests().len(), 6);
}

#[tokio::test]
async fn a_write_follows_redirects_only_on_its_host() {
    let elsewhere = Server::start(|_| reply("201 Created", "", "{}")).await;
    for (status, to, follows) in [
        ("307 Temporary Redirect", "/again".to_owned(), true),
        ("308 Permanent Redirect", "/again".to_owned(), true),
        ("301 Moved Permanently", "/again".to_owned(), false),
        ("302 Found", "/again".to_owned(), false),
        ("307 Temporary Redirect", format!("{}/again", elsewhere.url), false),
    ] {
        let github = Server::start(move |request| {
            if request.starts_with("POST /again") {
                reply("404 Not Found", "", r#"{"message": "Not Found"}"#)
            } else {
                moved(status, &to)
            }
        })
        .await;
        let error = run(&github.url, &CREATE, widgets(json!({"title": "x"}))).await.unwrap_err();
        assert_eq!(error.phase(), if follows { Refused } else { MayBeApplied }, "{status}");
        let requests = github.requests();
        assert_eq!(requests.len(), if follows { 2 } else { 1 }, "{status}");
        if follows {
            assert!(requests[1].contains(CANARY) && requests[1].contains(r#""title":"x""#), "{status}");
        }
    }
    assert!(elsewhere.requests().is_empty());
}
