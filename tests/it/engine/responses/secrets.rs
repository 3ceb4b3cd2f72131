//! A server that repeats the token.

use ghx_sandbox::Sandbox;
use ghx_sandbox::middlebox::{Response, Tamper};
use serde_json::json;

use super::{Wire, only_errors};

/// A token that a server repeated was once printed.
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

/// The warning about a rename contains text of the server.
#[tokio::test(start_paused = true)]
async fn a_token_in_the_new_name_of_a_repository_is_not_reported() {
    let wire = Wire::start().await;
    let named = |response: &mut Response| {
        let body = String::from_utf8(response.body.clone()).unwrap();
        response.body = body.replace("acme/widgets", &format!("acme/{}", Sandbox::TOKEN)).into_bytes();
    };
    wire.middlebox.script(move |_| Tamper::edit(named));
    let step = || json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "x"}});
    for envelope in [wire.task(step()).await, wire.chain(json!([step(), step()])).await] {
        let warnings = &envelope["meta"]["warnings"];
        let message = "`acme/widgets` was renamed to `acme/***`, and GitHub followed the rename: use the new name";
        assert_eq!((warnings.as_array().unwrap().len(), &warnings[0]["message"]), (1, &json!(message)), "{envelope:#}");
    }
}
