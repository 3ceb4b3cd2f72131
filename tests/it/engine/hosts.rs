//! A URL of another host than the client's is refused before anything is sent.

use ghx::card::RouteKind;
use ghx::route::RoutePolicy;
use ghx::task::{Task, Tasks};
use ghx::{Chain, Client, Error, ErrorCode, IssueRef, PrRef, Repo, issue, pr, repo};
use ghx_sandbox::Sandbox;
use serde_json::{Value, json};

use super::harness::{Harness, codes, requests};
use crate::routing::harness::Harness as Local;

fn comment(on: &str) -> Value {
    json!({"task": "issue.comments.create", "input": {"issue": on, "body": "x"}})
}

/// Whether this is the error for a URL of `ghe.example.com` in this field.
fn names_both_hosts(error: &Value, field: &str) {
    assert_eq!(error["code"], "VALIDATION", "{error:#}");
    let message = error["message"].as_str().unwrap();
    let expected = format!("`{field}` is a URL on `ghe.example.com`, but this client uses `github.com` (use a client");
    assert!(message.starts_with(&expected), "{message}");
    assert_eq!(error["details"]["problems"][0]["pointer"], format!("/{field}"));
}

#[tokio::test]
async fn one_step_on_another_host_refuses_the_whole_chain() {
    for (field, step) in [
        ("issue", comment("https://ghe.example.com/acme/widgets/issues/42")),
        ("issue", comment("HTTP://GHE.Example.com./acme/widgets/issues/42#issuecomment-1")),
        ("issue", comment("https://ghe.example.com/acme/widgets/issues/{{new.number}}")),
        ("repo", json!({"task": "repo.view", "input": {"repo": "https://ghe.example.com/acme/widgets"}})),
        ("pr", json!({"task": "pr.close", "input": {"pr": "https://ghe.example.com/acme/widgets/pull/7"}})),
        (
            "parent",
            json!({"task": "issue.relations.parent.set", "input": {
                "issue": "acme/widgets#1", "parent": "https://ghe.example.com/acme/widgets/issues/2"
            }}),
        ),
    ] {
        let harness = Harness::start().await;
        let new = json!({"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "New"}});
        let envelope = harness.chain(json!([new, step])).await;
        assert_eq!(codes(&envelope), ["SKIPPED", "VALIDATION"], "{envelope:#}");
        names_both_hosts(&envelope["results"][1]["error"], field);
        assert_eq!((&envelope["meta"]["http_calls"], harness.calls()), (&json!(0), 0));
    }
}

#[tokio::test]
async fn disguised_urls_of_another_host_are_refused() {
    let harness = Harness::start().await;
    for authority in [
        "gitlab.com",
        "github.com@evil.example",
        "github.com:x@evil.example",
        "evil.example\\@github.com",
        "github.com.evil.example",
        "evilgithub.com",
        "api.github.com",
        "gist.github.com",
        "github.com:8443",
        "g\u{456}thub.com",
        "xn--gthub-n2a.com",
        "github%2ecom",
        "[::ffff:140.82.121.3]",
        "140.82.121.3",
        "",
    ] {
        let url = format!("https://{authority}/acme/widgets/issues/42");
        let envelope = harness.task(comment(&url)).await;
        assert_eq!((&envelope["ok"], &envelope["error"]["code"]), (&json!(false), &json!("VALIDATION")), "{url}");
        assert!(envelope["error"]["message"].as_str().unwrap().contains("`issue`"), "{envelope:#}");
    }
    assert_eq!(harness.calls(), 0);
}

#[tokio::test]
async fn every_spelling_of_the_own_host_is_accepted() {
    let harness = Harness::start().await;
    for start in
        ["https://github.com", "HTTPS://GitHub.com:443", "http://www.github.com.", "http://github.localhost:80"]
    {
        let envelope = harness.task(comment(&format!("{start}/acme/widgets/issues/42"))).await;
        assert_eq!(envelope["ok"], true, "{start}: {envelope:#}");
    }
    assert_eq!(harness.writes().len(), 4);
}

#[tokio::test]
async fn a_url_of_another_host_uses_no_route() {
    let harness = Harness::start().await;
    let request = &requests(&comment("https://ghe.example.com/acme/widgets/issues/42"))[0];
    for route in RouteKind::ALL {
        let envelope = Task::new(request).routes(RoutePolicy::Only(route)).execute(&harness.gh).await;
        let envelope = serde_json::to_value(envelope).unwrap();
        names_both_hosts(&envelope["error"], "issue");
        assert_eq!(envelope["meta"].get("attempts"), None, "{envelope:#}");
    }
    let tasks = std::slice::from_ref(request);
    let refused = serde_json::to_value(Tasks::new(tasks).plan_for(&harness.gh).unwrap_err()).unwrap();
    names_both_hosts(&refused["results"][0]["error"], "issue");
    assert_eq!(harness.calls(), 0);
}

fn refused(error: &Error) {
    assert_eq!(error.code(), ErrorCode::Validation, "{error}");
    assert!(error.message().contains("is a URL on `ghe.example.com`, but this client uses `github.com`"), "{error}");
}

#[tokio::test]
async fn typed_values_keep_their_host() {
    let harness = Harness::start().await;
    let elsewhere: Repo = "https://ghe.example.com/acme/widgets".parse().unwrap();
    let numbered: IssueRef = "https://ghe.example.com/acme/widgets/issues/42".parse().unwrap();
    let pull: PrRef = "https://ghe.example.com/acme/widgets/pull/7".parse().unwrap();
    let here: Repo = "acme/widgets".parse().unwrap();
    refused(&repo::view(&elsewhere).send(&harness.gh).await.unwrap_err());
    refused(&issue::comments::create(&numbered, "x").send(&harness.gh).await.unwrap_err());
    refused(&pr::close(&pull).send(&harness.gh).await.unwrap_err());
    refused(&issue::relations::parent::set(here.issue(1), &numbered).send(&harness.gh).await.unwrap_err());

    let chain = Chain::new().step(issue::create(&here, "New"));
    let error = chain.then(|(new,)| issue::close(elsewhere.issue(new.number()))).run(&harness.gh).await.unwrap_err();
    refused(&error);
    assert_eq!(error.steps().iter().map(|step| step.index).collect::<Vec<_>>(), [1]);

    let mut chain = Chain::dynamic();
    chain.push(issue::create(&here, "New"));
    chain.push(issue::list(&elsewhere));
    chain.validate().unwrap();
    refused(&chain.run(&harness.gh).await.unwrap_err());
    assert_eq!(harness.calls(), 0);
}

#[tokio::test]
async fn a_referenced_url_of_another_host_is_refused() {
    let harness = Harness::start().await;
    let body = "https://ghe.example.com/acme/widgets/issues/1";
    let envelope = harness
        .chain(json!([
            {"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "New", "body": body}},
            {"task": "issue.view", "id": "seen", "input": {"issueId": "{{new.id}}"}},
            {"task": "issue.comments.create", "input": {"issue": "{{seen.body}}", "body": "x"}},
            {"task": "issue.comments.create", "input": {"issue": "{{new.url}}", "body": "x"}},
        ]))
        .await;
    assert_eq!(codes(&envelope), ["ok", "ok", "VALIDATION", "ok"], "{envelope:#}");
    names_both_hosts(&envelope["results"][2]["error"], "issue");
    assert_eq!(envelope["results"][2]["error"]["details"].get("outcome"), None);
    assert_eq!(harness.writes(), ["createIssue", "addComment"]);
}

/// A new issue by the URL that the sandbox gave it.
fn by_url() -> Value {
    json!([
        {"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "New"}},
        {"task": "issue.comments.create", "input": {"issue": "{{new.url}}", "body": "x"}},
    ])
}

#[tokio::test]
async fn urls_from_the_sandbox_are_accepted() {
    for host in [None, Some("github.localhost"), Some("github.com")] {
        let harness = Harness::with(|builder| host.into_iter().fold(builder, ghx::ClientBuilder::host)).await;
        let envelope = harness.chain(by_url()).await;
        assert_eq!(codes(&envelope), ["ok", "ok"], "{host:?}: {envelope:#}");
    }
    let local = Local::start().await;
    let envelope = ghx::execute_tasks(&local.client, &requests(&by_url())).await;
    let envelope = serde_json::to_value(envelope).unwrap();
    assert_eq!(codes(&envelope), ["ok", "ok"], "{envelope:#}");
    assert!(envelope["results"][0]["data"]["url"].as_str().unwrap().starts_with("http://github.localhost/"));
}

#[tokio::test]
async fn a_client_of_a_server_refuses_urls_of_github() {
    let harness = Harness::with(|builder| builder.host("ghe.example.com")).await;
    assert_eq!(harness.gh.web_hosts()[0], "ghe.example.com");
    let envelope = harness.task(comment("https://ghe.example.com/acme/widgets/issues/42")).await;
    assert_eq!(envelope["ok"], true, "{envelope:#}");
    let envelope = harness.task(comment("https://github.com/acme/widgets/issues/42")).await;
    assert_eq!(envelope["error"]["code"], "VALIDATION", "{envelope:#}");
    // A URL alone changes the host of the client: it is not github.com then.
    let client = Client::builder().token(Sandbox::TOKEN).graphql_url("https://ghe.example.com/api/graphql");
    assert_eq!(client.build().unwrap().web_hosts(), ["ghe.example.com"]);
}
