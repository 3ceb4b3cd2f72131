//! What a client is made from: settings, environment, and what is refused.

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
fn the_defaults_are_those_of_the_docs() {
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
fn one_url_moves_both_and_two_move_each() {
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
fn what_is_set_in_code_comes_before_the_environment() {
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
fn a_token_goes_only_to_its_own_host() {
    let error = refused(environment(&[
        ("GH_HOST", "ghe.example.com"),
        ("GH_ENTERPRISE_TOKEN", "t"),
        ("GITHUB_GRAPHQL_URL", "https://api.github.com/graphql"),
    ]));
    let message = "`GITHUB_GRAPHQL_URL` leads to `api.github.com`, but `GH_HOST` is `ghe.example.com`, and a token goes only \
        to its own host (unset one of the two)";
    assert_eq!((error.code(), error.message()), (ErrorCode::Validation, message));
    let builder = || Client::builder().token("t").host("ghe.example.com");
    refused(builder().rest_url("https://ghe.example.com.evil.io/api/v3"));
    builder().rest_url("https://api.ghe.example.com/").build().unwrap();
    builder().graphql_url("http://127.0.0.1:9/graphql").build().unwrap();
}

/// A second URL once got the token as well, and a name of this machine was reached through a proxy.
#[test]
fn two_urls_lead_to_one_host() {
    let both = |graphql: &str, rest: &str| Client::builder().token("t").graphql_url(graphql).rest_url(rest);
    let error = refused(both("https://a.io/graphql", "https://b.io/r/"));
    let message = "`graphql_url` leads to `a.io`, but `rest_url` leads to `b.io`, and a token goes only to its own host (let \
        both lead to one host, or make a client for each)";
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
    let message = "`graphql_url` leads to `gw.io`, and where its REST API is cannot be told from it (set the URL of the REST \
        API, too)";
    assert_eq!(error.message(), message);
    let error = refused(environment(&[
        ("GH_TOKEN", "t"),
        ("GITHUB_GRAPHQL_URL", "http://127.0.0.1:9/graphql"),
        ("GITHUB_API_URL", "https://api.github.com"),
    ]));
    assert!(error.message().starts_with("`GITHUB_GRAPHQL_URL` leads to `127.0.0.1`, but `GITHUB_API_URL`"), "{error}");
}

#[test]
fn gh_does_not_take_the_token_to_another_host() {
    let builder = || Client::builder().token("t").gh(Gh::at("gh"));
    let error = refused(builder().graphql_url("https://ghe.io/api/graphql"));
    let message = "`gh` would ask `github.com`, but the URL of the API leads to `ghe.io`, and a token goes only to its own \
        host (set `host`)";
    assert_eq!(error.message(), message);
    builder().graphql_url("https://ghe.io/api/graphql").host("ghe.io").build().unwrap();
    builder().graphql_url("http://127.0.0.1:9/graphql").build().unwrap();
}

#[test]
fn a_url_in_code_leaves_those_of_the_environment_aside() {
    let actions = environment(&[("GITHUB_TOKEN", "t"), ("GITHUB_API_URL", "https://api.github.com")]);
    let client = actions.graphql_url("http://127.0.0.1:9/graphql").build().unwrap();
    assert_eq!(urls(&client), pair("http://127.0.0.1:9/graphql", "http://127.0.0.1:9/"));
}

#[test]
fn a_token_travels_in_tls() {
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
        (refused(builder().max_batch(0)), "`max_batch` is 0 (write 1 or more, or `MaxBatch::Unlimited`)"),
        (refused(builder().timeout(Duration::ZERO)), "`timeout` is 0 (write how long a request may take)"),
        (
            refused(builder().connect_timeout(Duration::ZERO)),
            "`connect_timeout` is 0 (write how long a request may take)",
        ),
        (
            refused(builder().user_agent("bot\r\nx: y")),
            "`user_agent` cannot be sent (write one line of ASCII, such as `my-bot/1.0`)",
        ),
        (
            refused(builder().host("https://ghe.io/")),
            "`host` is wrong: `https://ghe.io/` is not the name of a host (write `ghe.io`)",
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
    assert_eq!(
        error.message(),
        "no token: set `token`, `token_provider` or `gh`, or start with `ClientBuilder::from_env()`"
    );
    assert_eq!(refused(Client::builder().token("\n")).code(), ErrorCode::Auth);
}

#[tokio::test]
async fn where_gh_would_ask_elsewhere_its_token_is_not_taken() {
    let client = environment(&[("GITHUB_API_URL", "http://127.0.0.1:9/")]).build().unwrap();
    assert!(client.gh().is_none());
    let error = client.check_token().await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (ErrorCode::Auth, crate::error::Phase::NotSent));
    assert!(error.message().starts_with("no token for github.com: set `GH_TOKEN` or `GITHUB_TOKEN`"), "{error}");
    assert!(environment(&[("GH_TOKEN", "t")]).build().unwrap().gh().is_some());
}
