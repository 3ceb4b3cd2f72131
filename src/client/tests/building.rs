//! Tests of the builder: settings, environment variables, and settings that are refused.

use std::time::Duration;

use crate::client::env::Environment;
use crate::client::{ClientBuilder, Gh, MaxBatch};
use crate::{Client, Error, ErrorCode};

fn environment(variables: &'static [(&str, &str)]) -> ClientBuilder {
    ClientBuilder::with_environment(Environment::read(|name| {
        variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
    }))
}

fn urls(client: &Client) -> (String, String) {
    (client.settings().graphql_url.to_string(), client.settings().rest_url.to_string())
}

fn pair(graphql: &str, rest: &str) -> (String, String) {
    (graphql.to_owned(), rest.to_owned())
}

#[test]
fn the_defaults_match_the_docs() {
    let client = Client::new("t").unwrap();
    assert_eq!(urls(&client), pair("https://api.github.com/graphql", "https://api.github.com/"));
    let settings = client.settings();
    assert_eq!((settings.timeout, settings.max_wait), (Duration::from_secs(30), Duration::from_secs(60)));
    assert_eq!(settings.max_batch, MaxBatch::AtMost(50));
    assert_eq!(client.host().to_string(), "github.com");
    assert!(client.cooldown().until(None).is_none());
}

#[test]
fn the_environment_names_the_host() {
    let client = environment(&[("GH_TOKEN", "t"), ("GH_HOST", "Acme.ghe.com")]).build().unwrap();
    assert_eq!(urls(&client), pair("https://api.acme.ghe.com/graphql", "https://api.acme.ghe.com/"));
    let client = environment(&[("GH_ENTERPRISE_TOKEN", "t"), ("GH_HOST", "ghe.example.com")]).build().unwrap();
    assert_eq!(urls(&client), pair("https://ghe.example.com/api/graphql", "https://ghe.example.com/api/v3/"));
    let client = environment(&[("GITHUB_TOKEN", "t"), ("GH_HOST", "github.com")]).build().unwrap();
    assert_eq!(urls(&client), pair("https://api.github.com/graphql", "https://api.github.com/"));
}

#[test]
fn the_other_url_is_derived_unless_it_is_set() {
    for (graphql, rest, expected) in [
        (Some("http://127.0.0.1:8080/graphql"), None, pair("http://127.0.0.1:8080/graphql", "http://127.0.0.1:8080/")),
        (Some("https://ghe.io/api/graphql"), None, pair("https://ghe.io/api/graphql", "https://ghe.io/api/v3/")),
        (Some("https://gw.io/ask"), Some("https://gw.io/r"), pair("https://gw.io/ask", "https://gw.io/r/")),
        (None, Some("http://[::1]:8080"), pair("http://[::1]:8080/graphql", "http://[::1]:8080/")),
        (None, Some("https://ghe.io/api/v3"), pair("https://ghe.io/api/graphql", "https://ghe.io/api/v3/")),
        (Some("https://a.io/graphql"), Some("https://A.io:9/r/"), pair("https://a.io/graphql", "https://A.io:9/r/")),
        (
            Some("http://[::1]:1/graphql"),
            Some("http://localhost:2/"),
            pair("http://[::1]:1/graphql", "http://localhost:2/"),
        ),
    ] {
        let mut builder = Client::builder().token("t");
        builder = graphql.into_iter().fold(builder, ClientBuilder::graphql_url);
        builder = rest.into_iter().fold(builder, ClientBuilder::rest_url);
        assert_eq!(urls(&builder.build().unwrap()), expected);
    }
    let client =
        environment(&[("GH_TOKEN", "t"), ("GITHUB_GRAPHQL_URL", "http://localhost:1/graphql")]).build().unwrap();
    assert_eq!(urls(&client), pair("http://localhost:1/graphql", "http://localhost:1/"));
    let client = environment(&[("GH_TOKEN", "t"), ("GITHUB_API_URL", "https://ghe.io/api/v3")]).build().unwrap();
    assert_eq!(urls(&client), pair("https://ghe.io/api/graphql", "https://ghe.io/api/v3/"));
}

#[test]
fn settings_in_code_override_the_environment() {
    let actions = || {
        environment(&[
            ("GITHUB_TOKEN", "common"),
            ("GH_ENTERPRISE_TOKEN", "enterprise"),
            ("GITHUB_GRAPHQL_URL", "https://api.github.com/graphql"),
            ("GITHUB_API_URL", "https://api.github.com"),
        ])
    };
    let client = actions().host("ghe.example.com").build().unwrap();
    assert_eq!(urls(&client), pair("https://ghe.example.com/api/graphql", "https://ghe.example.com/api/v3/"));
    let client = actions().graphql_url("http://localhost:1/graphql").rest_url("http://localhost:1/").build().unwrap();
    assert_eq!(urls(&client), pair("http://localhost:1/graphql", "http://localhost:1/"));
    environment(&[]).token("t").build().unwrap();
    environment(&[("GH_HOST", "https://wrong")]).token("t").host("github.com").build().unwrap();
}

fn refused(builder: ClientBuilder) -> Error {
    builder.build().unwrap_err()
}

#[test]
fn a_token_is_only_sent_to_its_own_host() {
    let error = refused(environment(&[
        ("GH_HOST", "ghe.example.com"),
        ("GH_ENTERPRISE_TOKEN", "t"),
        ("GITHUB_GRAPHQL_URL", "https://api.github.com/graphql"),
    ]));
    let message = "`GITHUB_GRAPHQL_URL` is on `api.github.com`, but `GH_HOST` is `ghe.example.com`, and a token is only sent \
        to its own host (unset one of the two)";
    assert_eq!((error.code(), error.message()), (ErrorCode::Validation, message));
    let builder = || Client::builder().token("t").host("ghe.example.com");
    refused(builder().rest_url("https://ghe.example.com.evil.io/api/v3"));
    builder().rest_url("https://api.ghe.example.com/").build().unwrap();
    builder().graphql_url("http://127.0.0.1:9/graphql").build().unwrap();
}

/// A GraphQL URL and a REST URL on two hosts once both got the token.
#[test]
fn both_urls_must_be_on_the_same_host() {
    let both = |graphql: &str, rest: &str| Client::builder().token("t").graphql_url(graphql).rest_url(rest);
    let error = refused(both("https://a.io/graphql", "https://b.io/r/"));
    let message = "`graphql_url` is on `a.io`, but `rest_url` is on `b.io`, and a token is only sent to its own host (use \
        one host for both, or one client for each)";
    assert_eq!((error.code(), error.message()), (ErrorCode::Validation, message));
    for (graphql, rest) in [
        ("https://api.github.com/graphql", "https://ghe.io/api/v3"),
        ("https://api.github.com/graphql", "http://127.0.0.1:9/"),
        ("http://github.localhost/graphql", "https://api.github.com/"),
        ("https://a.io/graphql", "https://api.a.io/"),
        ("https://a.io/graphql", "https://a.io.evil.io/"),
    ] {
        refused(both(graphql, rest));
    }
    refused(both("https://a.io/graphql", "https://b.io/").host("a.io"));
    both("https://a.io/graphql", "https://api.a.io/").host("a.io").build().unwrap();
    let error = refused(Client::builder().token("t").graphql_url("https://gw.io/ask"));
    let message = "`graphql_url` is on `gw.io`, and the URL of its REST API cannot be derived from it (set the URL of the \
        REST API as well)";
    assert_eq!(error.message(), message);
    let error = refused(environment(&[
        ("GH_TOKEN", "t"),
        ("GITHUB_GRAPHQL_URL", "http://127.0.0.1:9/graphql"),
        ("GITHUB_API_URL", "https://api.github.com"),
    ]));
    assert!(error.message().starts_with("`GITHUB_GRAPHQL_URL` is on `127.0.0.1`, but `GITHUB_API_URL`"), "{error}");
}

/// `gh` must not send the token to another host than the API URL.
#[test]
fn gh_does_not_send_the_token_to_another_host() {
    let builder = || Client::builder().token("t").gh(Gh::at("gh"));
    let error = refused(builder().graphql_url("https://ghe.io/api/graphql"));
    let message = "`gh` would call `github.com`, but the API URL is on `ghe.io`, and a token is only sent to its own host \
        (set `host`)";
    assert_eq!(error.message(), message);
    builder().graphql_url("https://ghe.io/api/graphql").host("ghe.io").build().unwrap();
    builder().graphql_url("http://127.0.0.1:9/graphql").build().unwrap();
}

/// A URL in code and one in the environment may be on two hosts, and only one of them may get the token.
#[test]
fn a_url_in_code_replaces_those_of_the_environment() {
    let actions = environment(&[("GITHUB_TOKEN", "t"), ("GITHUB_API_URL", "https://api.github.com")]);
    let client = actions.graphql_url("http://127.0.0.1:9/graphql").build().unwrap();
    assert_eq!(urls(&client), pair("http://127.0.0.1:9/graphql", "http://127.0.0.1:9/"));
}

#[test]
fn a_token_is_only_sent_over_tls() {
    for url in
        ["http://ghe.example.com/graphql", "http://127.evil.io/graphql", "http://localhost.evil.io/", "ftp://a/b"]
    {
        let error = refused(Client::builder().token("t").graphql_url(url));
        assert_eq!(error.code(), ErrorCode::Validation);
        assert_eq!(
            error.message(),
            format!("`graphql_url` is `{url}`, which would send the token without TLS (write `https://`)")
        );
    }
    for url in [
        "http://localhost:1/graphql",
        "http://127.1.2.3/graphql",
        "http://[::1]:1/graphql",
        "http://api.github.localhost/graphql",
    ] {
        Client::builder().token("t").graphql_url(url).build().unwrap();
    }
}

#[test]
fn every_refusal_names_the_setting_and_the_fix() {
    let builder = || Client::builder().token("t");
    for (error, message) in [
        (refused(builder().max_batch(0)), "`max_batch` must be at least 1, or `MaxBatch::Unlimited`"),
        (refused(builder().timeout(Duration::ZERO)), "`timeout` must be longer than 0 seconds"),
        (refused(builder().connect_timeout(Duration::ZERO)), "`connect_timeout` must be longer than 0 seconds"),
        (
            refused(builder().user_agent("bot\r\nx: y")),
            "`user_agent` must be one line of printable ASCII, such as `my-bot/1.0`",
        ),
        (
            refused(builder().host("https://ghe.io/")),
            "`host` is invalid: `https://ghe.io/` is not a host name (write `ghe.io`)",
        ),
        (
            refused(environment(&[("GH_TOKEN", "t"), ("GITHUB_API_URL", "ghe.io/api")])),
            "`GITHUB_API_URL` is `ghe.io/api`, which is not a URL (write `https://HOST/PATH`)",
        ),
        (
            refused(builder().rest_url("https://ghe.io/api/v3?x=1")),
            "`rest_url` is `https://ghe.io/api/v3?x=1`, which is not a URL (write `https://HOST/PATH`)",
        ),
    ] {
        assert_eq!((error.code(), error.message()), (ErrorCode::Validation, message));
    }
    builder().max_batch(MaxBatch::Unlimited).max_batch(1).build().unwrap();
}

#[test]
fn no_token_is_an_auth_error() {
    let error = refused(Client::builder());
    assert_eq!(error.code(), ErrorCode::Auth);
    assert_eq!(error.message(), "no token: set `token`, `token_provider` or `gh`, or use `ClientBuilder::from_env()`");
    assert_eq!(refused(Client::builder().token("\n")).code(), ErrorCode::Auth);
}

#[tokio::test]
async fn the_token_of_gh_is_not_used_with_another_api_url() {
    let client = environment(&[("GITHUB_API_URL", "http://127.0.0.1:9/")]).build().unwrap();
    assert!(client.gh().is_none());
    let error = client.check_token().await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (ErrorCode::Auth, crate::error::Phase::NotSent));
    assert!(error.message().starts_with("no token for github.com: set `GH_TOKEN` or `GITHUB_TOKEN`"), "{error}");
    assert!(environment(&[("GH_TOKEN", "t")]).build().unwrap().gh().is_some());
}
