//! Refusals of GitHub, in all their forms.

use serde_json::{Value, json};

use super::cards::{CREATE, VIEW};
use super::harness::{CANARY, Harness, fate, issue, object, widgets};
use super::server::{Server, reply};
use crate::ErrorCode;
use crate::ErrorCode::{Auth, RateLimit, Server as Failed, Validation};
use crate::card::Card;
use crate::client::Client;
use crate::engine::routes::{RouteCall, rest};
use crate::engine::send::{Cancel, Sender};
use crate::error::Phase;
use crate::error::Phase::{MayBeApplied, NotSent, Refused};
use ghx_sandbox::{Fault, FaultRule, On, Spelling};

async fn at(root: &str, card: &'static Card, input: Value) -> Result<Value, crate::Error> {
    let client = Client::builder().token(CANARY).rest_url(root).max_wait(std::time::Duration::ZERO).build().unwrap();
    let sender = Sender::new(&client, Cancel::never());
    let input = object(input);
    rest::run(&RouteCall { client: &client, card, input: &input, sender: &sender }, card.rest.unwrap()).await
}

/// The error of a write that gets this response.
async fn refused(status: &'static str, headers: &'static str, body: impl Into<String>) -> crate::Error {
    let body = body.into();
    let server = Server::start(move |_| reply(status, headers, &body)).await;
    at(&server.url, &CREATE, widgets(json!({"title": "x", "body": "y"}))).await.unwrap_err()
}

#[tokio::test]
async fn a_422_names_its_fields() {
    const STATUS: &str = "422 Unprocessable Entity";
    for (errors, message, pointer) in [
        (
            json!([{"resource": "Issue", "field": "title", "code": "missing"}]),
            "`title` names something that does not exist",
            "/title",
        ),
        (json!([{"resource": "Issue", "field": "title", "code": "missing_field"}]), "`title` must be given", "/title"),
        (json!([{"resource": "Issue", "field": "title", "code": "invalid"}]), "`title` is not valid", "/title"),
        (json!([{"resource": "Label", "field": "name", "code": "already_exists"}]), "`name` already exists", "/name"),
        (
            json!([{"resource": "Issue", "field": "body", "code": "unprocessable"}]),
            "`body` cannot be processed",
            "/body",
        ),
        (
            json!([{"resource": "Issue", "field": "title", "code": "custom", "message": "is odd"}]),
            "`title` was refused: is odd",
            "/title",
        ),
        (
            json!([{"resource": "Issue", "code": "custom", "message": "no such head"}]),
            "the input was refused: no such head",
            "",
        ),
        (json!(["plain text"]), "the input was refused: plain text", ""),
        (json!("plain text"), "the input was refused: plain text", ""),
    ] {
        let error = refused(STATUS, "", json!({"message": "Validation Failed", "errors": errors}).to_string()).await;
        assert_eq!((error.code(), error.phase()), (Validation, Refused), "{errors}");
        assert_eq!(error.message(), format!("Validation Failed (HTTP 422): {message}"));
        assert_eq!(error.problems()[0].pointer(), pointer);
    }
    for body in ["<html>", "", "[]", "{}", r#"{"errors": 7}"#, r#"{"errors": [[]]}"#, r#"{"errors": [null]}"#] {
        let error = refused(STATUS, "", body).await;
        assert_eq!((error.code(), error.phase()), (Validation, MayBeApplied), "{body}: not GitHub's own error");
    }
    let error = refused(STATUS, "", r#"{"message": "Reference already exists"}"#).await;
    assert_eq!(error.message(), "Reference already exists (HTTP 422)");
    let throttled =
        json!({"message": "Validation Failed", "errors": [{"code": "custom", "message": "was submitted too quickly"}]});
    let error = refused(STATUS, "", throttled.to_string()).await;
    assert_eq!((error.code(), error.phase(), error.retry_at().is_some()), (RateLimit, Refused, true));
}

#[tokio::test]
async fn each_kind_of_403_has_its_code() {
    const STATUS: &str = "403 Forbidden";
    let denied = r#"{"message": "Resource not accessible by integration"}"#;
    let cases: [(&str, &str, ErrorCode, &str); 6] = [
        ("", denied, Auth, "Resource not accessible by integration (HTTP 403: the token is not allowed to do this)"),
        (
            "x-accepted-github-permissions: issues=write\r\n",
            denied,
            Auth,
            "Resource not accessible by integration (HTTP 403: the token needs issues=write)",
        ),
        (
            "x-github-sso: required; url=https://github.com/orgs/a/sso?x=1\r\n",
            denied,
            Auth,
            "Resource not accessible by integration (HTTP 403: authorise the token for single sign-on at https://github.com/orgs/a/sso?x=1)",
        ),
        ("x-ratelimit-remaining: 0\r\n", denied, RateLimit, "Resource not accessible by integration"),
        ("retry-after: 9\r\n", denied, RateLimit, "Resource not accessible by integration"),
        (
            "",
            r#"{"message": "You have triggered an abuse detection mechanism."}"#,
            RateLimit,
            "You have triggered an abuse detection mechanism.",
        ),
    ];
    for (headers, body, code, message) in cases {
        let error = refused(STATUS, headers, body).await;
        assert_eq!((error.code(), error.phase(), error.message()), (code, Refused, message));
    }
}

#[tokio::test]
async fn html_pages_are_not_responses_of_github() {
    let server = Server::start(|_| reply("200 OK", "", "<html>hello</html>")).await;
    assert_eq!(fate(at(&server.url, &VIEW, issue(1)).await), (Failed, Refused));
    assert_eq!(fate(at(&server.url, &CREATE, widgets(json!({"title": "x"}))).await), (Failed, MayBeApplied));
    let server = Server::start(|_| reply("200 OK", "", "")).await;
    assert_eq!(fate(at(&server.url, &VIEW, issue(1)).await), (Failed, Refused));
    let server = Server::start(|_| reply("302 Found", "", "")).await;
    assert_eq!(fate(at(&server.url, &VIEW, issue(1)).await), (Failed, Refused));
}

/// The outcome of a GraphQL request of the same client.
async fn graphql(harness: &Harness) -> Result<Value, (ErrorCode, Phase)> {
    let asked: Result<Value, _> = harness.client.graphql("{ viewer { login } }", json!({})).await;
    asked.map_err(|error| (error.code(), error.phase()))
}

#[tokio::test]
async fn primary_limits_are_separate_and_secondary_are_shared() {
    let short = || Harness::with(|builder| builder.max_wait(std::time::Duration::from_millis(10)));
    let primary = Fault::PrimaryLimit { spelling: Spelling::Classic, remaining: 0, reset_in: 3600 };
    let harness = short().await.arm(FaultRule::new(primary.clone()).on(On::Rest));
    assert_eq!(fate(harness.rest(&VIEW, issue(1)).await), (RateLimit, Refused));
    assert!(graphql(&harness).await.is_ok(), "the other budget is full");
    assert_eq!(fate(harness.rest(&VIEW, issue(1)).await), (RateLimit, NotSent));
    assert_eq!(harness.calls(), 2, "a budget that is known to be used up is not asked");

    let harness = short().await.arm(FaultRule::new(primary).on(On::Graphql));
    assert_eq!(graphql(&harness).await, Err((RateLimit, Refused)));
    assert!(harness.rest(&VIEW, issue(1)).await.is_ok());

    let secondary = Fault::SecondaryLimit { status: 403, retry_after: Some(30) };
    let harness = short().await.arm(FaultRule::new(secondary.clone()).on(On::Rest));
    assert_eq!(fate(harness.rest(&VIEW, issue(1)).await), (RateLimit, Refused));
    assert_eq!(graphql(&harness).await, Err((RateLimit, NotSent)));
    assert_eq!(fate(harness.cli(&VIEW, issue(1)).await), (RateLimit, NotSent));
    assert_eq!(harness.calls(), 1);

    let harness = short().await.arm(FaultRule::new(secondary).on(On::Mutation));
    assert_eq!(fate(harness.cli(&CREATE, widgets(json!({"title": "x"}))).await), (RateLimit, Refused));
    assert_eq!(fate(harness.rest(&VIEW, issue(1)).await), (RateLimit, NotSent));
}
