//! A write is executed once, even if the first route fails.

use std::time::Duration;

use ghx::capability::find;
use ghx::card::{Effect, RouteKind};
use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, Sandbox, When};
use serde_json::json;

use super::harness::Harness;
use crate::engine::table::all;

fn gateway(when: When, on: On) -> FaultRule {
    FaultRule::new(Fault::Gateway { status: 502, body: GatewayBody::default(), when }).on(on).times(20)
}

/// Writes on the standard seed that have another route.
async fn writes() -> Vec<(crate::engine::table::Row, RouteKind)> {
    let rows = all(&Sandbox::start().await.unwrap()).into_iter();
    let with_route = rows.map(|row| (find(ghx::ALL, row.task).unwrap().card, row));
    let writes = with_route.filter(|(card, _)| card.effect == Effect::Write && !card.fallbacks.is_empty());
    writes.map(|(card, row)| (row, card.preferred)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_of_unknown_outcome_uses_no_other_route() {
    let writes = writes().await;
    assert!(writes.len() >= 10, "{}", writes.len());
    for (row, preferred) in writes {
        let on = match preferred {
            RouteKind::Graphql => On::Mutation,
            _ => On::Path("/repos/acme/widgets/actions/runs/".to_owned()),
        };
        let alone = Harness::start().await;
        alone.task(&row.step()).await;

        let harness = Harness::start().await.arm(gateway(When::After, on));
        let envelope = harness.task(&row.step()).await;
        assert_eq!(envelope["ok"], false, "{row:?}: {envelope:#}");
        assert_eq!(envelope["error"]["details"]["outcome"], "unknown", "{row:?}: {envelope:#}");
        assert_eq!(envelope["error"]["retryable"], false);
        let attempts = envelope["meta"]["attempts"].as_array().unwrap();
        assert_eq!(attempts.len(), 1, "{row:?}: {envelope:#}");
        let idempotent = find(ghx::ALL, row.task).unwrap().card.idempotent;
        if !idempotent {
            assert_eq!(harness.writes(), alone.writes(), "{row:?}");
        }
        assert!(harness.writes().iter().all(|write| alone.writes().contains(write)), "{row:?}: {:?}", harness.writes());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_issue_is_created_after_a_502_on_the_first_route() {
    let harness = Harness::start().await.arm(gateway(When::After, On::Mutation));
    let step = json!({"task": "issue.create", "input": {"repo": "acme/widgets", "title": "Once"}});
    let envelope = harness.task(&step).await;
    assert_eq!((&envelope["ok"], &envelope["meta"]["route_used"]), (&json!(false), &json!("graphql")), "{envelope:#}");
    assert_eq!(harness.writes(), ["createIssue"]);
    let made = harness.sandbox.issues("acme/widgets").into_iter().filter(|issue| issue.title == "Once").count();
    assert_eq!(made, 1);
}

/// A transport that cannot connect, so that nothing is sent.
#[derive(Debug)]
struct Unreachable;

impl ghx::transport::Transport for Unreachable {
    fn send(
        &self,
        _: http::Request<bytes::Bytes>,
        _: Duration,
    ) -> ghx::transport::BoxFuture<'_, Result<http::Response<bytes::Bytes>, ghx::transport::TransportError>> {
        Box::pin(async { Err(ghx::transport::TransportError::not_sent("nobody is there")) })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unsent_write_uses_another_route_once() {
    let harness = Harness::with(|builder| builder.transport(Unreachable)).await;
    let step = json!({"task": "issue.create", "input": {"repo": "acme/widgets", "title": "Once", "body": "By gh"}});
    let envelope = harness.task(&step).await;
    assert_eq!((&envelope["ok"], &envelope["meta"]["route_used"]), (&json!(true), &json!("cli")), "{envelope:#}");
    assert_eq!(envelope["meta"]["reason"], "CARD_FALLBACK");
    let tried = envelope["meta"]["attempts"].as_array().unwrap();
    let tried: Vec<(&str, &str)> =
        tried.iter().map(|one| (one["route"].as_str().unwrap(), one["status"].as_str().unwrap())).collect();
    assert_eq!(tried, [("graphql", "error"), ("rest", "error"), ("cli", "success")]);
    assert_eq!(harness.sandbox.writes().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_uses_another_route_after_an_outage() {
    let harness = Harness::start().await.arm(gateway(When::Before, On::Query));
    let step = json!({"task": "repo.view", "input": {"repo": "acme/widgets"}});
    let rest = harness.over(RouteKind::Rest, &step).await;
    let envelope = harness.task(&step).await;
    // `gh` uses GraphQL as well, so only REST works during the outage.
    assert_eq!((&envelope["ok"], &envelope["meta"]["route_used"]), (&json!(true), &json!("rest")), "{envelope:#}");
    assert_eq!(envelope["meta"]["reason"], "CARD_FALLBACK");
    assert_eq!(envelope["data"], rest["data"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_uses_rest_when_graphql_is_rate_limited() {
    let limit = || Fault::PrimaryLimit { spelling: ghx_sandbox::Spelling::default(), remaining: 0, reset_in: 3600 };
    let harness = Harness::start().await.arm(FaultRule::new(limit()).on(On::Graphql).times(20));
    let step = json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "Over REST"}});
    let envelope = harness.task(&step).await;
    assert_eq!((&envelope["ok"], &envelope["meta"]["route_used"]), (&json!(true), &json!("rest")), "{envelope:#}");
    assert_eq!(harness.sandbox.writes().len(), 1);
}

/// The doubled comment of ghx-sandbox's README: written once, and its outcome is reported as unknown, whatever the route.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_response_leaves_one_comment_of_unknown_outcome() {
    for on in [On::Mutation, On::Path("/repos/acme/widgets/issues/42/comments".to_owned())] {
        let is_rest = on != On::Mutation;
        let harness = Harness::start().await.arm(gateway(When::After, on));
        let step = json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#42", "body": "Hello"}});
        let request = &crate::engine::harness::requests(&step)[0];
        let mut task = ghx::task::Task::new(request);
        if is_rest {
            task = task.routes(ghx::route::RoutePolicy::Only(RouteKind::Rest));
        }
        let envelope = serde_json::to_value(task.execute(&harness.client).await).unwrap();
        assert_eq!(envelope["error"]["details"]["outcome"], "unknown", "{envelope:#}");
        assert_eq!((&envelope["ok"], &envelope["error"]["retryable"]), (&json!(false), &json!(false)));
        let comments = harness.sandbox.issue("acme/widgets", 42).unwrap().comments;
        assert_eq!(comments.iter().filter(|comment| comment.body == "Hello").count(), 1);
    }
}
