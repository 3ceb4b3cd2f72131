//! Writes on one node keep their order when some of them have to be repeated.

use std::sync::atomic::{AtomicUsize, Ordering};

use ghx_sandbox::middlebox::{Response, Tamper};
use serde_json::{Value, json};

use super::{Wire, steps};

fn create_set_add() -> Value {
    json!([
        {"task": "issue.create", "input": {"repo": "acme/widgets", "title": "New"}},
        {"task": "issue.labels.set", "input": {"issueId": "{{0.id}}", "labels": []}},
        {"task": "issue.labels.add", "input": {"issueId": "{{0.id}}", "labels": ["bug"]}},
    ])
}

/// GitHub does not find the new issue for the first of two writes, and does for the second.
#[tokio::test(start_paused = true)]
async fn a_retry_never_runs_after_a_later_write_on_its_node() {
    let wire = Wire::start().await;
    wire.middlebox.script(|exchange| {
        if !exchange.is_write || !exchange.body.contains("s1:") {
            return Tamper::Pass;
        }
        // Without `s1`, as if GitHub had not found the node for it: nothing was executed for this field.
        Tamper::look(|_, truth| {
            let mut body = truth.as_json().unwrap();
            body["data"]["s1"] = Value::Null;
            body["errors"] = json!([{"type": "NOT_FOUND", "path": ["s1"], "message": "Could not resolve to a node"}]);
            Tamper::Replace(Response::json(200, &body))
        })
    });
    let envelope = wire.chain(create_set_add()).await;
    assert_eq!(steps(&envelope), ["ok", "NOT_FOUND", "ok"], "{envelope:#}");
    assert_eq!(wire.sent_writes(), 2, "the write that was overtaken is not repeated");
}

/// A lookup on the new issue finds nothing at first.
#[tokio::test(start_paused = true)]
async fn a_later_write_waits_for_one_that_was_not_found_yet() {
    let wire = Wire::start().await;
    let lookups = AtomicUsize::new(0);
    wire.middlebox.script(move |exchange| {
        let is_first = || lookups.fetch_add(1, Ordering::Relaxed) == 0;
        if exchange.is_write || !exchange.body.contains("node(id:") || !is_first() {
            return Tamper::Pass;
        }
        Tamper::look(|_, truth| {
            let mut body = truth.as_json().unwrap();
            let roots: Vec<String> = body["data"].as_object().unwrap().keys().cloned().collect();
            let message = "Could not resolve to a node";
            let error = |root: &String| json!({"type": "NOT_FOUND", "path": [root], "message": message});
            body["errors"] = roots.iter().map(error).collect();
            for root in &roots {
                body["data"][root] = Value::Null;
            }
            Tamper::Replace(Response::json(200, &body))
        })
    });
    let chain = json!([
        {"task": "issue.create", "input": {"repo": "acme/widgets", "title": "New"}},
        {"task": "issue.labels.set", "input": {"issueId": "{{0.id}}", "labels": ["bug"]}},
        {"task": "issue.labels.set", "input": {"issueId": "{{0.id}}", "labels": []}},
    ]);
    let envelope = wire.chain(chain).await;
    assert_eq!(steps(&envelope), ["ok", "ok", "ok"], "{envelope:#}");
    let writes: Vec<_> = wire.sandbox.writes().into_iter().filter_map(|write| write.response_key).collect();
    assert_eq!(writes, ["s0", "s1", "s2"], "in the order of the chain");
}
