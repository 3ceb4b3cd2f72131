//! Calls that are made for each element of an earlier response.

use ghx_sandbox::{Fault, FaultRule, On, When};
use serde_json::json;

use super::super::harness::{CANARY, Harness, fate, widgets};
use super::super::server::{Server, reply};
use super::*;
use crate::ErrorCode::{Auth, Server as Failed};
use crate::card::Effect;
use crate::card::route::{
    CliRoute, Condition, Each, Excerpt, Field, Lines, Literal, Path, ResponseKind, Success, SuccessBody, Test,
};
use crate::engine::send::Cancel;
use crate::error::Phase::{MayBeApplied, Refused};

const FAILED: Condition = Condition::new(&["conclusion"], Test::Equals(Literal::Text("failure")));
const ID: Segment = Segment::Value(Source::ElementAt(&["id"]));

/// The logs of the failed jobs of a run.
static LOGS: Card = card(
    Effect::Read,
    Some(&RestRoute::new(
        &[
            RestCall::new("jobs", Method::Get, below![Segment::Text("/jobs")]),
            RestCall::new("log", Method::Get, below![Segment::Text("/jobs/"), ID, Segment::Text("/logs")])
                .each(Each::of(Source::found("jobs", &["jobs", "[]"])).keep(&[FAILED]))
                .response(ResponseKind::Text)
                .optional(),
        ],
        &[field("jobs", Take::list(Path::of("jobs", &["jobs"]), &[], &JOB))],
    )),
    None,
    super::super::cards::INPUTS,
);
const LOG: Excerpt = Excerpt::new(Path::of("log", &[])).tail(Source::Input("first")).nullable();
const JOB: Take = Take::object(
    Path::new(&[]),
    &[
        Field::value("id", Pick::new(&["id"])),
        Field::new("log", Take::Excerpt(LOG)),
        Field::new("truncated", Take::Truncated(LOG)),
        Field::new("lines", Take::Lines(Lines::new(Path::of("log", &[])))),
    ],
);

#[tokio::test]
async fn every_failed_job_has_its_own_log() {
    let storage = Server::start(|request| {
        let job = request.split(' ').nth(1).unwrap_or_default();
        reply("200 OK", "content-type: text/plain\r\n", &format!("\u{feff}start\n\u{1b}[31mjob {job}\u{1b}[0m\nend\n"))
    })
    .await;
    let to = storage.url.clone();
    let github = Server::start(move |request| match request.split(' ').nth(1).unwrap_or_default() {
        "/repos/acme/widgets/jobs" => reply(
            "200 OK",
            "",
            r#"{"jobs": [{"id": 1, "conclusion": "failure"}, {"id": 2, "conclusion": "success"},
                {"id": 3, "conclusion": "failure"}, {"id": 4, "conclusion": "failure"}]}"#,
        ),
        "/repos/acme/widgets/jobs/3/logs" => reply("404 Not Found", "", MISSING),
        path => reply("302 Found", &format!("location: {to}{path}?sig=1\r\n"), ""),
    })
    .await;
    let output = run(&github.url, &LOGS, widgets(json!({"first": 2}))).await.unwrap();
    let log = |id: u32| format!("job /repos/acme/widgets/jobs/{id}/logs?sig=1\nend");
    assert_eq!(
        output["jobs"],
        json!([
            {"id": 1, "log": log(1), "truncated": true, "lines": 3},
            {"id": 2, "log": null, "truncated": false, "lines": 0},
            {"id": 3, "log": null, "truncated": false, "lines": 0},
            {"id": 4, "log": log(4), "truncated": true, "lines": 3},
        ])
    );
    assert_eq!((github.requests().len(), storage.requests().len()), (4, 2));
    assert!(storage.requests().iter().all(|request| !request.contains(CANARY)));
}

#[tokio::test]
async fn a_read_that_fails_fails_the_capability() {
    let github = Server::start(|request| match request.split(' ').nth(1).unwrap_or_default() {
        "/repos/acme/widgets/jobs" => reply("200 OK", "", r#"{"jobs": [{"id": 1, "conclusion": "failure"}]}"#),
        _ => reply("403 Forbidden", "", DENIED),
    })
    .await;
    assert_eq!(fate(run(&github.url, &LOGS, widgets(json!({}))).await), (Auth, Refused));
}

/// Runs every workflow of a commit again.
static RERUN: Card = card(
    Effect::Write,
    Some(&RestRoute::new(
        &[
            RestCall::new("runs", Method::Get, below![Segment::Text("/runs")]),
            RestCall::new("rerun", Method::Post, below![Segment::Text("/runs/"), ID, Segment::Text("/rerun")])
                .each(Each::of(Source::found("runs", &["workflow_runs"])).keep(&[ONE]).partial())
                .successes(&[Success::new(201, SuccessBody::EmptyObject)]),
        ],
        &[field("runs", Take::list(Path::of("rerun", &[]), &[], &RUN))],
    )),
    None,
    super::super::cards::INPUTS,
);
/// Only the run that is asked for, if one is.
const ONE: Condition =
    Condition::When(&Condition::input("runId", Test::Present), &Condition::new(&["id"], Test::EqualsInput("runId")));
const RUN: Take = Take::object(
    Path::new(&[]),
    &[
        Field::value("runId", Pick::new(&["element", "id"])),
        Field::new("queued", Take::Holds(Condition::new(&["outcome"], Test::Equals(Literal::Text("ok"))))),
        Field::value("outcome", Pick::new(&["outcome"])),
        Field::value("code", Pick::new(&["error", "code"]).nullable()),
    ],
);

/// A server with three runs, and what it responds to a write.
async fn runs(respond: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Server {
    Server::start(move |request| match request.split(' ').nth(1).unwrap_or_default() {
        "/repos/acme/widgets/runs" => reply("200 OK", "", r#"{"workflow_runs": [{"id": 1}, {"id": 2}, {"id": 3}]}"#),
        path => respond(path),
    })
    .await
}

fn cut() -> Vec<u8> {
    b"HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\n{".to_vec()
}

#[tokio::test]
async fn every_write_has_its_own_outcome() {
    let github = runs(|path| match path {
        path if path.contains("/1/") => reply("403 Forbidden", "", DENIED),
        path if path.contains("/2/") => reply("201 Created", "", "{}"),
        _ => reply("502 Bad Gateway", "", "<html>"),
    })
    .await;
    let output = run(&github.url, &RERUN, widgets(json!({}))).await.unwrap();
    assert_eq!(
        output["runs"],
        json!([
            {"runId": 1, "queued": false, "outcome": "error", "code": "AUTH"},
            {"runId": 2, "queued": true, "outcome": "ok", "code": null},
            {"runId": 3, "queued": false, "outcome": "unknown", "code": "SERVER"},
        ])
    );
    let paths: Vec<String> =
        github.requests().iter().map(|request| request.split(' ').nth(1).unwrap().to_owned()).collect();
    let rerun = |id: u32| format!("/repos/acme/widgets/runs/{id}/rerun");
    assert_eq!(paths[1..], [rerun(1), rerun(2), rerun(3)], "in order, each once");
}

#[tokio::test]
async fn what_is_not_proven_is_unknown() {
    for (name, response) in [
        ("a gateway", reply("504 Gateway Timeout", "", "<html>")),
        ("a response that is cut", cut()),
        ("a login page", reply("200 OK", "", "<html>log in</html>")),
        ("another object", reply("201 Created", "", r#"{"error": "no"}"#)),
        ("a refusal that is not GitHub's", reply("403 Forbidden", "", "<html>blocked</html>")),
        ("nothing", Vec::new()),
    ] {
        let github =
            runs(move |path| if path.contains("/2/") { reply("201 Created", "", "{}") } else { response.clone() })
                .await;
        let output = run(&github.url, &RERUN, widgets(json!({}))).await.unwrap();
        let outcomes: Vec<&str> =
            output["runs"].as_array().unwrap().iter().map(|run| run["outcome"].as_str().unwrap()).collect();
        assert_eq!(outcomes, ["unknown", "ok", "unknown"], "{name}");
        assert_eq!(github.requests().len(), 4, "{name}: nothing is repeated");
    }
}

#[tokio::test]
async fn a_capability_without_any_success_fails() {
    let github = runs(|_| reply("403 Forbidden", "", DENIED)).await;
    let error = run(&github.url, &RERUN, widgets(json!({}))).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (Auth, Refused));
    assert!(error.message().starts_with("none of the 3 requests succeeded: Must have admin rights."), "{error}");
    let github = runs(|path| if path.contains("/2/") { cut() } else { reply("403 Forbidden", "", DENIED) }).await;
    let error = run(&github.url, &RERUN, widgets(json!({}))).await.unwrap_err();
    assert_eq!(error.phase(), MayBeApplied, "one may have been applied: {error}");
    let only = run(&github.url, &RERUN, widgets(json!({"runId": 3}))).await.unwrap_err();
    assert_eq!((only.code(), only.phase()), (Auth, Refused));
}

#[tokio::test]
async fn only_the_kept_elements_are_written() {
    let github = runs(|_| reply("201 Created", "", "{}")).await;
    let output = run(&github.url, &RERUN, widgets(json!({"runId": 2}))).await.unwrap();
    assert_eq!(output["runs"], json!([{"runId": 2, "queued": true, "outcome": "ok", "code": null}]));
    assert_eq!(github.requests().len(), 2);
    let output = run(&github.url, &RERUN, widgets(json!({"runId": 9}))).await.unwrap();
    assert_eq!(output, json!({"runs": []}));
    let github = Server::start(|_| reply("200 OK", "", r#"{"workflow_runs": 7}"#)).await;
    let odd = run(&github.url, &RERUN, widgets(json!({}))).await;
    assert_eq!(fate(odd), (Failed, Refused), "a list that is not one writes nothing");
}

/// The same on the paths of GitHub, by REST and by `gh api`.
static RERUN_ALL: Card = card(
    Effect::Write,
    Some(&RestRoute::new(
        &[
            RestCall::new("runs", Method::Get, below![Segment::Text("/actions/runs")]),
            RestCall::new("rerun", Method::Post, below![Segment::Text("/actions/runs/"), ID, Segment::Text("/rerun")])
                .each(Each::of(Source::found("runs", &["workflow_runs"])).partial())
                .successes(&[Success::new(201, SuccessBody::EmptyObject)]),
        ],
        &[field("runs", Take::list(Path::of("rerun", &[]), &[], &RUN)), field("found", RUNS_FOUND)],
    )),
    Some(&CliRoute::Api),
    super::super::cards::INPUTS,
);
const RUNS_FOUND: Take = Take::count(Path::of("runs", &["workflow_runs", "[]"]), &[]);

#[tokio::test]
async fn a_run_in_progress_is_refused_and_the_others_are_not() {
    for by_gh in [false, true] {
        let harness = Harness::start().await;
        let input = widgets(json!({}));
        let output = harness.run(&RERUN_ALL, input, Cancel::never(), by_gh).await.unwrap();
        let mut outcomes: Vec<(u64, &str)> = output["runs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|run| (run["runId"].as_u64().unwrap(), run["outcome"].as_str().unwrap()))
            .collect();
        outcomes.sort_unstable();
        assert_eq!(outcomes, [(1001, "ok"), (1002, "ok"), (1003, "error"), (1004, "ok")], "by gh: {by_gh}");
        assert_eq!((output["found"].as_u64(), harness.writes().len()), (Some(4), 3));
    }
}

#[tokio::test]
async fn a_fault_after_a_write_leaves_that_one_unknown() {
    let lost = Fault::Drop { when: When::After };
    let harness = Harness::start()
        .await
        .arm(FaultRule::new(lost).on(On::Path("/repos/acme/widgets/actions/runs/1002".to_owned())));
    let output = harness.rest(&RERUN_ALL, widgets(json!({}))).await.unwrap();
    let outcomes: Vec<&str> =
        output["runs"].as_array().unwrap().iter().map(|run| run["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == "unknown").count(), 1, "{outcomes:?}");
    assert_eq!(harness.writes().len(), 3, "the lost one was executed, and nothing was repeated");
}
