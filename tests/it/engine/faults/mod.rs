//! GitHub's failures, one by one: what each step says, how often it was sent, and what was really written.

mod attribution;
mod cancel;
mod chains;
mod delays;
mod dropped;
mod limits;
mod reads;
mod repeats;
mod writes;

use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, Spelling, When};
use serde_json::{Value, json};

use super::clock::paused;
use super::world::{World, in_short};

/// Two reads under roots of their own.
fn two_reads(_: &World) -> Value {
    json!([
        {"task": "issue.view", "input": {"issue": "acme/widgets#1"}},
        {"task": "repo.view", "input": {"repo": "octocat/hello-world"}},
    ])
}

/// A write that must not be sent twice and one that may, without lookups.
fn two_writes(world: &World) -> Value {
    json!([
        {"task": "issue.comments.create", "input": {"issueId": world.id(1), "body": "one"}},
        {"task": "issue.close", "input": {"issueId": world.id(2)}},
    ])
}

/// The same with lookups.
fn two_named_writes(_: &World) -> Value {
    json!([
        {"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "one"}},
        {"task": "issue.close", "input": {"issue": "acme/widgets#2"}},
    ])
}

/// What a chain came to: each step in short, the HTTP calls, and the writes that were executed.
async fn outcome(chain: fn(&World) -> Value, fault: impl Into<FaultRule>) -> String {
    let world = paused(|builder| builder).await.arm(fault);
    let envelope = world.chain(chain(&world)).await;
    assert_eq!(envelope["meta"]["http_calls"], world.calls(), "every call is counted: {envelope:#}");
    let short = |result: &Value| if result["ok"] == true { "ok".to_owned() } else { in_short(&result["error"]) };
    let steps: Vec<String> = envelope["results"].as_array().unwrap().iter().map(short).collect();
    format!("{} / {} calls / {}", steps.join(", "), world.calls(), world.writes().join(" "))
}

/// Compares a table of faults and outcomes, and shows every line that differs.
async fn check(chain: fn(&World) -> Value, on: &On, table: Vec<(Fault, String)>) {
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
