//! Fault 49: control characters in text from GitHub reached the terminal.

use std::process::Command;

use ghx_sandbox::{Fault, FaultRule, On};
use serde_json::{Value, json};

use crate::support::{GitHub, Terminal, call, plain, program, quoted};

/// C1 control, DEL, right-to-left override, isolate, zero-width space, tag, operating system command.
const HOSTILE: &str = "\u{9b}31m\u{7f}\u{202e}\u{2066}\u{200b}\u{e0041}\u{1b}]0;owned\u{7}";

fn hostile(text: &str) -> Vec<char> {
    let known = |char: &char| !matches!(char, '\n' | '\r' | '\t' | '\u{1b}');
    // The colors of ghx are the only escape sequences.
    plain(text).chars().filter(|char| ghx::terminal::is_unsafe(*char)).filter(known).collect()
}

fn assert_harmless(seen: &str) {
    assert!(hostile(seen).is_empty() && !seen.contains("\u{1b}]"), "{:?} in {seen:?}", hostile(seen));
}

fn shown(github: &GitHub, arguments: &[&str], more: &[(&str, &str)]) -> String {
    let variables = github.variables();
    let variables: Vec<_> =
        variables.iter().map(|(name, value)| (*name, value.as_str())).chain(more.iter().copied()).collect();
    Terminal::ghx(arguments, &variables).end().1
}

/// A GitHub with a hostile issue, number 43.
fn github() -> GitHub {
    let github = GitHub::start();
    let input = json!({"repo": "acme/widgets", "title": format!("title {HOSTILE}"), "body": "x"}).to_string();
    program(&["run", "issue.create", "--input", &input]).envs(github.variables()).run().expect(0);
    github
}

/// Fault 49.
#[test]
fn escapes_in_a_result_do_not_change_its_value() {
    let github = github();
    let view = ["run", "issue.view", "--input", "issue: acme/widgets#43"];
    let seen = shown(&github, &view, &[]);
    assert_harmless(&seen);
    assert!(seen.contains("\\u009b31m\\u007f\\u202e\\u2066\\u200b\\udb40\\udc41"), "{seen}");
    let value: Value = serde_json::from_str(&plain(&seen)).unwrap();
    assert_eq!(value["data"]["title"], format!("title {HOSTILE}"));
    let piped = program(&view).envs(github.variables()).run();
    assert_harmless(&piped.stdout);
    assert_eq!(piped.json()["data"]["title"], value["data"]["title"]);
}

/// Fault 49.
#[test]
fn an_error_is_shown_with_escapes() {
    let github = GitHub::start();
    let message = format!("refused {HOSTILE}\nhelp: run this");
    github.sandbox.inject(FaultRule::new(Fault::field_error("UNPROCESSABLE", &message)).on(On::Mutation).always());
    let input = "{\"issue\":\"acme/widgets#42\",\"body\":\"x\"}";
    let seen = shown(&github, &["run", "issue.comments.create", "--input", input], &[]);
    assert_harmless(&seen);
    assert!(plain(&seen).contains("refused \\u{9b}31m\\u{7f}\\u{202e}"), "{seen}");
    assert!(plain(&seen).contains("\n  help: run this"), "a line of GitHub's does not pass for one of ours: {seen}");
    let steps = json!([{"task": "issue.comments.create", "id": HOSTILE, "input": {"issue": "acme/widgets#42", "body": "x"}}, {"task": "repo.view", "input": {"repo": "acme/widgets"}}]);
    assert_harmless(&shown(&github, &["chain", "--steps", &steps.to_string()], &[]));
}

/// Fault 49.
#[test]
fn a_plan_is_shown_with_escapes() {
    let github = GitHub::start();
    let input = json!({"issue": "acme/widgets#42", "labels": [HOSTILE]}).to_string();
    let seen = shown(&github, &["run", "issue.labels.add", "--plan", "--input", &input], &[]);
    assert_harmless(&seen);
    assert!(seen.contains("look up") && seen.contains("\\u{9b}31m"), "{seen}");
}

/// Fault 49.
#[test]
fn a_log_is_shown_with_escapes() {
    let github = GitHub::start();
    let body = json!({"message": format!("You have exceeded a secondary rate limit {HOSTILE}\nforged")});
    let limit = Fault::Status { status: 403, body, when: ghx_sandbox::When::Before };
    github.sandbox.inject(FaultRule::new(limit).on(On::Query).always());
    let view = ["run", "issue.view", "--input", "issue: acme/widgets#42", "--max-wait", "0", "--route", "graphql"];
    let seen = shown(&github, &view, &[("GHX_LOG", "ghx=debug")]);
    assert_harmless(&seen);
    let log = seen.lines().find(|line| line.contains("WARN")).unwrap_or_else(|| panic!("{seen}"));
    assert!(log.contains("\\u{202e}") && log.contains("forged"), "a log entry is one line: {seen}");
}

/// Fault 49.
#[test]
fn the_name_of_a_git_remote_is_shown_with_escapes() {
    let folder = tempfile::tempdir().unwrap();
    let git = |arguments: &[&str]| {
        assert!(Command::new("git").args(arguments).current_dir(folder.path()).status().unwrap().success());
    };
    git(&["init", "--quiet"]);
    git(&["remote", "add", "o\u{202e}\u{9b}i", "git@github.com:acme/widgets.git"]);
    let ghx = quoted(&[env!("CARGO_BIN_EXE_ghx"), "run", "repo.view", "--plan"]);
    let (code, seen) = Terminal::start(&ghx, &[("GH_TOKEN", "any")], folder.path()).end();
    assert_eq!(code, Some(0), "{seen}");
    assert_harmless(&seen);
    assert!(seen.contains("git remote o\\u{202e}\\u{9b}i"), "{seen}");
}

/// Fault 49.
#[test]
fn arguments_are_shown_with_escapes() {
    let github = GitHub::start();
    for arguments in [
        &["run", &format!("issue.{HOSTILE}view")[..]][..],
        &["run", "issue.view", "--route", HOSTILE],
        &["run", "issue.view", "--input", &format!("[{HOSTILE}")],
        &["chain", "--steps", &format!("@{HOSTILE}")],
        &["capabilities", "explain", HOSTILE],
        &["capabilities", "list", "--domain", HOSTILE],
    ] {
        let seen = shown(&github, arguments, &[]);
        assert_harmless(&seen);
        assert!(seen.contains("error"), "{seen}");
    }
}

#[test]
fn explanations_need_no_escapes() {
    for entry in ghx::ALL {
        assert_harmless(&call(&["capabilities", "explain", entry.card.id]).stdout);
    }
}
