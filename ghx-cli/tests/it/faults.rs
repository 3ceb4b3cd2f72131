//! Faults 8, 20 and 21 of the closest existing tool: coerced input, ignored flags, noise in the result.

use serde_json::{Value, json};

use crate::support::{GitHub, program};

/// Fault 8: `issueNumber: true` became issue 1, `body: false` the text "false".
#[test]
fn nothing_is_coerced() {
    let github = GitHub::start();
    let of =
        |value: &str| format!("{{\"owner\":\"acme\",\"name\":\"widgets\",\"issueNumber\":{value},\"body\":\"x\"}}");
    let text = |value: &str| format!("{{\"issue\":\"acme/widgets#42\",\"body\":{value}}}");
    let bad = ["true", "\"42\"", "42.0", "42.5", "null", "[42]", "0", "-1"].map(of);
    let bad = bad.into_iter().chain(["false", "7", "null", "[\"x\"]", "{}"].map(text));
    for input in bad {
        let ended = program(&["run", "issue.comments.create", "--input", &input]).envs(github.variables()).run();
        assert_eq!(ended.code, Some(2), "{input}: {ended:?}");
        assert_eq!(ended.json()["error"]["code"], "VALIDATION", "{input}");
        let steps = format!("[{{\"task\":\"issue.comments.create\",\"input\":{input}}}]");
        program(&["chain", "--steps", &steps]).envs(github.variables()).run().expect(2);
    }
    let ended = program(&["run", "issue.comments.create", "--input", &of("\"42\"")]).envs(github.variables()).run();
    assert!(ended.stderr.contains("42"), "a numeric string comes with a hint: {}", ended.stderr);
    assert_eq!(github.requests(), 0);
}

/// Fault 20: exit code 0 on failure, unknown flags ignored.
#[test]
fn unknown_flags_and_commands_are_errors() {
    for arguments in [
        &["run", "repo.view", "--sandbox", "--inptu", "{}"][..],
        &["run", "repo.view", "--sandbox", "-x"],
        &["run", "repo.view", "more"],
        &["run"],
        &["run", "repo.view", "--route", "soap"],
        &["run", "repo.view", "--sandbox", "--host", "github.com"],
        &["run", "repo.view", "--compact", "--pretty"],
        &["run", "repo.view", "--timeout", "0s"],
        &["run", "repo.view", "--max-batch", "0"],
        &["chain"],
        &["chain", "--steps", "[]", "--trace"],
        &["chain", "--steps", "[]", "--max-wait", "5"],
        &["capabilities"],
        &["capabilities", "list", "--sandbox"],
        &["capabilities", "explain"],
        &["completions", "basic"],
        &["sandbox", "--port", "70000"],
        &["sandbox", "--fault", "earthquake"],
        &["rnu"],
        &["--sandbox"],
        &[],
    ] {
        let ended = program(arguments).run();
        assert_eq!(ended.code, Some(2), "{arguments:?}: {ended:?}");
        assert_eq!(ended.stdout, "", "{arguments:?}");
        assert!(ended.stderr.contains("Usage:") || ended.stderr.contains("--help"), "{arguments:?}: {}", ended.stderr);
    }
    let ended = program(&["run", "repo.view", "--inptu", "{}"]).run();
    assert!(ended.stderr.contains("--input"), "a similar flag is named: {}", ended.stderr);
}

/// Fault 21: metrics printed into the JSON on stdout.
#[test]
fn stdout_is_the_result_and_nothing_else() {
    let github = GitHub::start();
    for arguments in [
        &["run", "repo.view", "--input", "repo: acme/widgets"][..],
        &["run", "repo.view", "--input", "repo: acme/widgets", "--trace", "--pretty"],
        &["run", "repo.view", "--input", "repo: acme/widgets", "--plan"],
        &["run", "repo.view", "--input", "repo: acme/nothing"],
        &["run", "repo.view", "--input", "repo: ["],
        &["run", "no.such.thing"],
        &["chain", "--steps", "[]"],
        &["chain", "--steps", "nonsense"],
        &["chain", "--steps", "[{\"task\":\"repo.view\"}]", "--plan"],
        &["chain", "--steps", "[{\"task\":\"repo.view\",\"input\":{\"repo\":\"acme/widgets\"}}]", "--compact"],
        &["capabilities", "list", "--json"],
        &["capabilities", "list", "--json", "--domain", "isue"],
        &["capabilities", "explain", "repo.view", "--json"],
        &["capabilities", "explain", "rep.view", "--json"],
    ] {
        let ended = program(arguments).envs(github.variables()).env("GHX_LOG", "trace").run();
        let value: Value = ended.json();
        assert!(value.is_object() || value.is_array(), "{arguments:?}");
        let is_pretty = arguments.contains(&"--pretty");
        assert_eq!(ended.stdout.lines().count() > 1, is_pretty, "{arguments:?}: {}", ended.stdout);
    }
}

#[test]
fn a_log_is_written_to_stderr_on_request() {
    let github = GitHub::start();
    let run = |log: &str| {
        let call = program(&["run", "repo.view", "--input", "repo: acme/widgets"]).envs(github.variables());
        call.env("GHX_LOG", log).run()
    };
    assert_eq!(run("").stderr, "");
    let ended = run("ghx=debug");
    assert!(ended.stderr.contains("response"), "{}", ended.stderr);
    for log in ["ghx=debug", "trace"] {
        assert!(!run(log).stderr.contains(ghx_sandbox::Sandbox::TOKEN), "a token is never logged");
    }
    assert_eq!(ended.expect(0)["ok"], json!(true));
    let ended = run("ghx=loud");
    assert!(ended.stderr.contains("GHX_LOG"), "{}", ended.stderr);
    ended.expect(2);
}
