//! Single tasks over all routes of their cards, with fallbacks, and over one route alone.

use ghx::Client;
use ghx::card::{Effect, RouteKind};
use ghx::route::RoutePolicy;
use ghx::task::{Task, TaskRequest};
use ghx_sandbox::Sandbox;
use serde_json::{Value, json};

use super::super::compare::{Wrong, WrongKind, card, ensure, ensure_that, wanted};
use super::super::on_a_paused_clock;
use super::super::random::Random;
use super::statistics::{self, Seen};
use super::{TIMEOUT, Wire, number};
use crate::engine::harness::requests;
use crate::engine::paused_clock::Relay;
use crate::routing::harness::gh_through;

const TASKS: u64 = 2_000;
const GH_TASKS: u64 = 120;

/// Writes that have other routes than GraphQL, and a few reads.
fn task(chance: &mut Random, seed: u64) -> TaskRequest {
    let issue = format!("acme/widgets#{}", chance.pick(&[1, 2, 3, 40, 41, 42, 999]));
    let labels = json!(chance.pick(&[vec!["bug"], vec!["docs", "triage"], vec!["bgu"]]));
    let (task, input) = match chance.below(12) {
        0..=2 => ("issue.create", json!({"repo": "acme/widgets", "title": format!("t{seed}")})),
        3..=5 => ("issue.comments.create", json!({"issue": issue, "body": format!("c{seed}")})),
        6 => ("issue.labels.add", json!({"issue": issue, "labels": labels})),
        7 => ("issue.labels.set", json!({"issue": issue, "labels": labels})),
        8 => ("issue.close", json!({"issue": issue})),
        9 => ("issue.reopen", json!({"issue": issue})),
        10 => ("workflow.run.rerun.failed", json!({"repo": "acme/widgets", "runId": chance.pick(&[1001, 1002, 9])})),
        _ => ("issue.view", json!({"issue": issue})),
    };
    requests(&json!({"task": task, "input": input})).remove(0)
}

fn account(request: &TaskRequest, envelope: &Value, writes: usize) -> Result<(), Wrong> {
    let card = card(request);
    if card.effect == Effect::Read {
        return ensure(writes == 0, "a read writes nothing");
    }
    let is_once = card.idempotent || writes <= wanted(request).len();
    ensure_that(is_once, WrongKind::Doubled, "what is not idempotent is done once at most")?;
    let error = &envelope["error"];
    match error["details"]["outcome"].as_str() {
        _ if envelope["ok"] == true => ensure_that(writes > 0, WrongKind::Lost, "what is reported as done was done"),
        None => ensure_that(writes == 0, WrongKind::Lost, "what is reported as not done was not done"),
        Some("unknown") => ensure(error["retryable"] == false, "what is unknown is not retryable"),
        Some(_) => ensure_that(writes > 0, WrongKind::Lost, "what is reported as applied was done"),
    }
}

async fn trial(number: u64, wire: &Wire, client: &Client, routes: RoutePolicy, seen: &mut Seen) {
    let request = task(&mut Random::new(number), number);
    wire.arm(number);
    let envelope = Task::new(&request).routes(routes).trace(true).execute(client).await;
    let envelope = serde_json::to_value(envelope).unwrap();
    seen.add(&envelope, &wire.middlebox.log());
    if let Err(wrong) = account(&request, &envelope, wire.sandbox.writes().len()) {
        let transcript = statistics::transcript(wire);
        let explained =
            format!("seed {number} over {routes:?}: {}\n{request:?}\n{envelope:#}\n{transcript}", wrong.what);
        seen.wrong(wrong.kind, explained);
    }
}

async fn over_http(seeds: std::ops::Range<u64>) -> Seen {
    let mut seen = Seen::default();
    for seed in seeds {
        let wire = Wire::start().await;
        let builder = Client::builder().token(Sandbox::TOKEN).graphql_url(&wire.middlebox.graphql_url());
        let builder = builder.rest_url(&wire.middlebox.rest_url()).timeout(TIMEOUT).transport(Relay::default());
        let routes = if seed % 2 == 0 { RoutePolicy::default() } else { RoutePolicy::Only(RouteKind::Rest) };
        trial(seed, &wire, &builder.build().unwrap(), routes, &mut seen).await;
    }
    seen
}

/// A task that falls back to another route is executed once at most.
#[test]
fn graphql_and_rest_tasks_report_what_happened() {
    let start = number("GHX_SEED").unwrap_or(0);
    let seen = on_a_paused_clock(over_http(start..start + number("GHX_TRIALS").unwrap_or(TASKS)));
    seen.check();
}

/// For the real `gh`.
#[tokio::test(flavor = "multi_thread")]
async fn gh_tasks_report_what_happened() {
    let start = number("GHX_SEED").unwrap_or(0);
    let (mut seen, home) = (Seen::default(), tempfile::tempdir().unwrap());
    for seed in start..start + GH_TASKS {
        // A client of its own for each: one that was rate limited would send nothing more.
        let wire = Wire::start().await;
        let gh = gh_through(&wire.middlebox.url(), &home);
        let builder = Client::builder().host("github.localhost").token(Sandbox::TOKEN).gh(gh);
        let client = builder.timeout(TIMEOUT * 5).max_wait(std::time::Duration::ZERO).build().unwrap();
        trial(seed, &wire, &client, RoutePolicy::Only(RouteKind::Cli), &mut seen).await;
    }
    seen.check();
}
