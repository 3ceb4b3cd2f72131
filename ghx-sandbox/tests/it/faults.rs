//! Each fault, as the client sees it.

use std::time::{Duration, Instant};

use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, Sandbox, Spelling, When};
use serde_json::{Value, json};

use crate::client::{Client, Received};

pub(crate) const VIEWER: &str = "{ viewer { login } }";
pub(crate) const COMMENT: &str = "mutation Add($id: ID!) { s1: addComment(input: { subjectId: $id, body: \"hi\" }) { \
                       commentEdge { node { id body } } } }";

pub(crate) async fn with(rule: impl Into<FaultRule>) -> Client {
    let client = Client::start().await;
    client.sandbox.inject(rule);
    client
}

pub(crate) async fn comment(client: &Client) -> Received {
    let id = client.id("acme/widgets", 2);
    client.graphql(COMMENT, json!({ "id": id })).await
}

pub(crate) fn comments(client: &Client) -> usize {
    client.sandbox.issue("acme/widgets", 2).unwrap().comments.len()
}

#[tokio::test]
async fn primary_limit_in_both_spellings() {
    let client = with(Fault::PrimaryLimit { spelling: Spelling::Classic, remaining: 0, reset_in: 60 }).await;
    let response = client.graphql(VIEWER, Value::Null).await;
    assert_eq!(response.status, 200);
    assert_eq!(response.json().get("data"), None);
    assert_eq!(response.first_error()["type"], "RATE_LIMITED");
    assert_eq!(response.header("x-ratelimit-remaining"), "0");
    assert_eq!(response.header("x-ratelimit-resource"), "graphql");

    client.sandbox.inject(Fault::PrimaryLimit { spelling: Spelling::Newer, remaining: 4, reset_in: 60 });
    let response = client.graphql(VIEWER, Value::Null).await;
    assert_eq!(response.first_error()["type"], "RATE_LIMIT");
    assert_eq!(response.first_error()["code"], "graphql_rate_limit");
    assert_eq!(response.header("x-ratelimit-remaining"), "4");

    client.sandbox.inject(Fault::PrimaryLimit { spelling: Spelling::Classic, remaining: 0, reset_in: 60 });
    let response = client.get("/repos/acme/widgets").await;
    assert_eq!(response.status, 403);
    assert_eq!(response.header("x-ratelimit-remaining"), "0");
    assert!(response.json()["message"].as_str().unwrap().contains("API rate limit exceeded"));
}

#[tokio::test]
async fn primary_limit_by_points() {
    let client = Client::of(Sandbox::builder().points_per_hour(2)).await;
    let used = |response: &Received| {
        (response.header("x-ratelimit-used").to_owned(), response.header("x-ratelimit-remaining").to_owned())
    };
    let first = client.graphql(VIEWER, Value::Null).await;
    assert_eq!(used(&first), ("1".to_owned(), "1".to_owned()));
    let last = client.graphql(VIEWER, Value::Null).await;
    assert_eq!(used(&last), ("2".to_owned(), "0".to_owned()));
    assert_eq!(last.data()["viewer"]["login"], "octocat", "the last request that succeeds says 0 as well");
    let over = client.graphql(VIEWER, Value::Null).await;
    assert_eq!(over.first_error()["type"], "RATE_LIMITED");
    assert_eq!(client.get("/repos/acme/widgets").await.status, 200, "REST has a budget of its own");
}

#[tokio::test]
async fn secondary_limit_with_200_and_403() {
    for (status, retry_after) in [(200, None), (200, Some(30)), (403, None), (403, Some(7)), (429, Some(1))] {
        let client = with(Fault::SecondaryLimit { status, retry_after }).await;
        let response = comment(&client).await;
        assert_eq!(response.status, status);
        assert_eq!(response.header("retry-after"), retry_after.map_or(String::new(), |seconds| seconds.to_string()));
        assert!(response.text.contains("secondary rate limit"));
        assert_eq!(response.header("x-ratelimit-remaining"), "5000");
        assert_eq!(response.header("x-ratelimit-resource"), "graphql");
        assert_eq!(comments(&client), 0);
    }
}

#[tokio::test]
async fn too_quickly() {
    let client = with(Fault::TooQuickly).await;
    let response = comment(&client).await;
    assert_eq!(response.status, 200);
    let error = response.first_error();
    assert_eq!(error["type"], "UNPROCESSABLE");
    assert_eq!(error["message"], "was submitted too quickly");
    assert_eq!(error["path"], json!(["s1"]));
    assert_eq!(response.json()["data"], json!({ "s1": null }));
    assert_eq!(comments(&client), 0);
    assert!(client.sandbox.writes().is_empty());
}

#[tokio::test]
async fn fault_stays_armed_until_it_applies() {
    let client = with(Fault::TooQuickly).await;
    client.sandbox.inject(Fault::Unexplained { keeps_data: true });
    assert_eq!(client.get("/user").await.status, 200);
    assert_eq!(client.get("/_sandbox/faults").await.json().as_array().unwrap().len(), 2, "REST uses up neither");
    let response = client.graphql(VIEWER, Value::Null).await;
    assert_eq!(response.json()["errors"].as_array().unwrap().len(), 1, "a query meets one of them");
    assert_eq!(comment(&client).await.first_error()["message"], "was submitted too quickly");
    assert_eq!(client.get("/_sandbox/faults").await.json(), json!([]));
}

#[tokio::test]
async fn gateway_before_and_after_executing() {
    for status in [502, 504] {
        for (body, start) in [(GatewayBody::Html, "<!DOCTYPE html>"), (GatewayBody::Json, "{\"data\":null")] {
            for (when, written) in [(When::Before, 0), (When::After, 1)] {
                let client = with(Fault::Gateway { status, body, when }).await;
                let response = comment(&client).await;
                assert_eq!(response.status, status);
                assert!(response.text.starts_with(start), "{}", response.text);
                let is_html = body == GatewayBody::Html;
                assert_eq!(response.header("content-type").starts_with("text/html"), is_html);
                assert_eq!(comments(&client), written);
                assert_eq!(client.sandbox.writes().len(), written);
            }
        }
    }
}

#[tokio::test]
async fn connection_dropped_before_and_after_executing() {
    for (when, written) in [(When::Before, 0), (When::After, 1)] {
        let client = with(FaultRule::new(Fault::Drop { when }).on(On::Mutation).always()).await;
        let id = client.id("acme/widgets", 2);
        let response = client.try_graphql(COMMENT, json!({ "id": id })).await;
        assert!(response.is_err(), "{response:?}");
        // HTTP clients may retry a request whose connection was closed.
        let seen = client.sandbox.requests().len();
        assert_eq!(comments(&client), written * seen);
        assert_eq!(client.sandbox.requests()[0].status, None);
        assert_eq!(client.sandbox.requests()[0].faults, ["drop"]);
    }
}

#[tokio::test]
async fn slow_response() {
    let client = with(Fault::Slow { millis: 120 }).await;
    let start = Instant::now();
    client.graphql(VIEWER, Value::Null).await.data();
    assert!(start.elapsed() >= Duration::from_millis(120));
}

#[tokio::test]
async fn error_without_path() {
    let client = with(Fault::Unexplained { keeps_data: true }).await;
    let response = comment(&client).await;
    let error = response.first_error();
    assert!(error["message"].as_str().unwrap().starts_with("Something went wrong while executing your query."));
    assert_eq!((error.get("path"), error.get("type")), (None, None));
    assert_eq!(response.json()["data"]["s1"]["commentEdge"]["node"]["body"], "hi");

    client.sandbox.inject(Fault::Unexplained { keeps_data: false });
    let response = comment(&client).await;
    assert_eq!(response.json()["data"], Value::Null);
    assert_eq!(comments(&client), 2);
}

#[tokio::test]
async fn error_below_a_payload_after_the_write() {
    let client = with(Fault::BelowPayload).await;
    let response = comment(&client).await;
    assert_eq!(response.first_error()["path"], json!(["s1", "commentEdge"]));
    assert_eq!(response.json()["data"], json!({ "s1": { "commentEdge": null } }));
    assert_eq!(comments(&client), 1);
}

#[tokio::test]
async fn alias_null_without_an_error() {
    for (when, written) in [(When::Before, 0), (When::After, 1)] {
        let client = with(Fault::SilentNull { when }).await;
        let response = comment(&client).await;
        assert_eq!(response.json(), json!({ "data": { "s1": null } }));
        assert_eq!(comments(&client), written);
    }
}

#[tokio::test]
async fn resource_limits_with_partial_data() {
    let client = with(Fault::ResourceLimits { after: 1 }).await;
    let response = client.graphql("{ a: viewer { login } b: viewer { login } }", Value::Null).await;
    assert_eq!(response.status, 200);
    let error = response.first_error();
    assert_eq!(error["type"], "RESOURCE_LIMITS_EXCEEDED");
    assert_eq!(error["path"], json!(["b"]));
    assert_eq!(response.json()["data"], Value::Null, "`viewer` is not nullable");
    client.sandbox.inject(Fault::ResourceLimits { after: 1 });
    let query = "{ a: user(login: \"mona\") { login } b: user(login: \"mona\") { login } }";
    let response = client.graphql(query, Value::Null).await;
    assert_eq!(response.json()["data"], json!({ "a": { "login": "mona" }, "b": null }));
}

#[tokio::test]
async fn insufficient_scopes_has_locations_only() {
    let client = with(Fault::InsufficientScopes { scope: "read:project".to_owned() }).await;
    let response = comment(&client).await;
    assert_eq!(response.status, 200);
    let error = response.first_error();
    assert_eq!(error["type"], "INSUFFICIENT_SCOPES");
    assert_eq!(error.get("path"), None);
    assert_eq!(error["locations"], json!([{ "line": 1, "column": 26 }]));
    assert_eq!(response.json().get("data"), None);
    assert_eq!(comments(&client), 0);
}

#[tokio::test]
async fn expired_token() {
    let client = with(FaultRule::new(Fault::ExpiredToken).times(2)).await;
    for response in [client.graphql(VIEWER, Value::Null).await, client.get("/user").await] {
        assert_eq!(response.status, 401);
        assert_eq!(response.json()["message"], "Bad credentials");
    }
}

#[tokio::test]
async fn saml_failure_and_validation_timeout() {
    let client = with(Fault::SamlFailure).await;
    let response = client.graphql(VIEWER, Value::Null).await;
    assert_eq!(response.first_error()["extensions"]["saml_failure"], true);
    assert!(response.header("x-github-sso").starts_with("required; url="));
    client.sandbox.inject(Fault::ValidationTimeout);
    let response = comment(&client).await;
    assert_eq!(response.json(), json!({ "errors": [{ "message": "Timeout on validation of query" }] }));
    assert_eq!(comments(&client), 0);
}

#[tokio::test]
async fn faults_are_armed_over_http() {
    let client = Client::start().await;
    let rule = json!({ "fault": "gateway", "status": 504, "when": "after", "on": "mutation", "skip": 1, "times": 1 });
    assert_eq!(client.rest("POST", "/_sandbox/faults", rule).await.status, 204);
    assert_eq!(client.get("/_sandbox/faults").await.json()[0]["fault"], "gateway");
    assert_eq!(client.graphql(VIEWER, Value::Null).await.status, 200);
    assert_eq!(comment(&client).await.status, 200);
    assert_eq!(comment(&client).await.status, 504);
    assert_eq!(comment(&client).await.status, 200);
    assert_eq!(client.get("/_sandbox/writes").await.json().as_array().unwrap().len(), 3);
    assert_eq!(client.get("/_sandbox/requests").await.json().as_array().unwrap().len(), 4);
    for wrong in
        [json!({ "fault": "nonsense" }), json!({ "fault": "too_quickly", "rot": 1 }), json!({ "fault": "slow" })]
    {
        assert_eq!(client.rest("POST", "/_sandbox/faults", wrong).await.status, 422);
    }
    assert_eq!(client.rest("DELETE", "/_sandbox/faults", json!({})).await.status, 204);
    assert_eq!(client.get("/_sandbox/faults").await.json(), json!([]));
    assert_eq!("too_quickly".parse::<FaultRule>().unwrap(), FaultRule::new(Fault::TooQuickly));
}
