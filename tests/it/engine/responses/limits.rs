//! Rate limits on parts of a request.

use std::time::Duration;

use ghx_sandbox::middlebox::Response;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Wire, steps};
use crate::engine::paused_clock::waited;

fn limited_first(kind: &'static str, message: &'static str) -> impl Fn(&Response) -> Response + Clone + Send + Sync {
    move |truth| {
        let mut body = truth.as_json().unwrap();
        if body["data"].get("s0").is_some() {
            body["data"]["s0"] = Value::Null;
            body["errors"] = json!([{"type": kind, "path": ["s0"], "message": message}]);
        }
        Response::json(200, &body).with("retry-after", "7")
    }
}

/// Such a limit once stopped nothing: the next mutations were sent at once.
#[tokio::test(start_paused = true)]
async fn a_rate_limit_on_one_alias_pauses_the_credential() {
    for (kind, message) in [("RATE_LIMITED", "API rate limit exceeded"), ("UNPROCESSABLE", "was submitted too quickly")]
    {
        for (max_wait, second) in [(60, "ok"), (1, "RATE_LIMIT retryable")] {
            let wire = Wire::with(|builder| builder.max_batch(1).max_wait(Duration::from_secs(max_wait))).await;
            let wire = wire.answer_writes(limited_first(kind, message));
            let comment =
                |number| json!({"task": "issue.comments.create", "input": {"issueId": wire.id(number), "body": "x"}});
            let start = Instant::now();
            let envelope = wire.chain(json!([comment(1), comment(2)])).await;
            assert_eq!(steps(&envelope), ["RATE_LIMIT retryable", second], "{envelope:#}");
            let expected = if second == "ok" { 7.0..9.0 } else { 0.0..0.1 };
            assert!(expected.contains(&waited(start)), "{kind}: waited {} s", waited(start));
        }
    }
}

/// A mutation of 50 creations once took longer than GitHub's ten seconds, with 50 unknown outcomes.
#[tokio::test(start_paused = true)]
async fn writes_are_paced_and_creations_are_counted() {
    let wire = Wire::with(|builder| builder.pace(ghx::client::Pace::On).max_wait(Duration::ZERO)).await;
    let comment = json!({"task": "issue.comments.create", "input": {"issueId": wire.id(1), "body": "x"}});
    let start = Instant::now();
    let envelope = wire.chain(json!(vec![comment; 120])).await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    // Requests of 50, 50 and 20: the second has to wait for the first to leave the minute.
    assert_eq!(wire.sent_writes(), 3);
    assert!((60.0..63.0).contains(&waited(start)), "waited {} s", waited(start));
}

#[tokio::test(start_paused = true)]
async fn fifty_light_writes_are_one_call_but_not_heavy_ones() {
    let wire = Wire::start().await;
    let close = |_| json!({"task": "issue.close", "input": {"issueId": wire.id(1)}});
    wire.chain(Value::Array((0..50).map(close).collect())).await;
    assert_eq!(wire.sent_writes(), 1);
    wire.middlebox.clear_log();
    let create = json!({"task": "issue.create", "input": {"repo": "acme/widgets", "title": "x"}});
    let envelope = wire.chain(json!(vec![create; 50])).await;
    assert_eq!((envelope["status"].as_str(), wire.sent_writes()), (Some("success"), 5));
}
