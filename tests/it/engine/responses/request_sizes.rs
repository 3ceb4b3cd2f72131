//! Chains that are too large for one request, on a sandbox that enforces GitHub's limits: nodes, ten seconds of
//! processing, a second between writes, 80 creations a minute.

use std::sync::Arc;
use std::time::Duration;

use ghx::client::Pace;
use ghx::task::execute_tasks;
use ghx::{Client, ClientBuilder};
use ghx_sandbox::{CommentSeed, IssueSeed, PullSeed, RepoSeed, RequestLimits, Sandbox, Seed, ThreadSeed};
use serde_json::{Value, json};

use crate::engine::harness::requests;
use crate::engine::paused_clock::{Clocked, sandbox_of};

/// A sandbox that enforces every limit, and a client with default sizes whose waits take no time.
struct Strict {
    sandbox: Arc<Sandbox>,
    client: Client,
}

impl Strict {
    async fn start(repo: RepoSeed, change: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Self {
        let seed = Seed::empty("ada").repo(repo);
        let builder = Sandbox::builder().seed(seed).request_limits(RequestLimits::github());
        let sandbox = Arc::new(sandbox_of(builder).await);
        let client = Client::builder().token("any").graphql_url(&sandbox.graphql_url()).pace(Pace::On);
        let client = change(client.max_wait(Duration::ZERO).transport(Clocked::new(Arc::clone(&sandbox))));
        Self { client: client.build().unwrap(), sandbox }
    }

    async fn chain(&self, steps: Vec<Value>) -> Value {
        serde_json::to_value(execute_tasks(&self.client, &requests(&Value::Array(steps))).await).unwrap()
    }

    /// Runs a chain of which every step must succeed; how long GitHub would have taken for its slowest request.
    async fn succeeds(&self, steps: Vec<Value>) -> u64 {
        let count = steps.len();
        let envelope = self.chain(steps).await;
        assert_eq!(envelope["status"], "success", "{:#}", envelope["results"][0]);
        assert_eq!(envelope["results"].as_array().unwrap().len(), count);
        let requests = self.sandbox.requests();
        assert!(requests.iter().all(|request| request.status == Some(200)), "no request was refused");
        requests.iter().map(|request| request.processing_millis).max().unwrap()
    }
}

fn same(builder: ClientBuilder) -> ClientBuilder {
    builder
}

fn engine() -> RepoSeed {
    RepoSeed::new("ada/engine")
}

fn views(count: usize) -> Vec<Value> {
    let view = |number| json!({"task": "issue.view", "input": {"issue": format!("ada/engine#{number}")}});
    (1..=count).map(view).collect()
}

fn with_issues(count: usize) -> RepoSeed {
    let issue = |number| IssueSeed::new(format!("issue {number}")).label("bug");
    (1..=count).map(issue).fold(engine().label("bug"), RepoSeed::issue)
}

/// Nodes were once not counted, and GitHub refused the whole query.
#[tokio::test(start_paused = true)]
async fn views_of_2600_issues_succeed() {
    let strict = Strict::start(with_issues(2_600), same).await;
    strict.succeeds(views(2_600)).await;
    assert_eq!(strict.sandbox.requests().len(), 52, "50 a request");
}

/// In one request this takes GitHub more than ten seconds. It is split until it fits.
#[tokio::test(start_paused = true)]
async fn views_of_2600_issues_succeed_with_unlimited_batches() {
    let strict = Strict::start(with_issues(2_600), |builder| builder.max_batch(ghx::client::MaxBatch::Unlimited)).await;
    let envelope = strict.chain(views(2_600)).await;
    assert_eq!(envelope["status"], "success", "{:#}", envelope["results"][0]);
    assert!(strict.sandbox.requests().iter().any(|request| request.status == Some(502)));
}

#[tokio::test(start_paused = true)]
async fn fifty_lists_of_a_hundred_threads_succeed() {
    let pull = |number| PullSeed::new(format!("pull {number}"), format!("branch-{number}")).diff(DIFF).thread(thread());
    let strict = Strict::start((1..=50).map(pull).fold(engine(), RepoSeed::pull), same).await;
    let list =
        |number| json!({"task": "pr.threads.list", "input": {"pr": format!("ada/engine#{number}"), "first": 100}});
    strict.succeeds((1..=50).map(list).collect()).await;
    assert!(strict.sandbox.requests().len() <= 2, "{} requests", strict.sandbox.requests().len());
}

const DIFF: &str = "diff --git a/src/engine.rs b/src/engine.rs\n--- a/src/engine.rs\n+++ b/src/engine.rs\n@@ -0,0 +1 @@\n+fn main() {}\n";

fn thread() -> ThreadSeed {
    let comment = CommentSeed { body: "Why?".to_owned(), ..CommentSeed::default() };
    ThreadSeed { path: "src/engine.rs".to_owned(), line: Some(1), comments: vec![comment], ..ThreadSeed::default() }
}

/// 50 creations in one mutation would time out after ten seconds, with 50 unknown outcomes.
#[tokio::test(start_paused = true)]
async fn fifty_new_issues_succeed() {
    let strict = Strict::start(engine(), same).await;
    let create =
        |number| json!({"task": "issue.create", "input": {"repo": "ada/engine", "title": format!("{number}")}});
    let slowest = strict.succeeds((1..=50).map(create).collect()).await;
    assert!(slowest <= 5_000, "{slowest} ms of 10,000");
    assert_eq!(strict.sandbox.writes().len(), 50);
}

#[tokio::test(start_paused = true)]
async fn a_hundred_and_twenty_comments_succeed() {
    let strict = Strict::start(engine().issue(IssueSeed::new("Talk")), same).await;
    let comment = |number| json!({"task": "issue.comments.create", "input": {"issue": "ada/engine#1", "body": format!("{number}")}});
    let slowest = strict.succeeds((1..=120).map(comment).collect()).await;
    assert!(slowest < 10_000, "{slowest} ms of 10,000");
    assert_eq!(strict.sandbox.issue("ada/engine", 1).unwrap().comments.len(), 120);
}

/// The sandbox enforces the pace: without pacing the second request is refused, and nothing of it is executed.
#[tokio::test(start_paused = true)]
async fn without_pacing_a_client_is_rate_limited() {
    let strict = Strict::start(engine().issue(IssueSeed::new("Talk")), |builder| builder.pace(Pace::Off)).await;
    let comment = json!({"task": "issue.comments.create", "input": {"issue": "ada/engine#1", "body": "x"}});
    let envelope = strict.chain(vec![comment; 60]).await;
    let results = envelope["results"].as_array().unwrap();
    assert!(results[..50].iter().all(|result| result["ok"] == true), "{envelope:#}");
    assert!(results[50..].iter().all(|result| result["error"]["code"] == "RATE_LIMIT"), "{envelope:#}");
    assert_eq!(strict.sandbox.writes().len(), 50);
}

/// When GitHub is five times slower, the mutation times out. Each step reports what happened.
#[tokio::test(start_paused = true)]
async fn a_timed_out_mutation_leaves_unknown_outcomes() {
    let strict = Strict::start(engine().issue(IssueSeed::new("Talk")), same).await;
    strict.sandbox.set_request_limits(RequestLimits { slowdown: 5.0, ..RequestLimits::default() });
    let comment = json!({"task": "issue.comments.create", "input": {"issue": "ada/engine#1", "body": "x"}});
    let envelope = strict.chain(vec![comment; 50]).await;
    let written = strict.sandbox.writes().len();
    assert!((1..50).contains(&written), "{written} of 50 were executed before the cut");
    for result in envelope["results"].as_array().unwrap() {
        assert_eq!(result["error"]["details"]["outcome"], "unknown", "{result:#}");
        assert_eq!(result["error"]["retryable"], false, "{result:#}");
    }
}
