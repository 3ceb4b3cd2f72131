//! GitHub's failures, one by one: what each step reports, how often it was sent, and what was written.

mod attribution;
mod cancellation;
mod chains;
mod dropped;
mod limits;
mod read_after_write;
mod reads;
mod retries;
mod writes;

use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, Spelling, When};
use serde_json::{Value, json};

use super::harness::{Harness, in_short};
use super::paused_clock::paused;

/// Two reads with separate root fields.
fn two_reads(_: &Harness) -> Value {
    json!([
        {"task": "issue.view", "input": {"issue": "acme/widgets#1"}},
        {"task": "repo.view", "input": {"repo": "octocat/hello-world"}},
    ])
}

/// A write that must not be sent twice and one that may, without lookups.
fn two_writes(harness: &Harness) -> Value {
    json!([
        {"task": "issue.comments.create", "input": {"issueId": harness.id(1), "body": "one"}},
        {"task": "issue.close", "input": {"issueId": harness.id(2)}},
    ])
}

/// The same with lookups.
fn two_named_writes(_: &Harness) -> Value {
    json!([
        {"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "one"}},
        {"task": "issue.close", "input": {"issue": "acme/widgets#2"}},
    ])
}

/// The outcome of a chain: each step in short, the HTTP calls, and the writes that were executed.
async fn outcome(chain: fn(&Harness) -> Value, fault: impl Into<FaultRule>) -> String {
    let harness = paused(|builder| builder).await.arm(fault);
    let envelope = harness.chain(chain(&harness)).await;
    assert_eq!(envelope["meta"]["http_calls"], harness.calls(), "every call is counted: {envelope:#}");
    let short = |result: &Value| if result["ok"] == true { "ok".to_owned() } else { in_short(&result["error"]) };
    let steps: Vec<String> = envelope["results"].as_array().unwrap().iter().map(short).collect();
    format!("{} / {} calls / {}", steps.join(", "), harness.calls(), harness.writes().join(" "))
}

/// Compares a table of faults and outcomes, and shows every line that differs.
async fn check(chain: fn(&Harness) -> Value, on: &On, table: Vec<(Fault, String)>) {
    let mut wrong = Vec::new();
    for (fault, expected) in table {
        let found = outcome(chain, FaultRule::new(fault.clone()).on(on.clone())).await;
        if found != expected {
            wrong.push(format!("{fault:?}\n  expected {expected}\n  found    {found}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn primary(spelling: Spelling, remaining: u32, reset_in: u64) -> Fault {
    Fault::PrimaryLimit { spelling, remaining, reset_in }
}

fn secondary(status: u16, retry_after: Option<u64>) -> Fault {
    Fault::SecondaryLimit { status, retry_after }
}

fn gateway(status: u16, body: GatewayBody, when: When) -> Fault {
    Fault::Gateway { status, body, when }
}

fn status(status: u16) -> Fault {
    Fault::Status { status, body: Value::Null, when: When::Before }
}
