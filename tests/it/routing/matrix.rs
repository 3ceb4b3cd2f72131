//! Every capability on each of its routes: the same data, the same writes, and what its card promises.

use std::collections::BTreeSet;

use ghx::capability::find;
use ghx::card::{Card, Effect, RouteKind};
use ghx_sandbox::Sandbox;
use serde_json::{Value, json};

use super::harness::Harness;
use crate::engine::table::{Row, all};

/// What a row gives on a route, in a harness of its own.
async fn run(row: &Row, route: RouteKind) -> (Harness, Value) {
    let harness = Harness::start().await;
    let envelope = harness.over(route, &row.step()).await;
    (harness, envelope)
}

/// The data without cursors, which differ by route.
fn comparable(mut data: Value) -> Value {
    if let Some(cursor) = data.pointer_mut("/pageInfo/endCursor").filter(|cursor| cursor.is_string()) {
        *cursor = json!("a cursor");
    }
    data
}

/// Only GraphQL accepts a node id.
fn is_by_id(row: &Row) -> bool {
    row.input().keys().any(|name| ["issueId", "pullRequestId", "threadId"].contains(&name.as_str()))
}

/// Whether a route does not support an input, as its card says.
fn is_unsupported(row: &Row, route: RouteKind) -> bool {
    let card = find(ghx::ALL, row.task).unwrap().card;
    let listed: Vec<&str> = match (route, card.rest, card.cli) {
        (RouteKind::Rest, Some(rest), _) => rest.unsupported.iter().map(|one| one.input).collect(),
        (RouteKind::Cli, _, Some(ghx::card::route::CliRoute::Command(command))) => {
            command.unsupported.iter().map(|one| one.input).collect()
        }
        (RouteKind::Cli, Some(rest), Some(ghx::card::route::CliRoute::Api)) => {
            rest.unsupported.iter().map(|one| one.input).collect()
        }
        _ => Vec::new(),
    };
    row.input().keys().any(|name| listed.contains(&name.as_str()))
}

#[tokio::test(flavor = "multi_thread")]
async fn every_route_gives_the_same_data() {
    let mut compared = BTreeSet::new();
    for row in all(&Sandbox::start().await.unwrap()) {
        let card = find(ghx::ALL, row.task).unwrap().card;
        let (first, expected) = run(&row, card.preferred).await;
        assert_eq!(expected["ok"], true, "{row:?} over {}: {expected:#}", card.preferred);
        for route in card.fallbacks.iter().copied() {
            let (harness, envelope) = run(&row, route).await;
            if is_by_id(&row) || is_unsupported(&row, route) {
                assert_eq!(envelope["error"]["code"], "ADAPTER_UNSUPPORTED", "{row:?} over {route}: {envelope:#}");
                assert_eq!(envelope["meta"]["attempts"][0]["error_code"], "CAPABILITY_LIMIT", "{row:?}: {envelope:#}");
                assert!(harness.writes().is_empty(), "{row:?} over {route}");
                continue;
            }
            assert_eq!(envelope["ok"], true, "{row:?} over {route}: {envelope:#}");
            assert_eq!(envelope["meta"]["route_used"], route.as_str());
            let (data, expected) = (comparable(envelope["data"].clone()), comparable(expected["data"].clone()));
            assert_eq!(data, expected, "{row:?} over {route}");
            assert_eq!(harness.writes().len(), first.writes().len(), "{row:?} over {route}: {:?}", harness.writes());
            assert_eq!(harness.writes().is_empty(), card.effect == Effect::Read);
            compared.insert((card.id, route.as_str()));
        }
    }
    let fallbacks = |card: &'static Card| card.fallbacks.iter().map(|route| (card.id, route.as_str()));
    let stated: BTreeSet<_> = ghx::ALL.iter().flat_map(|entry| fallbacks(entry.card)).collect();
    let missing: Vec<_> = stated.difference(&compared).collect();
    assert!(missing.is_empty(), "no row succeeds over {missing:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_exist_is_not_found_on_every_route() {
    let nowhere = [
        ("repo.view", json!({"repo": "acme/nowhere"})),
        ("repo.labels.list", json!({"repo": "acme/nowhere"})),
        ("issue.view", json!({"issue": "acme/widgets#999"})),
        ("issue.view", json!({"issue": "acme/widgets#7"})),
        ("issue.list", json!({"repo": "acme/nowhere"})),
        ("issue.comments.list", json!({"issue": "acme/widgets#999"})),
        ("issue.update", json!({"issue": "acme/widgets#7", "title": "A pull request is no issue"})),
        ("issue.comments.create", json!({"issue": "acme/widgets#999", "body": "x"})),
        ("issue.labels.add", json!({"issue": "acme/widgets#1", "labels": ["no-such-label"]})),
        ("issue.create", json!({"repo": "acme/widgets", "title": "x", "labels": ["no-such-label"]})),
        ("issue.milestone.set", json!({"issue": "acme/widgets#1", "milestoneNumber": 99})),
        ("pr.view", json!({"pr": "acme/widgets#1"})),
        ("pr.list", json!({"repo": "acme/nowhere"})),
        ("pr.diff.view", json!({"pr": "acme/widgets#999"})),
        ("workflow.runs.list", json!({"repo": "acme/nowhere"})),
        ("workflow.run.view", json!({"repo": "acme/widgets", "runId": 1})),
        ("workflow.run.rerun.failed", json!({"repo": "acme/widgets", "runId": 1})),
    ];
    for (task, input) in nowhere {
        let card = find(ghx::ALL, task).unwrap().card;
        for route in card.routes() {
            let harness = Harness::start().await;
            let envelope = harness.over(route, &json!({"task": task, "input": input})).await;
            assert_eq!(envelope["error"]["code"], "NOT_FOUND", "{task} {input} over {route}: {envelope:#}");
            assert_eq!(envelope["error"]["retryable"], false);
            assert!(harness.writes().is_empty(), "{task} over {route} wrote {:?}", harness.writes());
        }
    }
}
