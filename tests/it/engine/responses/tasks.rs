//! Single tasks, which may use another route where the first provably did nothing.

use ghx::card::RouteKind;
use ghx::route::RoutePolicy;
use ghx::task::Task;
use ghx_sandbox::middlebox::{Response, Tamper};
use serde_json::{Value, json};

use super::{Wire, only_errors};
use crate::engine::harness::{in_short, requests};

fn create() -> Value {
    json!({"task": "issue.create", "input": {"repo": "acme/widgets", "title": "Once"}})
}

async fn over_rest(wire: &Wire, step: &Value) -> Value {
    let request = &requests(step)[0];
    let task = Task::new(request).routes(RoutePolicy::Only(RouteKind::Rest));
    serde_json::to_value(task.execute(&wire.client).await).unwrap()
}

/// Such an error once counted as a refusal, and a write that was executed was sent again.
#[tokio::test(start_paused = true)]
async fn after_an_unknown_error_a_write_uses_no_other_route() {
    for kind in ["INTERNAL", "SERVICE_UNAVAILABLE", "SOMETHING_NEW"] {
        let wire = Wire::start().await.answer_writes(move |_| only_errors(&json!([{"type": kind, "message": "x"}])));
        let envelope = wire.task(create()).await;
        assert_eq!(in_short(&envelope["error"]), "SERVER unknown", "{envelope:#}");
        assert_eq!(wire.writes(), ["createIssue"], "{kind}");
    }
}

/// Such a status once counted as a refusal, and the write was done again on another route.
#[tokio::test(start_paused = true)]
async fn after_a_redirect_a_write_uses_no_other_route() {
    for status in [301, 302, 303, 304, 307, 308, 499, 501] {
        let wire = Wire::start().await.answer_writes(move |_| Response::new(status, "").with("location", "/login"));
        let envelope = wire.task(create()).await;
        assert_eq!(in_short(&envelope["error"]), "SERVER unknown", "{status}: {envelope:#}");
        let over_rest = over_rest(&wire, &create()).await;
        assert_eq!(in_short(&over_rest["error"]), "SERVER unknown", "{status}: {over_rest:#}");
        assert_eq!((wire.writes().len(), wire.sent_writes()), (2, 2), "{status}");
    }
}

/// Any 2xx once counted as done, even a login page.
#[tokio::test(start_paused = true)]
async fn rest_accepts_only_the_documented_success() {
    let comment = json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "x"}});
    let rerun = json!({"task": "workflow.run.rerun.failed", "input": {"repo": "acme/widgets", "runId": 1001}});
    for (step, status, body) in [
        (&comment, 200, "<html>Sign in</html>"),
        (&comment, 201, "<html>Sign in</html>"),
        (&comment, 201, "{}"),
        (&comment, 201, "[]"),
        (&comment, 201, ""),
        (&comment, 204, ""),
        (&rerun, 200, "{}"),
        (&rerun, 201, "[]"),
        (&rerun, 201, "{\"merged\": true}"),
        (&rerun, 201, ""),
        (&rerun, 202, "{}"),
        (&rerun, 201, "<html>Sign in</html>"),
    ] {
        let wire = Wire::start().await.answer_writes(move |_| Response::text(status, "application/json", body));
        let envelope = over_rest(&wire, step).await;
        assert_eq!(in_short(&envelope["error"]), "SERVER unknown", "{step} {status} {body}: {envelope:#}");
        assert_eq!(wire.sent_writes(), 1);
    }
    let wire = Wire::start().await;
    let rerun = json!({"task": "workflow.run.rerun.failed", "input": {"repo": "acme/widgets", "runId": 1002}});
    for step in [&comment, &rerun] {
        let envelope = over_rest(&wire, step).await;
        assert_eq!(envelope["ok"], true, "{step}: {envelope:#}");
    }
}

/// GitHub's own redirect for a renamed repository means that nothing was executed.
#[tokio::test(start_paused = true)]
async fn a_write_follows_only_redirects_of_github() {
    let wire = Wire::start().await;
    let moved = json!({"message": "Moved Permanently", "url": "x", "documentation_url": "y"});
    let moved = Response::json(307, &moved).with("location", "/repos/acme/widgets/issues");
    wire.middlebox.push(Tamper::RefuseUnexecuted(moved));
    let envelope = over_rest(&wire, &create()).await;
    assert_eq!(envelope["ok"], true, "{envelope:#}");
    assert_eq!((wire.writes().len(), wire.sent_writes()), (1, 2));
}

/// A proxy that wants a login does not mean that GitHub refuses the token.
#[tokio::test(start_paused = true)]
async fn a_401_of_a_proxy_does_not_renew_the_token() {
    struct Tokens;
    impl ghx::client::TokenProvider for Tokens {
        fn token(&self) -> ghx::transport::BoxFuture<'_, Result<ghx::client::Token, ghx::Error>> {
            Box::pin(async { Ok(ghx::client::Token::new(ghx_sandbox::Sandbox::TOKEN)) })
        }
    }
    let wire = Wire::with(|builder| builder.token_provider(Tokens)).await;
    let wire = wire.answer_writes(|_| Response::text(401, "text/html", "<html>Sign in</html>"));
    let envelope = over_rest(&wire, &create()).await;
    assert_eq!(in_short(&envelope["error"]), "AUTH unknown", "{envelope:#}");
    assert_eq!(wire.sent_writes(), 1);
}
