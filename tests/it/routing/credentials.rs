//! Which routes can be used with which credentials, and that this is found out once.

use ghx::card::RouteKind;
use ghx::client::Gh;
use ghx::task::Task;
use ghx_sandbox::Sandbox;
use serde_json::{Value, json};

use super::harness::{Harness, Proxied};
use super::token_leaks::{read, watched};
use crate::engine::harness::requests;

fn view() -> Value {
    json!({"task": "repo.view", "input": {"repo": "acme/widgets"}})
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_works_with_the_token_of_gh() {
    let (sandbox, home) = (Sandbox::start().await.unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(home.path().join("hosts.yml"), "github.localhost:\n    oauth_token: kept\n    user: octocat\n")
        .unwrap();
    let gh = Gh::at(crate::gh::gh())
        .variable("HOME", home.path())
        .variable("GH_CONFIG_DIR", home.path())
        .variable("http_proxy", sandbox.base_url());
    let builder = ghx::Client::builder().host("github.localhost").gh(gh).transport(Proxied::to(&sandbox));
    let client = builder.build().unwrap();
    for route in RouteKind::ALL {
        let task = requests(&view());
        let task = Task::new(&task[0]).routes(ghx::route::RoutePolicy::Only(route));
        let envelope = serde_json::to_value(task.execute(&client).await).unwrap();
        assert_eq!(
            (&envelope["ok"], &envelope["meta"]["route_used"]),
            (&json!(true), &json!(route.as_str())),
            "{envelope:#}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn gh_is_not_needed_where_there_is_a_token() {
    let harness = Harness::with(|builder| builder.gh(Gh::at("/nowhere/gh"))).await;
    for (step, route) in
        [(view(), "graphql"), (json!({"task": "pr.diff.view", "input": {"pr": "acme/widgets#7"}}), "rest")]
    {
        let envelope = harness.task(&step).await;
        assert_eq!((&envelope["ok"], &envelope["meta"]["route_used"]), (&json!(true), &json!(route)), "{envelope:#}");
        assert_eq!(envelope["meta"]["reason"], "CARD_PREFERRED");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn gh_is_not_used_for_another_api_url() {
    let sandbox = Sandbox::start().await.unwrap();
    let client = ghx::Client::builder().token(Sandbox::TOKEN).graphql_url(&sandbox.graphql_url()).build().unwrap();
    let task = requests(&view());
    let task = Task::new(&task[0]).routes(ghx::route::RoutePolicy::Only(RouteKind::Cli)).trace(true);
    let envelope = serde_json::to_value(task.execute(&client).await).unwrap();
    assert_eq!(envelope["error"]["code"], "ADAPTER_UNSUPPORTED", "{envelope:#}");
    let attempt = &envelope["meta"]["attempts"][0];
    assert_eq!((&attempt["status"], &attempt["error_code"]), (&json!("skipped"), &json!("ENV_CONSTRAINT")));
    assert!(attempt["message"].as_str().unwrap().contains("`gh` would call github.com"), "{attempt}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_route_that_the_card_lacks_is_refused_at_once() {
    let harness = Harness::start().await;
    let step = json!({"task": "pr.threads.list", "input": {"pr": "acme/widgets#7"}});
    let envelope = harness.over(RouteKind::Rest, &step).await;
    assert_eq!(envelope["error"]["code"], "ADAPTER_UNSUPPORTED");
    let message = "capability 'pr.threads.list' has no `rest` route, only `graphql`";
    assert_eq!(envelope["error"]["message"], message);
    assert_eq!(harness.sandbox.requests().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn several_labels_need_graphql() {
    let harness = Harness::start().await;
    let step =
        json!({"task": "issue.list", "input": {"repo": "acme/widgets", "labels": ["bug", "docs"], "state": "all"}});
    assert_eq!(harness.task(&step).await["ok"], true);
    for route in [RouteKind::Rest, RouteKind::Cli] {
        let envelope = harness.over(route, &step).await;
        assert_eq!(envelope["meta"]["attempts"][0]["error_code"], "CAPABILITY_LIMIT", "{route}: {envelope:#}");
        assert_eq!(envelope["ok"], false);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_protected_branch_is_not_handled_by_rest() {
    use ghx_sandbox::{Permission, PullSeed, RepoSeed, Seed};
    let repo = RepoSeed::new("acme/safe")
        .collaborator("octocat", Permission::Admin)
        .protect("main")
        .pull(PullSeed::new("Add fuel", "fuel"));
    let sandbox = Sandbox::builder().seed(Seed::empty("octocat").repo(repo)).start().await.unwrap();
    let harness = Harness::of(sandbox, |builder| builder);
    let step = json!({"task": "pr.view", "input": {"pr": "acme/safe#1"}});
    for route in [RouteKind::Graphql, RouteKind::Cli] {
        assert_eq!(harness.over(route, &step).await["data"]["reviewDecision"], "REVIEW_REQUIRED", "{route}");
    }
    let envelope = harness.over(RouteKind::Rest, &step).await;
    assert_eq!(envelope["error"]["code"], "ADAPTER_UNSUPPORTED", "{envelope:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_known_of_gh_is_cached() {
    let (sandbox, folder) = (Sandbox::start().await.unwrap(), tempfile::tempdir().unwrap());
    let builder = ghx::Client::builder().host("github.localhost").token(Sandbox::TOKEN);
    let client = builder.gh(watched(folder.path(), &sandbox)).transport(Proxied::to(&sandbox)).build().unwrap();
    let task = requests(&view());
    let task = Task::new(&task[0]).routes(ghx::route::RoutePolicy::Only(RouteKind::Cli));
    for client in [client.clone(), client.clone(), client] {
        assert!(task.execute(&client).await.ok);
    }
    let arguments = read(folder.path(), "arguments");
    let count = |word: &str| arguments.lines().filter(|line| *line == word).count();
    assert_eq!((count("--version"), count("view")), (1, 3), "{arguments}");
}
