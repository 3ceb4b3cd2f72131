//! Stopping a run: nothing more is sent, and the report agrees with what was done.

use std::time::Duration;

use ghx::task::Tasks;
use ghx::{Chain, issue};
use ghx_sandbox::{Fault, FaultRule, On, Sandbox};
use serde_json::{Value, json};

use super::super::harness::{Harness, body, codes, in_short, requests, widgets};

/// Ends when the sandbox has seen this many requests.
async fn seen(sandbox: &Sandbox, requests: usize) {
    while sandbox.requests().len() < requests {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn run_until(harness: &Harness, steps: &Value, stop: impl Future<Output = ()>) -> Value {
    let requests = requests(steps);
    serde_json::to_value(Tasks::new(&requests).execute_until(&harness.gh, stop).await).unwrap()
}

fn comments(harness: &Harness) -> Value {
    let comment =
        |body: &str| json!({"task": "issue.comments.create", "input": {"issueId": harness.id(1), "body": body}});
    json!([comment("one"), comment("two"), comment("three")])
}

#[tokio::test]
async fn a_stop_before_the_start_sends_nothing() {
    let harness = Harness::start().await;
    let envelope = run_until(&harness, &comments(&harness), std::future::ready(())).await;
    assert_eq!(codes(&envelope), ["SKIPPED"; 3], "{envelope:#}");
    assert_eq!((harness.calls(), &envelope["meta"]["http_calls"]), (0, &json!(0)));
}

#[tokio::test]
async fn a_stop_during_a_read_writes_nothing() {
    let harness = Harness::start().await.arm(FaultRule::new(Fault::Slow { millis: 10_000 }).on(On::Query));
    let steps = json!([
        {"task": "issue.view", "input": {"issue": "acme/widgets#1"}},
        {"task": "issue.close", "input": {"issue": "acme/widgets#1"}},
    ]);
    let envelope = run_until(&harness, &steps, seen(&harness.sandbox, 1)).await;
    assert_eq!(in_short(&envelope["results"][0]["error"]), "NETWORK retryable", "{envelope:#}");
    assert_eq!(in_short(&envelope["results"][1]["error"]), "SKIPPED", "its lookup was in flight: {envelope:#}");
    assert_eq!((harness.calls(), harness.writes().len()), (1, 0));
}

#[tokio::test]
async fn a_stop_during_a_write_leaves_it_unknown() {
    let harness = Harness::with(|builder| builder.max_batch(1)).await;
    harness.sandbox.inject(FaultRule::new(Fault::Slow { millis: 10_000 }).on(On::Mutation).skip(1));
    let envelope = run_until(&harness, &comments(&harness), seen(&harness.sandbox, 2)).await;
    assert_eq!(envelope["results"][0]["ok"], true, "{envelope:#}");
    assert_eq!(in_short(&envelope["results"][1]["error"]), "NETWORK unknown");
    assert_eq!(in_short(&envelope["results"][2]["error"]), "SKIPPED", "{envelope:#}");
    assert_eq!((harness.calls(), &envelope["meta"]["http_calls"]), (2, &json!(2)));
    let bodies: Vec<String> =
        harness.sandbox.issue("acme/widgets", 1).unwrap().comments.into_iter().map(|comment| comment.body).collect();
    assert!(bodies.contains(&"one".into()) && !bodies.contains(&"three".into()), "{bodies:?}");
}

#[tokio::test]
async fn an_idempotent_write_is_not_retried_after_a_stop() {
    let harness = Harness::start().await.arm(FaultRule::new(Fault::Slow { millis: 10_000 }).on(On::Mutation));
    let steps = json!([{"task": "issue.close", "input": {"issueId": harness.id(1)}}]);
    let envelope = run_until(&harness, &steps, seen(&harness.sandbox, 1)).await;
    assert_eq!(in_short(&envelope["results"][0]["error"]), "NETWORK unknown", "{envelope:#}");
    assert_eq!(harness.calls(), 1);
}

#[tokio::test]
async fn a_stop_during_a_rate_limit_sends_nothing_more() {
    let limit = Fault::SecondaryLimit { status: 403, retry_after: Some(30) };
    let harness = Harness::start().await.arm(FaultRule::new(limit).on(On::Mutation));
    let stop = async {
        seen(&harness.sandbox, 1).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let envelope = run_until(&harness, &comments(&harness), stop).await;
    assert_eq!(codes(&envelope), ["SKIPPED"; 3], "{envelope:#}");
    assert_eq!((harness.calls(), harness.writes().len()), (1, 0));
}

#[tokio::test]
async fn without_a_stop_everything_runs() {
    let harness = Harness::start().await;
    let envelope = run_until(&harness, &comments(&harness), std::future::pending()).await;
    assert_eq!((&envelope["status"], harness.writes().len()), (&json!("success"), 3));
}

#[tokio::test]
async fn a_typed_chain_is_stopped_the_same_way() {
    let harness = Harness::start().await.arm(FaultRule::new(Fault::Slow { millis: 10_000 }).on(On::Mutation));
    let chain = Chain::new()
        .step(issue::comments::create(widgets().issue(1), "one"))
        .step(issue::view(widgets().issue(1)))
        .then(|(first, _)| issue::comments::create(widgets().issue(2), ghx::text!("see {}", first.url())));
    let report = chain.run_until(&harness.gh, seen(&harness.sandbox, 2)).await.unwrap();
    let (first, seen, second) = report.results();
    assert_eq!(in_short(&body(&first.unwrap_err())), "NETWORK unknown");
    assert_eq!(seen.unwrap().number, 1);
    assert_eq!(in_short(&body(&second.unwrap_err())), "SKIPPED");
    assert_eq!(harness.calls(), 2);
}
