//! What the router does in common environments, as golden files.
//!
//! `repo.view` here is a card of these tests that prefers `gh`.

use std::path::PathBuf;

use ghx::capability::Entry;
use ghx::client::Gh;
use ghx::task::Task;
use ghx_sandbox::{Fault, FaultRule, On, Sandbox, Spelling, When};
use serde_json::{Value, json};

use super::harness::{Harness, Proxied};
use crate::engine::harness::requests;

mod card {
    ghx::capability!("tests/it/routing/cards/repo.view.yaml");
}

static PREFERS_GH: [Entry; 1] = [Entry::of::<card::RepoView>()];

async fn view(harness: &Harness, repo: &str) -> Value {
    let request = &requests(&json!({"task": "repo.view", "input": {"repo": repo}}))[0];
    serde_json::to_value(Task::new(request).with_registry(&PREFERS_GH).execute(&harness.client).await).unwrap()
}

/// The envelope without what differs from run to run.
fn masked(mut value: Value) -> Value {
    fn mask(value: &mut Value) {
        for (name, value) in value.as_object_mut().into_iter().flatten() {
            match name.as_str() {
                "request_id" | "github_request_id" | "retry_at" => *value = json!("masked"),
                "total_ms" | "adapter_ms" | "duration_ms" => *value = json!(0),
                _ => mask(value),
            }
        }
        value.as_array_mut().into_iter().flatten().for_each(mask);
    }
    mask(&mut value);
    value
}

/// Compares an envelope with its golden file; `UPDATE_EXPECT=1` writes it.
fn golden(name: &str, envelope: Value) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/it/routing/golden/{name}.json"));
    let text = serde_json::to_string_pretty(&masked(envelope)).unwrap() + "\n";
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{name}.json is stale: UPDATE_EXPECT=1 writes it");
}

fn no_gh() -> Gh {
    Gh::at("/nowhere/gh")
}

#[tokio::test(flavor = "multi_thread")]
async fn cli_available() {
    golden("cli_available", view(&Harness::start().await, "acme/widgets").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn cli_missing_so_graphql() {
    let harness = Harness::with(|builder| builder.gh(no_gh())).await;
    golden("cli_missing", view(&harness, "acme/widgets").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn cli_not_logged_in_and_no_token() {
    // There is no token, and `gh` has none either.
    let sandbox = Sandbox::start().await.unwrap();
    let home = tempfile::tempdir().unwrap();
    let gh = Gh::at(crate::gh::gh()).variable("HOME", home.path()).variable("GH_CONFIG_DIR", home.path());
    let builder = ghx::Client::builder().host("github.localhost").gh(gh).transport(Proxied::to(&sandbox));
    let client = builder.build().unwrap();
    let request = &requests(&json!({"task": "repo.view", "input": {"repo": "acme/widgets"}}))[0];
    let envelope = Task::new(request).with_registry(&PREFERS_GH).execute(&client).await;
    golden("cli_unauthenticated", serde_json::to_value(envelope).unwrap());
    assert_eq!(sandbox.requests().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn both_fail() {
    golden("not_found", view(&Harness::start().await, "nonexistent/repo").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_has_an_outage() {
    let harness = Harness::start()
        .await
        .arm(FaultRule::new(Fault::Status { status: 503, body: Value::Null, when: When::Before }).times(50));
    golden("outage", view(&harness, "acme/widgets").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn graphql_fails_with_no_fallback() {
    let limit = Fault::PrimaryLimit { spelling: Spelling::default(), remaining: 0, reset_in: 3600 };
    let harness = Harness::start().await.arm(FaultRule::new(limit).on(On::Graphql).times(50));
    let step = json!({"task": "pr.threads.list", "input": {"pr": "acme/widgets#7"}});
    golden("graphql_limited", harness.task(&step).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn graphql_only_without_a_token() {
    let sandbox = Sandbox::start().await.unwrap();
    let client =
        ghx::Client::builder().host("github.localhost").gh(no_gh()).transport(Proxied::to(&sandbox)).build().unwrap();
    let request = &requests(&json!({"task": "pr.threads.list", "input": {"pr": "acme/widgets#7"}}))[0];
    let envelope = Task::new(request).execute(&client).await;
    golden("graphql_without_token", serde_json::to_value(envelope).unwrap());
    assert_eq!(sandbox.requests().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn ghes_host() {
    // Nothing serves TLS here, so `gh` cannot reach the server; the GraphQL endpoint is derived from the same host.
    let harness = Harness::with(|builder| builder.host("ghe.example.com")).await;
    let envelope = view(&harness, "acme/widgets").await;
    assert_eq!(harness.asked(), ["https://ghe.example.com/api/graphql"]);
    golden("ghes_host", envelope);
}
