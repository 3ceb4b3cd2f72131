//! Signals during a chain: the result so far, with unknown outcomes named.

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use ghx_sandbox::{Fault, FaultRule, On};
use serde_json::{Value, json};

use crate::support::{GitHub, Terminal, program_from, quoted, triage};

/// The test runner may ignore some of the signals.
const LISTENING: [&str; 2] = ["env", "--default-signal=INT,TERM,HUP"];

fn wait_until(what: &str, mut happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happened() {
        assert!(start.elapsed() < Duration::from_secs(20), "never: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn signal(child: &Child, name: &str) {
    assert!(Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status().unwrap().success());
}

fn start(github: &GitHub, starters: &[&str], arguments: &[&str]) -> Child {
    let mut call = program_from(starters, arguments).envs(github.variables());
    call.command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    call.command.spawn().unwrap()
}

fn ended(child: Child) -> (Output, Value) {
    let output = child.wait_with_output().unwrap();
    let value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    (output, value)
}

/// Starts the call, sends it a signal as soon as this many requests came, and waits for its end.
fn interrupted(github: &GitHub, arguments: &[&str], requests: usize, name: &str) -> (Output, Value, Duration) {
    let child = start(github, &LISTENING, arguments);
    wait_until("the requests", || github.requests() >= requests);
    // The sandbox has the request, and has not responded yet.
    std::thread::sleep(Duration::from_millis(50));
    let start = Instant::now();
    signal(&child, name);
    let (output, value) = ended(child);
    (output, value, start.elapsed())
}

fn slow(on: On, skip: u32) -> FaultRule {
    FaultRule::new(Fault::Slow { millis: 15_000 }).on(on).skip(skip)
}

fn codes(result: &Value) -> Vec<&str> {
    let results = result["results"].as_array().unwrap();
    results.iter().map(|step| step["error"]["code"].as_str().unwrap_or("ok")).collect()
}

fn comments(count: usize, body: &str) -> String {
    let comment = json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#42", "body": body}});
    Value::from(vec![comment; count]).to_string()
}

/// Fault 45: only SIGINT printed what was done.
#[test]
fn every_signal_prints_the_result_so_far() {
    for name in ["INT", "TERM", "HUP"] {
        let github = GitHub::start();
        github.sandbox.inject(slow(On::Mutation, 1));
        let (output, result, took) = interrupted(&github, &["chain", "--steps", &triage()], 4, name);
        assert_eq!(output.status.code(), Some(130), "{name}: {output:?}");
        assert!(took < Duration::from_secs(5), "{name}: {took:?}");

        assert_eq!(result["status"], "partial", "{name}");
        assert_eq!(result["results"][0]["data"]["number"], 43, "{name}: what was done is reported");
        for step in [1, 2] {
            let error = &result["results"][step]["error"];
            assert_eq!((&error["code"], &error["retryable"]), (&json!("NETWORK"), &json!(false)), "{name}: {result}");
            assert_eq!(error["details"]["outcome"], "unknown", "{name}: {result}");
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("Stopping: no more requests will be sent"), "{name}: {said}");
        assert!(said.contains("check on GitHub what was done before sending it again"), "{name}: {said}");
    }
}

#[test]
fn nothing_more_is_sent() {
    let github = GitHub::start();
    github.sandbox.inject(slow(On::Query, 0));
    let (output, result, _) = interrupted(&github, &["chain", "--steps", &triage()], 1, "INT");
    assert_eq!((output.status.code(), &result["status"]), (Some(130), &json!("failed")));
    assert_eq!(codes(&result), ["SKIPPED"; 3], "a write whose lookup was in flight was not sent: {result}");
    assert_eq!(github.sandbox.writes().len(), 0);
}

#[test]
fn a_single_run_is_stopped_as_well() {
    let github = GitHub::start();
    github.sandbox.inject(slow(On::Mutation, 0));
    let input = "{\"issue\":\"acme/widgets#42\",\"body\":\"x\"}";
    let arguments = ["run", "issue.comments.create", "--input", input];
    let (output, result, _) = interrupted(&github, &arguments, 2, "TERM");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(result["error"]["details"]["outcome"], "unknown", "{result}");
}

/// They had the code `SERVER`.
#[test]
fn writes_that_were_not_sent_are_skipped() {
    let github = GitHub::start();
    github.sandbox.inject(slow(On::Mutation, 1));
    let arguments = ["chain", "--max-batch", "1", "--steps", &comments(6, "x")];
    let (_, result, _) = interrupted(&github, &arguments, 3, "INT");
    assert_eq!(codes(&result), ["ok", "NETWORK", "SKIPPED", "SKIPPED", "SKIPPED", "SKIPPED"], "{result}");
}

#[test]
fn reads_later_waves_and_steps_outside_the_batch_are_skipped_too() {
    let github = GitHub::start();
    github.sandbox.inject(slow(On::Mutation, 0));
    let run = json!({"owner": "acme", "name": "widgets", "runId": 1001});
    let steps = json!([
        {"task": "issue.close", "id": "close", "input": {"issue": "acme/widgets#42"}},
        {"task": "workflow.run.rerun.failed", "input": run},
        {"task": "issue.view", "input": {"issue": "acme/widgets#42"}, "after": ["close"]},
        {"task": "pr.diff.view", "input": {"pr": "acme/widgets#7"}, "after": ["close"]},
    ]);
    let (_, result, _) = interrupted(&github, &["chain", "--steps", &steps.to_string()], 2, "INT");
    assert_eq!(codes(&result), ["NETWORK", "SKIPPED", "SKIPPED", "SKIPPED"], "{result}");
    assert_eq!(result["results"][0]["error"]["details"]["outcome"], "unknown", "{result}");
}

#[test]
fn reads_that_were_not_sent_are_skipped() {
    let github = GitHub::start();
    github.sandbox.inject(slow(On::Query, 0).always());
    let id = github.sandbox.issue("acme/widgets", 42).unwrap().id;
    let view = json!({"task": "issue.view", "input": {"issueId": id}});
    let steps = Value::from(vec![view; 12]).to_string();
    let (_, result, _) = interrupted(&github, &["chain", "--max-batch", "1", "--steps", &steps], 10, "INT");
    assert_eq!(codes(&result), [vec!["NETWORK"; 10], vec!["SKIPPED"; 2]].concat(), "{result}");
}

/// Nothing is sent while the token is read from `gh`.
#[test]
fn a_gh_that_hangs_can_be_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let gh = executable(folder.path(), "#!/bin/sh\ntouch started\nexec sleep 20\n");
    let mut call = program_from(&LISTENING, &["run", "issue.view", "--input", "issue: acme/widgets#42"]);
    call = call.env("GH_PATH", gh).folder(folder.path());
    let child = call.command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    wait_until("gh", || folder.path().join("started").exists());
    let start = Instant::now();
    signal(&child, "INT");
    let (output, result) = ended(child);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!((output.status.code(), &result["error"]["code"]), (Some(130), &json!("SKIPPED")), "{result}");
}

fn executable(folder: &Path, text: &str) -> std::path::PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join("gh");
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Fault 45. The result does not fit into the pipe, and is not read.
#[test]
fn a_second_signal_quits_immediately() {
    let github = GitHub::start();
    let steps = comments(2, &"x".repeat(60_000));
    let mut child = start(&github, &LISTENING, &["chain", "--steps", &steps]);
    wait_until("the writes", || github.sandbox.writes().len() == 2);
    std::thread::sleep(Duration::from_millis(500));
    signal(&child, "INT");
    std::thread::sleep(Duration::from_millis(400));
    assert!(child.try_wait().unwrap().is_none(), "the first signal lets it print");
    signal(&child, "TERM");
    let mut code = None;
    wait_until("the end", || {
        code = child.try_wait().unwrap();
        code.is_some()
    });
    assert_eq!(code.unwrap().code(), Some(130));
}

/// Fault 45. `timeout` sends SIGTERM twice: to the process and to its group.
#[test]
fn timeout_leaves_time_for_the_account() {
    let github = GitHub::start();
    github.sandbox.inject(slow(On::Mutation, 1));
    let child = start(&github, &["timeout", "2"], &["chain", "--steps", &triage()]);
    let (output, result) = ended(child);
    assert_eq!(output.status.code(), Some(124), "{output:?}");
    assert_eq!(result["results"][0]["data"]["number"], 43, "{result}");
}

/// Fault 45. Closing the terminal does not lose a result that goes to a file.
#[test]
fn the_result_survives_a_closed_terminal() {
    for (redirected, shows) in
        [(">account", "\"outcome\":\"unknown\""), ("2>account", "step 1 \"labels\" (issue.labels.add): unknown")]
    {
        let github = GitHub::start();
        github.sandbox.inject(slow(On::Mutation, 1));
        let folder = tempfile::tempdir().unwrap();
        let words = [env!("CARGO_BIN_EXE_ghx"), "chain", "--steps", &triage()];
        let variables = github.variables();
        let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let command = format!("env --default-signal=HUP {} {redirected}; true", quoted(&words));
        let terminal = Terminal::start(&command, &variables, folder.path());
        wait_until("the requests", || github.requests() >= 4);
        terminal.hang_up();
        let account = || std::fs::read_to_string(folder.path().join("account")).unwrap_or_default();
        wait_until("the account", || account().contains(shows));
        let text = account();
        assert!(text.contains("issues/43"), "what was done is there as well: {text}");
    }
}

#[test]
fn nohup_is_respected() {
    let github = GitHub::start();
    github.sandbox.inject(FaultRule::new(Fault::Slow { millis: 1_000 }).on(On::Mutation));
    let child = start(&github, &["nohup"], &["chain", "--steps", &triage()]);
    wait_until("the requests", || github.requests() >= 2);
    signal(&child, "HUP");
    let (output, result) = ended(child);
    assert_eq!((output.status.code(), &result["status"]), (Some(0), &json!("success")));
}

#[test]
fn a_list_that_is_interrupted_has_the_pages_that_were_read() {
    let github = GitHub::start();
    github.sandbox.inject(slow(On::Query, 2));
    let arguments = ["run", "issue.list", "--all", "--input", r#"{"repo":"acme/widgets","first":2}"#];
    let (output, result, took) = interrupted(&github, &arguments, 3, "INT");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(took < Duration::from_secs(5), "{took:?}");
    assert_eq!(result["data"]["items"].as_array().unwrap().len(), 4, "{result}");
    assert_eq!((&result["ok"], &result["error"]["details"]["pages_read"]), (&json!(false), &json!(2)), "{result}");
}
