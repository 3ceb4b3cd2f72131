//! `--jq`: a jq filter for the result.

use ghx_sandbox::{Fault, FaultRule, On};
use serde_json::json;

use crate::support::{GitHub, Terminal, call, plain, program};

const VIEW: [&str; 5] = ["run", "issue.view", "--sandbox", "--input", "issue: acme/widgets#42"];
const COMMENT: [&str; 4] = ["run", "issue.comments.create", "--input", r#"{"issue":"acme/widgets#42","body":"x"}"#];

fn with<'a>(arguments: &[&'a str], filter: &'a str) -> Vec<&'a str> {
    [arguments, &["--jq", filter]].concat()
}

#[test]
fn strings_are_printed_raw_and_other_values_as_json() {
    for (filter, expected) in [
        (".data.title", "Crash on start\n"),
        (".data.number", "42\n"),
        (".ok, .data.number", "true\n42\n"),
        (".data | {number, title}", "{\"number\":42,\"title\":\"Crash on start\"}\n"),
        (".data.nothing", "null\n"),
        ("empty", ""),
    ] {
        let ended = program(&with(&VIEW, filter)).run();
        assert_eq!((ended.code, ended.stdout.as_str(), ended.stderr.as_str()), (Some(0), expected, ""), "{filter}");
    }
}

#[test]
fn the_result_of_a_chain_can_be_filtered() {
    let steps = r#"[{"task":"issue.view","input":{"issue":"acme/widgets#42"}},{"task":"repo.view","input":{"repo":"acme/widgets"}}]"#;
    let ended = program(&["chain", "--sandbox", "--steps", steps, "--jq", ".results[] | .task"]).run();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), "issue.view\nrepo.view\n"), "{ended:?}");
    let ended = program(&["chain", "--sandbox", "--plan", "--steps", steps, "--jq", ".http_calls"]).run();
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(0), "1\n"), "{ended:?}");
}

#[test]
fn the_list_of_capabilities_can_be_filtered() {
    let called = call(&["capabilities", "list", "--jq", ".[].capability_id"]);
    assert_eq!(called.stdout.lines().count(), ghx::ALL.len());
    let called = call(&["capabilities", "explain", "pr.merge", "--jq", ".required_inputs[0]"]);
    assert_eq!(called.stdout, "pr\n");
}

#[test]
fn a_filter_that_is_not_valid_is_2_and_nothing_is_sent() {
    let github = GitHub::start();
    for filter in [".data[", "nosuch", "", "def f: 1 + f; f"] {
        let ended = program(&with(&COMMENT, filter)).envs(github.variables()).run();
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{ended:?}");
        assert!(ended.stderr.contains("for '--jq <FILTER>'"), "{}", ended.stderr);
    }
    for other in ["--compact", "--pretty", "--plan=text"] {
        let arguments = [&with(&COMMENT, ".")[..], &[other]].concat();
        let ended = program(&arguments).envs(github.variables()).run();
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{ended:?}");
    }
    assert_eq!(github.requests(), 0);
}

#[test]
fn a_filter_that_fails_after_a_write_hides_nothing() {
    for filter in [".data.body[]", "halt", "halt_error(0)", "error(\"x\")", "last(repeat(.))"] {
        let github = GitHub::start();
        let ended = program(&with(&COMMENT, filter)).envs(github.variables()).run();
        assert_eq!(github.sandbox.writes().len(), 1);
        assert!(ended.stderr.contains("error: --jq: "), "{}", ended.stderr);
        assert!(ended.stderr.contains("issue.comments.create: done: http"), "{}", ended.stderr);
        let result = ended.expect(5);
        assert_eq!(
            (&result["ok"], &result["data"]["body"]),
            (&json!(true), &json!("x")),
            "the whole result is printed"
        );
    }
}

#[test]
fn a_failed_run_keeps_its_exit_code_and_is_filtered_as_well() {
    let github = GitHub::start();
    github.sandbox.inject(FaultRule::new(Fault::field_error("UNPROCESSABLE", "no")).on(On::Mutation).always());
    let run = |filter| program(&with(&COMMENT, filter)).envs(github.variables()).run();
    let ended = run(".error.code");
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(1), "VALIDATION\n"), "{ended:?}");
    assert!(ended.stderr.contains("error: no"), "{}", ended.stderr);
    let ended = run(".data.items[]");
    assert!(ended.stderr.contains("error: --jq: ") && ended.stderr.ends_with("error: no\n"), "{}", ended.stderr);
    assert_eq!(ended.expect(1)["error"]["code"], "VALIDATION");
}

#[test]
fn text_from_github_is_unchanged_in_a_pipe_and_escaped_on_a_terminal() {
    let github = GitHub::start();
    let title = "a\tb \u{1b}]0;owned\u{7}\u{202e}";
    let input = json!({"repo": "acme/widgets", "title": title, "body": "x"}).to_string();
    program(&["run", "issue.create", "--input", &input]).envs(github.variables()).run().expect(0);
    let view = ["run", "issue.view", "--input", "issue: acme/widgets#43", "--jq", ".data.title"];
    let ended = program(&view).envs(github.variables()).run();
    assert_eq!(ended.stdout, format!("{title}\n"));
    let variables = github.variables();
    let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let (_, seen) = Terminal::ghx(&view, &variables).end();
    assert!(!seen.contains("\u{1b}]") && seen.contains("\\u{1b}]0;owned\\u{7}\\u{202e}"), "{seen:?}");
}

#[test]
fn json_values_are_in_color_on_a_terminal() {
    let (code, seen) = Terminal::ghx(&with(&VIEW, ".data | {number}"), &[]).end();
    assert_eq!(code, Some(0));
    assert!(seen.contains("\u{1b}["), "{seen:?}");
    assert_eq!(plain(&seen), "{\"number\":42}\n");
}
