//! A merge that GitHub refuses because the base branch moved meanwhile: nothing was merged, and trying again may work.

use ghx::card::RouteKind;
use ghx::{ErrorCode, Repo};
use ghx_sandbox::{Fault, FaultRule};
use serde_json::json;

use super::harness::Harness;

mod by_rest {
    ghx::capability!("tests/it/routing/cards/pr.merge.rest.yaml");
}

fn repo() -> Repo {
    "acme/widgets".parse().unwrap()
}

/// This was once not retryable.
#[tokio::test(flavor = "multi_thread")]
async fn a_modified_base_branch_is_retryable_over_graphql() {
    let harness = Harness::start().await.arm(Fault::BaseModified);
    let step = json!({"task": "pr.merge", "input": {"pr": "acme/widgets#7"}});
    let envelope = harness.over(RouteKind::Graphql, &step).await;
    let error = &envelope["error"];
    assert_eq!((&error["code"], &error["retryable"]), (&json!("VALIDATION"), &json!(true)), "{envelope:#}");
    assert!(error["message"].as_str().unwrap().contains("Base branch was modified"), "{envelope:#}");
    assert!(error["details"]["outcome"].is_null(), "{envelope:#}");
    assert!(harness.writes().is_empty());
    let again = harness.over(RouteKind::Graphql, &step).await;
    assert_eq!((&again["ok"], harness.writes().len()), (&json!(true), 1), "{again:#}");
}

/// GitHub responds with 405, and sometimes with 409.
#[tokio::test(flavor = "multi_thread")]
async fn a_modified_base_branch_is_retryable_over_rest_and_gh() {
    let conflict = Fault::status(409, "Base branch was modified. Review and try the merge again.");
    for fault in [Fault::BaseModified, conflict] {
        // With the fault always armed, `gh` meets it as well, should REST hand the merge on.
        let harness = Harness::start().await.arm(FaultRule::new(fault.clone()).always());
        let error = by_rest::rest(repo().pr(7)).send(&harness.client).await.unwrap_err();
        assert_eq!((error.code(), error.is_retryable()), (ErrorCode::Validation, true), "{fault:?}: {error:?}");
        assert!(error.message().contains("Base branch was modified"), "{error:?}");
        assert!(harness.writes().is_empty());
        harness.sandbox.disarm();
        let merged = by_rest::rest(repo().pr(7)).send(&harness.client).await.unwrap();
        assert!(merged.merged && !merged.commit.is_empty());
        assert_eq!(harness.writes().len(), 1);
    }
}
