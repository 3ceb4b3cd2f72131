//! SIGINT during a chain: the result so far, with unknown outcomes named.

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use ghx_sandbox::{Fault, FaultRule, On};
use serde_json::{Value, json};

use crate::support::{GitHub, Program, program, triage};

fn wait_until(what: &str, mut happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happened() {
        assert!(start.elapsed() < Duration::from_secs(20), "never: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn interrupt(id: u32) {
    assert!(Command::new("kill").args(["-INT", &id.to_string()]).status().unwrap().success());
}

/// Starts the call, interrupts it as soon as this many requests came, and waits for its end.
fn interrupted(github: &GitHub, mut call: Program, requests: usize) -> (Output, Value, Duration) {
    call.command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = call.command.spawn().unwrap();
    wait_until("the requests", || github.requests() >= requests);
    // The sandbox has the request, and the answer is not under way yet.
    std::thread::sleep(Duration::from_millis(50));
    let start = Instant::now();
    interrupt(child.id());
    let output = child.wait_with_output().unwrap();
    let value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    (output, value, start.elapsed())
}

fn slow(on: On, skip: u32) -> FaultRule {
    FaultRule::new(Fault::Slow { millis: 15_000 }).on(on).skip(skip)
}

#[test]
fn the_result_so_far_is_printed() {
    let github = GitHub::start();
    github.sandbox.inject(slow(On::Mutation, 1));
    let call = program(&["chain", "--steps", &triage()]).envs(github.variables());
    let (output, result, took) = interrupted(&github, call, 4);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(took < Duration::from_secs(5), "{took:?}");

    assert_eq!(result["status"], "partial");
    assert_eq!(result["results"][0]["data"]["number"], 43, "what was done is told");
    for step in [1, 2] {
        let error = &result["results"][step]["error"];
        assert_eq!((&error["code"], &error["retryable"]), (&json!("NETWORK"), &json!(false)), "{result}");
        assert_eq!(error["details"]["outcome"], "unknown", "{result}");
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("stopping: nothing more is sent"), "{said}");
    assert!(said.contains("check on GitHub what was done before sending it again"), "{said}");
}

#[test]
fn nothing_more_is_sent() {
    let github = GitHub::start();
    github.sandbox.inject(slow(On::Query, 0));
    let call = program(&["chain", "--steps", &triage()]).envs(github.variables());
    let (output, result, _) = interrupted(&github, call, 1);
    assert_eq!((output.status.code(), &result["status"]), (Some(130), &json!("failed")));
    assert!(result["results"][0]["error"]["details"].get("outcome").is_none(), "nothing was written: {result}");
    assert_eq!(result["results"][1]["error"]["code"], "SKIPPED");
    assert_eq!(github.sandbox.writes().len(), 0);
}

#[test]
fn a_single_run_is_stopped_as_well() {
    let github = GitHub::start();
    github.sandbox.inject(slow(On::Mutation, 0));
    let input = "{\"issue\":\"acme/widgets#42\",\"body\":\"x\"}";
    let call = program(&["run", "issue.comments.create", "--input", input]).envs(github.variables());
    let (output, result, _) = interrupted(&github, call, 2);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(result["error"]["details"]["outcome"], "unknown", "{result}");
}
