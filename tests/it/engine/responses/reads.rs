//! Reads that are too large for one request.

use serde_json::{Value, json};

use super::Wire;

fn views(count: usize) -> Value {
    json!(vec![json!({"task": "issue.view", "input": {"issue": "acme/widgets#1"}}); count])
}

/// Nodes were once not counted, and GitHub refused the whole query.
#[tokio::test(start_paused = true)]
async fn fifty_lists_of_a_hundred_threads_stay_below_the_node_limit() {
    let wire = Wire::start().await;
    let list = json!({"task": "pr.threads.list", "input": {"pr": "acme/widgets#7", "first": 100}});
    let lists: Vec<Value> = (0..50)
        .map(|number| {
            // Different lookups: equal ones are sent once.
            let mut list = list.clone();
            list["input"]["unresolvedOnly"] = json!(number % 2 == 0);
            list["input"]["first"] = json!(100 - number / 2);
            list
        })
        .collect();
    let envelope = wire.chain(Value::Array(lists)).await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
}

/// `max_batch` once did not bound reads of one repository, and halving stopped after three rounds.
#[tokio::test(start_paused = true)]
async fn max_batch_bounds_reads_of_one_repository() {
    let wire = Wire::with(|builder| builder.max_batch(10)).await;
    let envelope = wire.chain(views(95)).await;
    assert_eq!(
        (envelope["status"].as_str(), wire.middlebox.log().len()),
        (Some("success"), 10),
        "{}",
        envelope["meta"]
    );
}

#[tokio::test(start_paused = true)]
async fn a_query_that_is_too_large_is_halved_down_to_one_lookup() {
    let wire = Wire::start().await;
    wire.middlebox.script(|exchange| {
        match exchange.body.matches("issue(number:").count()
            + exchange.body.matches("issueOrPullRequest(number:").count()
        {
            0 | 1 => ghx_sandbox::middlebox::Tamper::Pass,
            _ => ghx_sandbox::middlebox::Tamper::RefuseUnexecuted(ghx_sandbox::middlebox::Response::new(502, "")),
        }
    });
    let numbers = [1, 2, 3, 6, 40, 41, 42];
    let steps: Vec<Value> = numbers
        .iter()
        .map(|number| json!({"task": "issue.view", "input": {"issue": format!("acme/widgets#{number}")}}))
        .collect();
    let envelope = wire.chain(Value::Array(steps)).await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
}

/// An outage is not taken for a request that is too large.
#[tokio::test(start_paused = true)]
async fn an_outage_does_not_turn_one_request_into_hundreds() {
    let wire = Wire::start().await;
    wire.middlebox
        .script(|_| ghx_sandbox::middlebox::Tamper::RefuseUnexecuted(ghx_sandbox::middlebox::Response::new(502, "")));
    let steps: Vec<Value> = (1..=50)
        .map(|number| json!({"task": "issue.view", "input": {"issue": format!("acme/widgets#{number}")}}))
        .collect();
    let envelope = wire.chain(Value::Array(steps)).await;
    assert_eq!(envelope["status"], "failed");
    assert!(wire.middlebox.log().len() <= 60, "{} requests", wire.middlebox.log().len());
}
