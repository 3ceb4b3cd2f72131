//! Rate limits: wait as long as GitHub says, within the budget, for the whole credential.

use std::time::Duration;

use bytes::Bytes;
use ghx::transport::{BoxFuture, Transport, TransportError};
use ghx_sandbox::{Fault, FaultRule, On, Spelling};
use http::{Request, Response};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::super::harness::{Harness, codes, in_short, requests};
use super::super::paused_clock::{paused, waited};
use super::{two_named_writes, two_reads, two_writes};

fn secondary(retry_after: u64) -> FaultRule {
    FaultRule::new(Fault::SecondaryLimit { status: 403, retry_after: Some(retry_after) })
}

fn retry_at(envelope: &Value, step: usize) -> &str {
    envelope["results"][step]["error"]["details"]["retry_at"].as_str().unwrap_or("nothing")
}

#[tokio::test(start_paused = true)]
async fn a_secondary_limit_is_waited_out_and_the_write_is_done_once() {
    let harness = paused(|builder| builder).await.arm(secondary(1).on(On::Mutation));
    let start = Instant::now();
    let envelope = harness.chain(two_named_writes(&harness)).await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    assert_eq!(
        (harness.writes().as_slice(), harness.calls()),
        (&["addComment".to_owned(), "closeIssue".to_owned()][..], 3)
    );
    assert!((1.0..2.0).contains(&waited(start)), "waited {} s", waited(start));
}

#[tokio::test]
async fn a_secondary_limit_is_waited_out_on_a_real_clock_too() {
    let harness = Harness::start().await.arm(secondary(1).on(On::Mutation));
    let start = std::time::Instant::now();
    let envelope = harness.chain(two_writes(&harness)).await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    assert_eq!((harness.writes().len(), harness.calls()), (2, 2));
    assert!(start.elapsed() >= Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn past_max_wait_nothing_sleeps_and_the_reset_is_reported() {
    let start = Instant::now();
    for chain in [two_reads, two_writes, two_named_writes] {
        let harness = paused(|builder| builder.max_wait(Duration::from_secs(5))).await.arm(secondary(3600));
        let envelope = harness.chain(chain(&harness)).await;
        assert_eq!(codes(&envelope), ["RATE_LIMIT", "RATE_LIMIT"], "{envelope:#}");
        assert_eq!(in_short(&envelope["results"][0]["error"]), "RATE_LIMIT retryable");
        assert!(retry_at(&envelope, 0).ends_with('Z') && retry_at(&envelope, 1).ends_with('Z'), "{envelope:#}");
        assert_eq!((harness.calls(), harness.writes().len()), (1, 0));
    }
    assert_eq!(start.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn a_limit_holds_for_every_user_of_the_credential() {
    let harness = paused(|builder| builder.max_wait(Duration::from_secs(5))).await.arm(secondary(30));
    harness.chain(two_reads(&harness)).await;
    let other = Harness { sandbox: harness.sandbox, gh: harness.gh.clone() };
    let envelope = other.chain(two_writes(&other)).await;
    assert_eq!(codes(&envelope), ["RATE_LIMIT", "RATE_LIMIT"]);
    assert_eq!((other.calls(), &envelope["meta"]["http_calls"]), (1, &json!(0)), "the second run is not sent");
    tokio::time::advance(Duration::from_secs(31)).await;
    assert_eq!(other.chain(two_writes(&other)).await["status"], "success");
    assert_eq!(other.writes().len(), 2);
}

#[tokio::test(start_paused = true)]
async fn both_forms_of_the_primary_limit_are_recognized() {
    for (spelling, remaining) in
        [(Spelling::Classic, 0), (Spelling::Classic, 4), (Spelling::Newer, 0), (Spelling::Newer, 4)]
    {
        let limit = Fault::PrimaryLimit { spelling, remaining, reset_in: 7 };
        let harness = paused(|builder| builder).await.arm(FaultRule::new(limit.clone()).on(On::Mutation));
        let start = Instant::now();
        let envelope = harness.chain(two_writes(&harness)).await;
        assert_eq!((&envelope["status"], harness.writes().len()), (&json!("success"), 2), "{limit:?}: {envelope:#}");
        assert!((6.0..9.0).contains(&waited(start)), "{limit:?}: waited {} s", waited(start));
        let harness = paused(|builder| builder.max_wait(Duration::from_secs(1))).await.arm(limit.clone());
        let envelope = harness.chain(two_reads(&harness)).await;
        assert_eq!(codes(&envelope), ["RATE_LIMIT", "RATE_LIMIT"], "{limit:?}");
        assert_ne!(retry_at(&envelope, 1), "nothing", "{limit:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_endless_limit_uses_up_max_wait_and_no_more() {
    for retry_after in [Some(0), Some(1), None] {
        let limit = FaultRule::new(Fault::SecondaryLimit { status: 403, retry_after }).on(On::Mutation).always();
        let harness = paused(|builder| builder.max_wait(Duration::from_secs(10))).await.arm(limit);
        let start = Instant::now();
        let envelope = harness.chain(two_writes(&harness)).await;
        assert_eq!(codes(&envelope), ["RATE_LIMIT", "RATE_LIMIT"], "{envelope:#}");
        assert!(waited(start) <= 10.0 && harness.calls() <= 11, "{retry_after:?}: {} calls", harness.calls());
        assert_eq!(harness.writes().len(), 0);
    }
}

/// On a real clock: a paused one would jump while other responses are still on their way.
#[tokio::test]
async fn concurrent_reads_wait_once() {
    let harness = Harness::with(|builder| builder.max_wait(Duration::from_millis(2_500)).max_batch(1)).await;
    harness.sandbox.inject(secondary(1).times(4));
    let repos = ["acme/widgets", "acme/gadgets", "acme/roadmap", "octocat/hello-world"];
    let view = |repo: &str| json!({"task": "repo.view", "input": {"repo": repo}});
    let envelope = harness.chain(repos.map(view).into_iter().collect()).await;
    assert_eq!((&envelope["status"], harness.calls()), (&json!("success"), 8), "{envelope:#}");
}

#[tokio::test(start_paused = true)]
async fn a_limited_lookup_writes_nothing() {
    let harness = paused(|builder| builder.max_wait(Duration::ZERO)).await.arm(secondary(1).on(On::Query));
    let envelope = harness.chain(two_named_writes(&harness)).await;
    assert_eq!(codes(&envelope), ["RATE_LIMIT", "RATE_LIMIT"]);
    assert_eq!((harness.calls(), harness.writes().len()), (1, 0));
}

#[tokio::test(start_paused = true)]
async fn submitted_too_quickly_is_a_rate_limit_of_its_step() {
    let harness = paused(|builder| builder).await.arm(Fault::TooQuickly);
    let envelope = harness.chain(two_writes(&harness)).await;
    assert_eq!(codes(&envelope), ["RATE_LIMIT", "ok"], "{envelope:#}");
    assert_eq!(in_short(&envelope["results"][0]["error"]), "RATE_LIMIT retryable");
    assert_ne!(retry_at(&envelope, 0), "nothing");
    assert_eq!((harness.writes(), harness.calls()), (vec!["closeIssue".to_owned()], 1));
}

/// Responds to every request with a rate limit with this header.
#[derive(Debug)]
struct Closed(&'static str, &'static str);

impl Transport for Closed {
    fn send(&self, _: Request<Bytes>, _: Duration) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        let response = Response::builder().status(429).header(self.0, self.1).header("x-ratelimit-remaining", "0");
        Box::pin(async move { Ok(response.body(Bytes::from_static(b"{}")).unwrap()) })
    }
}

#[tokio::test(start_paused = true)]
async fn an_absurd_limit_is_an_ordinary_error() {
    for (name, value) in [
        ("retry-after", "18446744073709551615"),
        ("x-ratelimit-reset", "18446744073709551615"),
        ("retry-after", "-1"),
        ("retry-after", "Fri, 31 Dec 1999 23:59:59 GMT"),
        ("x-ratelimit-reset", "soon"),
    ] {
        let gh = ghx::Client::builder().token("t").transport(Closed(name, value)).max_wait(Duration::from_secs(2));
        let steps = requests(&json!({"task": "repo.view", "input": {"repo": "acme/widgets"}}));
        let envelope = ghx::task::execute_task(&gh.build().unwrap(), &steps[0]).await;
        let error = serde_json::to_value(envelope.error).unwrap();
        assert_eq!(in_short(&error), "RATE_LIMIT retryable", "{name}: {value}");
        assert!(error["details"]["retry_at"].is_string(), "{name}: {value}");
    }
}
