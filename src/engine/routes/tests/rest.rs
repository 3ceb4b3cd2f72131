//! The REST route against the sandbox.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, Spelling, When};
use serde_json::{Value, json};

use super::cards::{ALL_LABELS, CREATE, DIFF, LABELS, LIST, MISREAD, PULLS, RUN, VIEW};
use super::harness::{Harness, fate, issue, object, status, widgets};
use crate::ErrorCode::{AdapterUnsupported, Auth, Network, NotFound, RateLimit, Server, Skipped, Validation};
use crate::client::transport::BoxFuture;
use crate::client::{Token, TokenProvider};
use crate::engine::routes::rest::suits;
use crate::engine::send::Cancel;
use crate::error::Phase::{MayBeApplied, NotSent, Refused};

#[tokio::test]
async fn an_issue_is_read() {
    let harness = Harness::start().await;
    let output = harness.rest(&VIEW, issue(1)).await.unwrap();
    let expected = json!({
        "id": harness.sandbox.issue("acme/widgets", 1).unwrap().id,
        "number": 1,
        "title": "Widget does not spin",
        "state": "OPEN",
        "body": "It stands still.",
        "author": "mona",
        "labels": ["bug"],
        "milestone": {"number": 2, "title": "1.1"},
    });
    assert_eq!(output, expected);
    let bare = harness.rest(&VIEW, issue(3)).await.unwrap();
    assert_eq!((&bare["body"], &bare["milestone"]), (&json!(""), &Value::Null));
}

#[tokio::test]
async fn a_guard_reports_another_kind() {
    let harness = Harness::start().await;
    let error = harness.rest(&VIEW, issue(7)).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (NotFound, Refused));
    assert_eq!(error.message(), "this is a pull request, not an issue");
}

#[tokio::test]
async fn calls_use_earlier_responses_and_text_is_kept() {
    let harness = Harness::start().await;
    let output = harness.rest(&RUN, widgets(json!({"runId": 1002}))).await.unwrap();
    assert_eq!(output["id"], 1002);
    assert!(output["jobs"].as_array().is_some_and(|jobs| !jobs.is_empty()));
    let diff = harness.rest(&DIFF, issue(7)).await.unwrap();
    assert!(diff["diff"].as_str().unwrap().starts_with("diff --git"), "{diff}");
}

#[tokio::test]
async fn a_write_looks_up_first_and_is_sent_once() {
    let harness = Harness::start().await;
    let input = widgets(json!({"title": "New", "labels": ["bug", "docs", "bug"]}));
    let output = harness.rest(&CREATE, input).await.unwrap();
    assert_eq!(output["labels"], json!(["bug", "docs"]));
    assert_eq!(harness.writes().len(), 1);
    assert_eq!(harness.calls(), 3);
    let input = widgets(json!({"title": "New", "labels": ["bug", "nope", "none"]}));
    let error = harness.rest(&CREATE, input).await.unwrap_err();
    assert_eq!((error.code(), error.phase(), error.message()), (NotFound, Refused, "no label `nope`"));
    assert_eq!(harness.writes().len(), 1);
}

#[tokio::test]
async fn a_refused_field_has_the_name_of_its_input() {
    let harness = Harness::start().await;
    let error = harness.rest(&CREATE, widgets(json!({"title": ""}))).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (Validation, Refused));
    assert_eq!(error.message(), "Validation Failed (HTTP 422): `title` must be given");
    assert_eq!(error.problems()[0].pointer(), "/title");
    assert!(error.request_id().is_some());
}

#[tokio::test]
async fn an_unreadable_response_names_the_place() {
    let harness = Harness::start().await;
    let error = harness.rest(&MISREAD, issue(1)).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (Server, MayBeApplied));
    let message = "the outcome of the write is unknown: unexpected response from GitHub: \
        `milestone.nothing` is null, not a value";
    assert!(error.message().starts_with(message), "{error}");
    assert_eq!(harness.writes().len(), 1);
}

#[tokio::test]
async fn every_status_has_its_code() {
    for (fault, expected) in [
        (status(401), (Auth, Refused)),
        (status(403), (Auth, Refused)),
        (Fault::SamlFailure, (Auth, Refused)),
        (status(404), (NotFound, Refused)),
        (status(410), (NotFound, Refused)),
        (status(409), (Validation, Refused)),
        (status(405), (Validation, Refused)),
        (status(400), (Validation, Refused)),
        (status(500), (Server, MayBeApplied)),
        (status(503), (Server, MayBeApplied)),
        (status(501), (Server, MayBeApplied)),
        (status(408), (Server, MayBeApplied)),
        (Fault::Drop { when: When::Before }, (Network, MayBeApplied)),
        (Fault::Drop { when: When::After }, (Network, MayBeApplied)),
        (Fault::Truncated, (Network, MayBeApplied)),
        (Fault::Gateway { status: 502, body: GatewayBody::Html, when: When::After }, (Server, MayBeApplied)),
        (Fault::PrimaryLimit { spelling: Spelling::default(), remaining: 4, reset_in: 3600 }, (RateLimit, Refused)),
        (Fault::SecondaryLimit { status: 429, retry_after: Some(3600) }, (RateLimit, Refused)),
    ] {
        let harness = Harness::start().await.arm(FaultRule::new(fault.clone()));
        assert_eq!(fate(harness.rest(&CREATE, widgets(json!({"title": "x"}))).await), expected, "{fault:?}");
        assert_eq!(harness.calls(), 1, "{fault:?}: a write is sent once");
    }
}

#[tokio::test]
async fn a_write_of_unknown_outcome_is_not_repeated() {
    let fault = Fault::Gateway { status: 502, body: GatewayBody::Html, when: When::After };
    let harness = Harness::start().await.arm(FaultRule::new(fault));
    let error = harness.rest(&CREATE, widgets(json!({"title": "x"}))).await.unwrap_err();
    assert!(error.message().contains("may have been applied"), "{error}");
    assert!(error.request_id().is_some() && !error.is_retryable());
    assert_eq!(harness.writes().len(), 1);
}

#[tokio::test]
async fn reads_are_retried_and_change_nothing() {
    for fault in [status(502), Fault::Drop { when: When::After }, Fault::Truncated] {
        let harness = Harness::start().await.arm(FaultRule::new(fault.clone()).times(2));
        assert_eq!(harness.rest(&VIEW, issue(1)).await.unwrap()["number"], 1, "{fault:?}");
        assert_eq!(harness.calls(), 3);
        let harness = Harness::start().await.arm(FaultRule::new(fault.clone()).always());
        let (code, phase) = fate(harness.rest(&VIEW, issue(1)).await);
        assert!(matches!(code, Server | Network) && phase == Refused, "{fault:?}");
        assert_eq!(harness.calls(), 3);
    }
    let harness = Harness::start().await.arm(FaultRule::new(status(501)).always());
    assert_eq!(fate(harness.rest(&VIEW, issue(1)).await), (Server, Refused));
    assert_eq!(harness.calls(), 1);
}

#[tokio::test]
async fn a_refused_connection_is_known_to_send_nothing() {
    let harness = Harness::start().await;
    let address = harness.sandbox.base_url();
    let Harness { sandbox, client } = harness;
    sandbox.stop().await;
    let input = object(issue(1));
    let sender = crate::engine::send::Sender::new(&client, crate::engine::send::Cancel::never());
    let work = crate::engine::routes::RouteCall { client: &client, card: &CREATE, input: &input, sender: &sender };
    let result = crate::engine::routes::rest::run(&work, CREATE.rest.unwrap()).await;
    assert_eq!(fate(result), (Network, NotSent), "{address}");
    assert_eq!(sender.calls(), 0);
}

#[tokio::test]
async fn a_missing_issue_is_named() {
    let harness = Harness::start().await;
    let error = harness.rest(&VIEW, issue(999)).await.unwrap_err();
    assert_eq!(error.message(), "GitHub does not find acme/widgets#999, or the token has no access to it (HTTP 404)");
}

#[test]
fn unsupported_inputs_are_known_before_sending() {
    let route = VIEW.rest.unwrap();
    let why = |input: Value| suits(route, &VIEW, &object(input)).unwrap_err();
    assert_eq!(why(json!({"issueId": "I_1"})), "this route requires `owner`");
    assert_eq!(
        why(json!({"owner": "..", "name": "x", "issueNumber": 1})),
        "`owner` is \"..\", which cannot be part of a URL"
    );
    let mut flagged = object(issue(1));
    flagged.insert("flag".to_owned(), true.into());
    assert_eq!(suits(route, &VIEW, &flagged).unwrap_err(), "`flag` is not supported: REST has no flags");
    assert!(suits(route, &VIEW, &object(issue(1))).is_ok());
    let list = |input: Value| suits(LIST.rest.unwrap(), &LIST, &object(widgets(input)));
    assert!(list(json!({"labels": ["a,b"]})).unwrap_err().contains("\"a,b\" cannot be one of its elements"));
    assert_eq!(list(json!({"after": "Y3Vyc29y"})).unwrap_err(), "`after` is a cursor for the graphql route");
    assert!(list(json!({"after": null})).is_ok());
}

#[tokio::test]
async fn run_refuses_unsupported_inputs() {
    let harness = Harness::start().await;
    assert_eq!(fate(harness.rest(&VIEW, json!({"issueId": "I_1"})).await), (AdapterUnsupported, NotSent));
    let broken = widgets(json!({"after": "rest:broken!"}));
    assert_eq!(fate(harness.rest(&LIST, broken).await), (Validation, NotSent));
    assert_eq!(harness.calls(), 0);
}

#[tokio::test]
async fn all_pages_are_one_list() {
    let harness = Harness::start().await;
    let output = harness.rest(&ALL_LABELS, json!({"owner": "acme", "name": "many-labels"})).await.unwrap();
    let names = output["items"].as_array().unwrap();
    assert_eq!((names.len(), &names[249]), (250, &json!("label-250")));
    assert_eq!(harness.calls(), 3);
}

#[tokio::test]
async fn pages_are_exact() {
    let harness = Harness::start().await;
    for first in [1, 7, 30, 99, 100] {
        let mut names = Vec::new();
        let mut after = Value::Null;
        for page in 1.. {
            let input = json!({"owner": "acme", "name": "many-labels", "first": first, "after": after});
            let output = harness.rest(&LABELS, input).await.unwrap();
            let items = output["items"].as_array().unwrap();
            names.extend(items.iter().map(|name| name.as_str().unwrap().to_owned()));
            let more = output["pageInfo"]["hasNextPage"] == true;
            assert_eq!(items.len(), if more { first } else { 250 - (page - 1) * first }, "page {page} of {first}");
            after = output["pageInfo"]["endCursor"].clone();
            if !more {
                break;
            }
        }
        let expected: Vec<String> = (1..=250).map(|number| format!("label-{number:03}")).collect();
        assert_eq!(names, expected, "{first}");
    }
}

#[tokio::test]
async fn an_unchanged_response_costs_nothing() {
    let harness = Harness::start().await;
    let first = harness.rest(&VIEW, issue(1)).await.unwrap();
    let again = harness.rest(&VIEW, issue(1)).await.unwrap();
    assert_eq!(first, again);
    let statuses: Vec<_> = harness.sandbox.requests().iter().map(|request| request.status).collect();
    assert_eq!(statuses, [Some(200), Some(304)]);
    harness.rest(&MISREAD, issue(1)).await.unwrap_err();
    assert_eq!(harness.rest(&VIEW, issue(1)).await.unwrap()["state"], "CLOSED");
    let page = widgets(json!({"first": 2}));
    let first = harness.rest(&LABELS, page.clone()).await.unwrap();
    assert_eq!(harness.rest(&LABELS, page).await.unwrap(), first, "its links are kept, too");
    assert_eq!(harness.sandbox.requests().last().unwrap().status, Some(304));
}

#[tokio::test]
async fn a_renamed_repository_is_followed_with_the_token() {
    let harness = Harness::start().await;
    let input = json!({"owner": "acme", "name": "old-gadgets"});
    assert!(harness.rest(&ALL_LABELS, input).await.is_ok());
    let requests = harness.sandbox.requests();
    assert_eq!(requests[0].status, Some(301));
    assert!(requests[1].path.starts_with("/repositories/") && requests[1].login.is_some(), "{requests:?}");
    let input = json!({"owner": "acme", "name": "old-gadgets", "title": "x"});
    harness.rest(&CREATE, input).await.unwrap();
    assert_eq!(harness.writes().len(), 1);
}

#[tokio::test]
async fn a_write_is_sent_after_a_secondary_limit() {
    let limit = Fault::SecondaryLimit { status: 403, retry_after: Some(1) };
    let harness = Harness::start().await.arm(FaultRule::new(limit).on(On::Rest));
    harness.rest(&CREATE, widgets(json!({"title": "x"}))).await.unwrap();
    assert_eq!((harness.calls(), harness.writes().len()), (2, 1));
}

#[tokio::test]
async fn filtered_pages_have_the_requested_size() {
    let harness = Harness::start().await;
    for (state, expected) in
        [("open", json!(["OPEN", "OPEN", "OPEN"])), ("merged", json!(["MERGED"])), ("closed", json!([]))]
    {
        let output = harness.rest(&PULLS, widgets(json!({"state": state}))).await.unwrap();
        let states: Vec<&Value> = output["items"].as_array().unwrap().iter().map(|item| &item["state"]).collect();
        assert_eq!(json!(states), expected, "{state}");
        assert_eq!(output["pageInfo"]["hasNextPage"], false);
        assert_eq!(output["pageInfo"]["endCursor"].is_null(), states.is_empty());
    }
    let mut numbers = Vec::new();
    let mut after = Value::Null;
    loop {
        let input = widgets(json!({"state": "all", "first": 2, "after": after}));
        let output = harness.rest(&LIST, input).await.unwrap();
        numbers.extend(output["items"].as_array().unwrap().iter().map(|item| item["number"].as_u64().unwrap()));
        after = output["pageInfo"]["endCursor"].clone();
        if output["pageInfo"]["hasNextPage"] == false {
            break;
        }
    }
    assert_eq!(numbers, [42, 41, 40, 6, 5, 4, 3, 2, 1], "without pull requests");
}

#[tokio::test]
async fn a_response_that_takes_too_long_is_a_timeout() {
    let harness = Harness::with(|builder| builder.timeout(Duration::from_millis(200))).await;
    harness.sandbox.inject(FaultRule::new(Fault::Slow { millis: 2000 }).always());
    let write = harness.rest(&CREATE, widgets(json!({"title": "x"}))).await.unwrap_err();
    assert_eq!((write.code(), write.phase()), (Network, MayBeApplied));
    assert!(write.message().starts_with("GitHub did not respond in time"), "{write}");
    assert_eq!(fate(harness.rest(&VIEW, issue(1)).await), (Network, Refused));
}

#[tokio::test]
async fn a_stopped_run_reports_what_was_sent() {
    let harness = Harness::start().await.arm(FaultRule::new(Fault::Slow { millis: 5000 }).always());
    // Once GitHub has it.
    let arrived = async |calls: usize| {
        while harness.calls() < calls {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let run = |input: Value| |cancel| harness.run(&CREATE, input, cancel, false);
    let write = widgets(json!({"title": "x"}));
    assert_eq!(fate(Cancel::until(arrived(1), run(write.clone())).await), (Network, MayBeApplied));
    assert_eq!(fate(Cancel::until(async {}, run(write)).await), (Skipped, NotSent));
    let labelled = widgets(json!({"title": "x", "labels": ["bug"]}));
    assert_eq!(fate(Cancel::until(arrived(2), run(labelled)).await), (Network, Refused), "only questions were asked");
}

#[tokio::test]
async fn an_expired_token_is_renewed_once() {
    struct Fresh(AtomicUsize);
    impl TokenProvider for Fresh {
        fn token(&self) -> BoxFuture<'_, Result<Token, crate::Error>> {
            let number = self.0.fetch_add(1, Ordering::Relaxed);
            Box::pin(async move { Ok(Token::new(format!("token-{number}"))) })
        }
    }
    let harness = Harness::with(|builder| builder.token_provider(Fresh(AtomicUsize::new(0)))).await;
    harness.sandbox.inject(FaultRule::new(Fault::ExpiredToken));
    harness.rest(&CREATE, widgets(json!({"title": "x"}))).await.unwrap();
    assert_eq!((harness.calls(), harness.writes().len()), (2, 1));
}
