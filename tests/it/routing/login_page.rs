//! A proxy that responds to writes with its login page, over `gh`.

use ghx::Client;
use ghx::card::RouteKind;
use ghx::route::RoutePolicy;
use ghx::task::Task;
use ghx_sandbox::Sandbox;
use ghx_sandbox::middlebox::{Middlebox, Response, Tamper};
use serde_json::json;

use super::harness::gh_through;
use crate::engine::harness::requests;

/// `gh` accepts any 2xx and exits with 0, so its output must have the form that GitHub documents.
#[tokio::test(flavor = "multi_thread")]
async fn a_login_page_is_not_a_success_over_gh() {
    let (sandbox, home) = (Sandbox::start().await.unwrap(), tempfile::tempdir().unwrap());
    let middlebox = Middlebox::start(&sandbox).await.unwrap();
    let client = Client::builder().host("github.localhost").token(Sandbox::TOKEN);
    let client = client.gh(gh_through(&middlebox.url(), &home)).build().unwrap();
    for step in [
        json!({"task": "workflow.run.rerun.failed", "input": {"repo": "acme/widgets", "runId": 1002}}),
        json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "x"}}),
        json!({"task": "issue.labels.add", "input": {"issue": "acme/widgets#1", "labels": ["docs"]}}),
    ] {
        for status in [200, 201] {
            middlebox.script(move |exchange| {
                let page = Response::text(status, "text/html", "<html>Sign in</html>");
                if exchange.is_write { Tamper::RefuseUnexecuted(page) } else { Tamper::Pass }
            });
            let request = &requests(&step)[0];
            let task = Task::new(request).routes(RoutePolicy::Only(RouteKind::Cli));
            let envelope = serde_json::to_value(task.execute(&client).await).unwrap();
            assert_eq!(envelope["ok"], false, "{status} {step}: {envelope:#}");
            assert_eq!(envelope["error"]["details"]["outcome"], "unknown", "{status} {step}: {envelope:#}");
        }
    }
    assert!(sandbox.writes().is_empty());
}
