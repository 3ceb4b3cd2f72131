//! Steps without a GraphQL route in a chain: they are sent outside the batch.

use ghx::card::RouteKind;
use ghx::route::RoutePolicy;
use ghx::task::{Task, Tasks};
use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, When};
use serde_json::{Value, json};

use super::harness::Harness;
use crate::engine::harness::{codes, requests};

async fn chain(harness: &Harness, steps: &Value) -> Value {
    serde_json::to_value(Tasks::new(&requests(steps)).execute(&harness.client).await).unwrap()
}

/// A run of the standard seed that failed.
const FAILED: u64 = 1002;

#[tokio::test(flavor = "multi_thread")]
async fn unbatched_steps_run_in_the_same_waves() {
    let harness = Harness::start().await;
    let steps = json!([
        {"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "CI is red"}},
        {"task": "workflow.run.view", "id": "run", "input": {"repo": "acme/widgets", "runId": FAILED}},
        {"task": "issue.comments.create", "input": {"issueId": "{{new.id}}", "body": "See {{run.url}} ({{run.name}})"}},
        {"task": "workflow.run.rerun.failed", "input": {"repo": "acme/widgets", "runId": "{{run.id}}"}},
        {"task": "repo.view", "input": {"repo": "acme/widgets"}},
    ]);
    let envelope = chain(&harness, &steps).await;
    assert_eq!(envelope["status"], "success", "{envelope:#}");
    let results = envelope["results"].as_array().unwrap();
    assert_eq!(results[1]["route"], "rest");
    assert!(results[0].get("route").is_none() && results[4].get("route").is_none());
    assert_eq!(results[3]["data"], json!({"runId": FAILED, "queued": true}));
    let body = results[2]["data"]["body"].as_str().unwrap();
    assert!(body.starts_with("See http") && body.contains(&FAILED.to_string()), "{body}");
    assert_eq!(envelope["meta"]["http_calls"], harness.sandbox.requests().len());
    assert_eq!(harness.writes().len(), 3, "{:?}", harness.writes());
    assert_eq!(harness.writes()[..2], ["createIssue", "addComment"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plan_shows_unbatched_steps() {
    let steps = json!([
        {"task": "workflow.run.view", "id": "run", "input": {"repo": "acme/widgets", "runId": 7}},
        {"task": "repo.view", "input": {"repo": "acme/widgets"}},
        {"task": "workflow.run.rerun.failed", "input": {"repo": "acme/widgets", "runId": "{{run.id}}"}},
    ]);
    let steps = requests(&steps);
    let plan = Tasks::new(&steps).plan(50).unwrap();
    let text = plan.to_string();
    for line in [
        "  outside the batch, 2 calls over rest, else cli",
        "      GET /repos/acme/widgets/actions/runs/7",
        "      POST /repos/acme/widgets/actions/runs/{{run.id}}/rerun-failed-jobs",
    ] {
        assert!(text.lines().any(|shown| shown == line), "{line}\n{text}");
    }
    assert_eq!(plan.http_calls(), 4, "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn graphql_only_refuses_unbatched_steps() {
    let harness = Harness::start().await;
    let steps = json!([
        {"task": "issue.view", "input": {"issue": "acme/widgets#1"}},
        {"task": "pr.checks.rerun_failed", "input": {"repo": "acme/widgets", "runId": 7}},
    ]);
    let steps = requests(&steps);
    let envelope = Tasks::new(&steps).routes(RoutePolicy::graphql_only()).execute(&harness.client).await;
    let envelope = serde_json::to_value(envelope).unwrap();
    assert_eq!(codes(&envelope), ["SKIPPED", "ADAPTER_UNSUPPORTED"]);
    let message = "capability 'workflow.run.rerun.failed' has no GraphQL route and cannot be chained";
    assert_eq!(envelope["results"][1]["error"]["message"], message);
    assert_eq!((&envelope["meta"]["http_calls"], harness.sandbox.requests().len()), (&json!(0), 0));

    let typed = Harness::with(|builder| builder.routes(RoutePolicy::graphql_only())).await;
    let repo: ghx::Repo = "acme/widgets".parse().unwrap();
    let chain = ghx::Chain::new().step(ghx::pr::diff::view(repo.pr(7))).step(ghx::repo::view(&repo));
    let error = chain.run(&typed.client).await.unwrap_err();
    assert!(error.to_string().contains("'pr.diff.view' has no GraphQL route and cannot be chained"), "{error}");
    assert_eq!(typed.sandbox.requests().len(), 0);
}

/// The message for a single task does not mention chains.
#[tokio::test(flavor = "multi_thread")]
async fn a_refused_route_lists_the_routes_of_the_card() {
    let harness = Harness::start().await;
    let request = &requests(&json!({"task": "pr.diff.view", "input": {"pr": "acme/widgets#7"}}))[0];
    let envelope = Task::new(request).routes(RoutePolicy::graphql_only()).execute(&harness.client).await;
    let message = "capability 'pr.diff.view' has no `graphql` route, only `rest`, `cli`";
    assert_eq!(envelope.error.unwrap().message, message);

    let typed = Harness::with(|builder| builder.routes(RoutePolicy::graphql_only())).await;
    let repo: ghx::Repo = "acme/widgets".parse().unwrap();
    let error = ghx::chain::send(ghx::pr::diff::view(repo.pr(7)), &typed.client).await.unwrap_err();
    assert_eq!(error.message(), message);
    assert_eq!((harness.sandbox.requests().len(), typed.sandbox.requests().len()), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_chain_can_use_rest() {
    let steps = json!([
        {"task": "issue.view", "id": "it", "input": {"issue": "acme/widgets#1"}},
        {"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "{{it.title}}"}},
    ]);
    let steps = requests(&steps);
    let harness = Harness::start().await;
    let envelope = Tasks::new(&steps).routes(RoutePolicy::Only(RouteKind::Rest)).execute(&harness.client).await;
    let envelope = serde_json::to_value(envelope).unwrap();
    assert_eq!(
        (&envelope["status"], &envelope["meta"]["route_used"]),
        (&json!("success"), &json!("rest")),
        "{envelope:#}"
    );
    assert!(harness.sandbox.requests().iter().all(|request| request.document.is_none()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_unbatched_step_skips_only_its_dependents() {
    let harness = Harness::start().await;
    let steps = json!([
        {"task": "workflow.run.view", "id": "run", "input": {"repo": "acme/widgets", "runId": 1}},
        {"task": "issue.view", "input": {"issue": "acme/widgets#1"}},
        {"task": "workflow.run.rerun.failed", "input": {"repo": "acme/widgets", "runId": "{{run.id}}"}},
        {"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "still"}},
    ]);
    let envelope = chain(&harness, &steps).await;
    assert_eq!(codes(&envelope), ["NOT_FOUND", "ok", "SKIPPED", "ok"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_written_after_a_mutation_of_unknown_outcome() {
    let gateway = Fault::Gateway { status: 502, body: GatewayBody::default(), when: When::After };
    let harness = Harness::start().await.arm(FaultRule::new(gateway).on(On::Mutation));
    let steps = json!([
        {"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "Perhaps"}},
        {"task": "workflow.run.rerun.failed", "input": {"repo": "acme/widgets", "runId": FAILED}},
    ]);
    let envelope = chain(&harness, &steps).await;
    assert_eq!(envelope["results"][0]["error"]["details"]["outcome"], "unknown", "{envelope:#}");
    assert_eq!(envelope["results"][1]["error"]["code"], "SERVER");
    assert!(envelope["results"][1]["error"]["message"].as_str().unwrap().starts_with("not sent"), "{envelope:#}");
    assert_eq!(harness.writes(), ["addComment"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_in_a_chain_continues_on_the_route_of_its_cursor() {
    let harness = Harness::start().await;
    let first = json!({"task": "issue.list", "input": {"repo": "acme/widgets", "first": 2}});
    let page = harness.over(RouteKind::Rest, &first).await["data"].clone();
    let next = json!({"repo": "acme/widgets", "first": 2, "after": page["pageInfo"]["endCursor"]});
    let steps = json!([
        {"task": "issue.list", "input": next},
        {"task": "repo.view", "input": {"repo": "acme/widgets"}},
    ]);
    let plan = Tasks::new(&requests(&steps)).plan(50).unwrap().to_string();
    assert!(plan.contains("  outside the batch, 1 call over rest\n"), "{plan}");
    let envelope = chain(&harness, &steps).await;
    assert_eq!(
        (codes(&envelope), &envelope["results"][0]["route"]),
        (vec!["ok", "ok"], &json!("rest")),
        "{envelope:#}"
    );
    assert_ne!(envelope["results"][0]["data"]["items"], page["items"]);
}
