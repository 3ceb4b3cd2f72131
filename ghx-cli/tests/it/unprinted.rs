//! Results that cannot be printed: stderr still says what was done.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::process::Stdio;

use ghx_sandbox::{Fault, FaultRule, On};
use serde_json::json;

use crate::support::{GitHub, program, quoted, triage};

const COMMENT: [&str; 4] =
    ["run", "issue.comments.create", "--input", "{\"issue\":\"acme/widgets#42\",\"body\":\"x\"}"];

fn full_disk() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

/// A pipe without a reader.
fn closed_pipe() -> Stdio {
    std::io::pipe().unwrap().1.into()
}

fn run(github: &GitHub, arguments: &[&str], stdout: Stdio) -> (Option<i32>, String) {
    let mut call = program(arguments).envs(github.variables());
    let output = call.command.stdin(Stdio::null()).stdout(stdout).stderr(Stdio::piped()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Fault 46: it was exit code 1, as if nothing had been done.
#[test]
fn stderr_says_what_was_done() {
    for stdout in [full_disk(), closed_pipe()] {
        let github = GitHub::start();
        github.sandbox.inject(FaultRule::new(Fault::field_error("UNPROCESSABLE", "no")).on(On::Mutation).skip(1));
        let (code, said) = run(&github, &["chain", "--steps", &triage()], stdout);
        assert_eq!(code, Some(5), "{said}");
        let issue = github.sandbox.issue("acme/widgets", 43).unwrap();
        for part in [
            "error: the result could not be printed: ",
            "step 0 \"new\" (issue.create): done: http",
            &format!("/acme/widgets/issues/43, number 43, id {}\n", issue.id),
            "step 1 \"labels\" (issue.labels.add): not done: no",
            "step 2 \"comment\" (issue.comments.create): ",
            "check GitHub before running the same again",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
    }
}

/// Fault 46.
#[test]
fn stderr_reports_an_unknown_outcome() {
    let github = GitHub::start();
    github.sandbox.inject(FaultRule::new(Fault::Truncated).on(On::Mutation));
    let (code, said) = run(&github, &COMMENT, full_disk());
    assert_eq!(code, Some(5), "{said}");
    assert!(said.contains("issue.comments.create: unknown: "), "{said}");
}

/// Fault 46.
#[test]
fn stderr_reports_a_single_write() {
    let github = GitHub::start();
    let (code, said) = run(&github, &COMMENT, full_disk());
    assert_eq!(code, Some(5), "{said}");
    assert!(said.contains("issue.comments.create: done: http") && said.contains("id IC_"), "{said}");
}

/// Fault 46.
#[test]
fn a_plan_that_cannot_be_printed_changed_nothing() {
    let github = GitHub::start();
    let steps = triage();
    for arguments in
        [&["chain", "--plan", "--steps", &steps][..], &[&COMMENT[..], &["--plan"]].concat(), &["run", "no.such.thing"]]
    {
        let (code, said) = run(&github, arguments, full_disk());
        assert_eq!(code, Some(5), "{said}");
        assert!(said.contains("nothing was sent to GitHub"), "{said}");
    }
    assert_eq!(github.requests(), 0);
}

/// Fault 46.
#[test]
fn the_exit_code_is_5_if_stderr_is_full_as_well() {
    let github = GitHub::start();
    let mut call = program(&COMMENT).envs(github.variables());
    let status = call.command.stdin(Stdio::null()).stdout(full_disk()).stderr(full_disk()).status().unwrap();
    assert_eq!((status.code(), github.sandbox.writes().len()), (Some(5), 1));
}

#[test]
fn a_closed_pipe_is_not_an_error_if_nothing_was_written() {
    let github = GitHub::start();
    let view = json!([{"task": "repo.view", "input": {"repo": "acme/widgets"}}]).to_string();
    for arguments in [&["chain", "--steps", &view][..], &["chain", "--plan", "--steps", &triage()], &["--help"]] {
        assert_eq!(run(&github, arguments, closed_pipe()), (Some(0), String::new()), "{arguments:?}");
    }
}

/// Everything was printed before the pipe was closed.
#[test]
fn reading_only_the_first_line_is_not_an_error() {
    let github = GitHub::start();
    let ghx = quoted(&[&[env!("CARGO_BIN_EXE_ghx")], &COMMENT[..], &["--pretty"]].concat());
    let output = std::process::Command::new("bash")
        .args(["-c", &format!("set -o pipefail; {ghx} | head -1")])
        .envs(github.variables())
        .output()
        .unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    assert_eq!(output.stdout, b"{\n");
}
