//! A server that repeats the token.

use ghx_sandbox::Sandbox;
use ghx_sandbox::middlebox::{Response, Tamper};
use serde_json::json;

use super::{Wire, only_errors};

/// Fault 47.
#[tokio::test(start_paused = true)]
async fn a_token_that_a_server_repeats_is_not_reported() {
    let token = Sandbox::TOKEN;
    let step = || json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "x"}});
    for response in [
        Response::json(403, &json!({"message": format!("token {token} is not allowed")})),
        Response::json(404, &json!({"message": format!("{token}")})).with("x-github-request-id", token),
        only_errors(&json!([{"type": token, "message": token}])),
        only_errors(&json!([{"type": "INSUFFICIENT_SCOPES", "message": format!("scopes of {token}")}]))
            .with("x-github-request-id", token),
        Response::new(302, "").with("location", format!("/login?token={token}")),
        Response::json(
            200,
            &json!({"data": {"r0": null}, "errors": [{"type": "FORBIDDEN", "path": ["r0"], "message": token}]}),
        ),
    ] {
        let wire = Wire::start().await;
        wire.middlebox.script(move |_| Tamper::Replace(response.clone()));
        for envelope in [wire.task(step()).await, wire.chain(json!([step(), step()])).await] {
            assert!(!envelope.to_string().contains(token), "{envelope:#}");
        }
        let error = wire.client.graphql::<serde_json::Value>("{ viewer { login } }", json!({})).await;
        assert!(!format!("{error:?}").contains(token), "{error:?}");
    }
}
