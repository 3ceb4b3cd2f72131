//! Mutations of a chain.

use ghx::error::Phase;
use ghx::{Chain, issue};
use ghx_sandbox::middlebox::Response;
use serde_json::{Value, json};

use super::{Wire, only_errors, steps};
use crate::engine::harness::widgets;

fn three_comments(wire: &Wire) -> Value {
    let comment = |number| json!({"task": "issue.comments.create", "input": {"issueId": wire.id(number), "body": "x"}});
    json!([comment(1), comment(2), comment(3)])
}

/// Such an error once counted as a refusal, and a write that was executed was sent again.
#[tokio::test(start_paused = true)]
async fn an_unknown_error_without_data_means_unknown_outcome() {
    for kind in ["INTERNAL", "SERVICE_UNAVAILABLE", "RESOURCE_LIMITS_EXCEEDED", "TIMEOUT", "SOMETHING_NEW", "NOT_FOUND"]
    {
        let wire = Wire::start().await;
        let wire = wire.answer_writes(move |_| only_errors(&json!([{"type": kind, "message": "x"}])));
        let envelope = wire.chain(three_comments(&wire)).await;
        assert!(steps(&envelope).iter().all(|step| step.ends_with(" unknown")), "{kind}: {envelope:#}");
        assert_eq!((wire.writes().len(), wire.sent_writes()), (3, 1), "{kind}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_error_for_one_write_does_not_repeat_the_others() {
    for kind in ["INTERNAL", "RESOURCE_LIMITS_EXCEEDED", "NOT_FOUND"] {
        let wire = Wire::start().await;
        let wire = wire.answer_writes(move |_| only_errors(&json!([{"type": kind, "path": ["s1"], "message": "x"}])));
        let envelope = wire.chain(three_comments(&wire)).await;
        let found = steps(&envelope);
        assert!(found[0].ends_with(" unknown") && found[2].ends_with(" unknown"), "{kind}: {envelope:#}");
        assert_eq!((wire.writes().len(), wire.sent_writes()), (3, 1), "{kind}");
    }
}

/// An error without a path once counted for every null, and a comment was sent seven times.
#[tokio::test(start_paused = true)]
async fn an_error_without_a_path_is_not_a_refusal() {
    let wire = Wire::start().await.answer_writes(|_| {
        let errors = json!([{"type": "NOT_FOUND", "message": "Could not resolve to a node"}]);
        Response::json(200, &json!({"data": {"s0": null, "s1": null, "s2": null}, "errors": errors}))
    });
    let envelope = wire.chain(three_comments(&wire)).await;
    assert_eq!(steps(&envelope), ["NOT_FOUND unknown", "NOT_FOUND unknown", "NOT_FOUND unknown"], "{envelope:#}");
    assert_eq!((wire.writes().len(), wire.sent_writes()), (3, 1));
}

#[tokio::test(start_paused = true)]
async fn an_error_without_a_path_does_not_repeat_a_comment() {
    let wire = Wire::start().await.answer_writes(|truth| {
        let mut body = truth.as_json().unwrap();
        if body["data"].get("s1").is_some() {
            body["data"]["s1"] = Value::Null;
            body["errors"] = json!([{"type": "NOT_FOUND", "message": "Could not resolve to a node"}]);
        }
        Response::json(200, &body)
    });
    let steps = json!([
        {"task": "issue.create", "input": {"repo": "acme/widgets", "title": "New"}},
        {"task": "issue.comments.create", "input": {"issueId": "{{0.id}}", "body": "x"}},
    ]);
    let envelope = wire.chain(steps).await;
    assert_eq!(super::steps(&envelope), ["ok", "NOT_FOUND unknown"], "{envelope:#}");
    assert_eq!(wire.writes(), ["createIssue", "addComment"]);
}

/// Such a status once counted as a refusal, and the write was done again on another route.
#[tokio::test(start_paused = true)]
async fn unexpected_statuses_and_pages_mean_unknown_outcome() {
    let html = "<html>Sign in</html>";
    for (status, body) in [
        (200, html),
        (200, "{}"),
        (200, "[]"),
        (200, ""),
        (201, html),
        (204, ""),
        (302, ""),
        (303, ""),
        (304, ""),
        (307, ""),
        (400, html),
        (401, html),
        (403, html),
        (404, ""),
        (407, html),
        (408, ""),
        (409, "{}"),
        (422, html),
        (429, html),
        (451, html),
        (499, ""),
        (500, ""),
        (501, "{\"message\": \"Not Implemented\"}"),
        (503, html),
        (520, html),
    ] {
        let wire = Wire::start().await.answer_writes(move |_| Response::text(status, "text/html", body));
        let envelope = wire.chain(three_comments(&wire)).await;
        assert!(steps(&envelope).iter().all(|step| step.ends_with(" unknown")), "{status} {body}: {envelope:#}");
        assert_eq!((wire.writes().len(), wire.sent_writes()), (3, 1), "{status} {body}");
    }
}

/// A status that was changed on the way, with the body of a success.
#[tokio::test(start_paused = true)]
async fn an_error_status_with_a_result_is_not_a_refusal() {
    for status in [400, 401, 403, 404, 422, 429] {
        let wire = Wire::start().await.answer_writes(move |truth| {
            let mut answer = truth.clone();
            answer.status = status;
            answer
        });
        let envelope = wire.chain(three_comments(&wire)).await;
        assert!(steps(&envelope).iter().all(|step| step.ends_with(" unknown")), "{status}: {envelope:#}");
        assert_eq!((wire.writes().len(), wire.sent_writes()), (3, 1), "{status}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_result_of_another_shape_means_unknown_outcome() {
    for value in [json!(true), json!([]), json!({}), json!({"commentEdge": {"node": {"id": 1}}})] {
        let body = json!({"data": {"s0": value, "s1": value, "s2": value}});
        let wire = Wire::start().await.answer_writes(move |_| Response::json(200, &body));
        let envelope = wire.chain(three_comments(&wire)).await;
        assert_eq!(steps(&envelope), ["SERVER unknown"; 3], "{envelope:#}");
    }
}

/// The error of a report once had the code and phase of the first failed step only.
#[tokio::test(start_paused = true)]
async fn the_error_of_a_report_says_that_something_was_written() {
    let wire = Wire::start().await;
    let repo = widgets();
    let chain = Chain::new()
        .step(issue::comments::create(repo.issue(1), "x"))
        .step(issue::comments::create(repo.issue(999), "x"));
    let error = chain.run(&wire.client).await.unwrap().all().unwrap_err();
    assert_eq!(
        (error.phase(), error.is_retryable(), error.steps().len()),
        (Phase::PartlyApplied, false, 1),
        "{error:?}"
    );
}

/// A comment before the mutation once made it a query, and retryable.
#[tokio::test(start_paused = true)]
async fn a_raw_mutation_after_a_comment_is_a_write() {
    let wire = Wire::start().await.answer_writes(|_| Response::new(502, ""));
    let document =
        format!("# close it\nmutation {{ closeIssue(input: {{issueId: \"{}\"}}) {{ clientMutationId }} }}", wire.id(1));
    let error = wire.client.graphql::<Value>(&document, json!({})).await.unwrap_err();
    assert_eq!((error.phase(), error.is_retryable()), (Phase::MayBeApplied, false), "{error:?}");
    assert_eq!(wire.writes(), ["closeIssue"]);
}
