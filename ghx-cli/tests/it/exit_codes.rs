//! The exit code of each kind of result.

use std::path::PathBuf;

use ghx_sandbox::{Fault, FaultRule, On, Sandbox};
use serde_json::json;

use crate::support::{GitHub, program, root};

const VIEW: &str = r#"{"issue":"acme/widgets#42"}"#;

fn two(second: &str) -> String {
    json!([
        {"task": "issue.view", "input": {"issue": "acme/widgets#42"}},
        {"task": "issue.view", "input": {"issue": second}},
    ])
    .to_string()
}

#[test]
fn the_first_command_of_the_readme() {
    let ended = program(&["chain", "--sandbox", "--steps", "@examples/triage.json"]).folder(&root()).run();
    assert_eq!(ended.stderr, "", "nothing needs to be said");
    let result = ended.expect(0);
    assert_eq!(result["status"], "success");
    assert_eq!(result["results"][0]["data"]["title"], "Crash on start");
    assert_eq!(result["results"][1]["data"]["labels"], json!(["bug", "triage"]));
    assert!(result["results"][2]["data"]["body"].as_str().unwrap().contains("is number 43"));
    assert_eq!(result["meta"]["http_calls"], 4);
}

#[test]
fn every_step_file_in_examples_works_on_a_sandbox() {
    let files = std::fs::read_dir(root().join("examples")).unwrap().map(|entry| entry.unwrap().path());
    let is_steps = |path: &PathBuf| path.is_file() && path.extension().is_none_or(|extension| extension != "rs");
    let files: Vec<_> = files.filter(is_steps).collect();
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        let argument = format!("@{}", file.display());
        let result = program(&["chain", "--sandbox", "--steps", &argument]).run().expect(0);
        assert_eq!(result["status"], "success", "{argument}: {result}");
    }
}

#[test]
fn success_is_0() {
    let result = program(&["run", "issue.view", "--sandbox", "--input", VIEW]).run().expect(0);
    assert_eq!((&result["ok"], &result["data"]["number"]), (&json!(true), &json!(42)));
    program(&["chain", "--sandbox", "--steps", &two("acme/widgets#1")]).run().expect(0);
}

#[test]
fn failure_is_1() {
    let input = r#"{"issue":"acme/widgets#999"}"#;
    let ended = program(&["run", "issue.view", "--sandbox", "--input", input]).run();
    assert!(ended.stderr.contains("help: check the names"), "{}", ended.stderr);
    assert_eq!(ended.expect(1)["error"]["code"], "NOT_FOUND");
    let steps = r#"[{"task":"issue.view","input":{"issue":"acme/widgets#999"}},{"task":"repo.view","input":{"repo":"acme/no"}}]"#;
    assert_eq!(program(&["chain", "--sandbox", "--steps", steps]).run().expect(1)["status"], "failed");
}

#[test]
fn a_refusal_of_github_is_1() {
    let github = GitHub::start();
    github.sandbox.inject(FaultRule::new(Fault::field_error("UNPROCESSABLE", "Body is too long")).on(On::Mutation));
    let input = r#"{"issue":"acme/widgets#42","body":"x"}"#;
    let ended = program(&["run", "issue.comments.create", "--input", input]).envs(github.variables()).run();
    assert_eq!(ended.expect(1)["error"]["code"], "VALIDATION");
}

#[test]
fn invalid_input_is_2_and_nothing_is_sent() {
    let github = GitHub::start();
    let call = |arguments: &[&str]| program(arguments).envs(github.variables()).run();
    let result = call(&["run", "issue.view", "--input", r#"{"issue":7}"#]).expect(2);
    assert_eq!((&result["error"]["code"], &result["meta"]["http_calls"]), (&json!("VALIDATION"), &json!(0)));
    let ended = call(&["run", "issue.veiw", "--input", VIEW]);
    assert!(ended.stderr.contains("did you mean `issue.view`?"), "{}", ended.stderr);
    ended.expect(2);
    let result = call(&["chain", "--steps", &two("acme/widgets")]).expect(2);
    assert_eq!(result["results"][0]["error"]["code"], "SKIPPED");
    assert_eq!(result["results"][1]["error"]["code"], "VALIDATION");
    assert_eq!(result["meta"]["http_calls"], 0);
    let result = call(&["chain", "--steps", "[{"]).expect(2);
    assert_eq!((&result["status"], &result["error"]["code"]), (&json!("failed"), &json!("VALIDATION")));
    call(&["run", "issue.view", "--host", "https://github.com", "--input", VIEW]).expect(2);
    assert_eq!(github.requests(), 0);
}

#[test]
fn a_route_that_the_card_does_not_have_is_2() {
    let input = r#"{"threadId":"PRRT_1"}"#;
    let ended = program(&["run", "pr.threads.resolve", "--sandbox", "--route", "rest", "--input", input]).run();
    assert_eq!(ended.expect(2)["error"]["code"], "ADAPTER_UNSUPPORTED");
}

#[test]
fn partial_is_3() {
    let ended = program(&["chain", "--sandbox", "--steps", &two("acme/widgets#999")]).run();
    assert!(ended.stderr.contains("step 1 (issue.view)"), "{}", ended.stderr);
    let result = ended.expect(3);
    assert_eq!((&result["status"], &result["meta"]["succeeded"]), (&json!("partial"), &json!(1)));
}

#[test]
fn authentication_is_4() {
    let ended = program(&["run", "issue.view", "--input", VIEW]).run();
    assert!(ended.stderr.contains("GH_TOKEN"), "{}", ended.stderr);
    assert_eq!(ended.expect(4)["error"]["code"], "AUTH");
    assert_eq!(program(&["chain", "--steps", &two("acme/widgets#1")]).run().expect(4)["status"], "failed");

    let github = GitHub::start_with(Sandbox::builder().strict_tokens());
    for arguments in [vec!["run", "issue.view", "--input", VIEW], vec!["chain", "--steps", &two("acme/widgets#1")]] {
        let ended = program(&arguments).envs(github.variables()).env("GH_TOKEN", "canary-7f3a").run();
        assert!(!format!("{ended:?}").contains("canary-7f3a"), "a token is never shown");
        ended.expect(4);
    }
}

#[test]
fn an_invalid_token_is_2_and_not_shown() {
    for arguments in [vec!["run", "issue.view", "--input", VIEW], vec!["chain", "--steps", &two("acme/widgets#1")]] {
        let ended = program(&arguments).env("GH_TOKEN", "can\u{e4}ry\n7f3a").run();
        assert!(!format!("{ended:?}").contains("7f3a"), "a token is never shown");
        ended.expect(2);
    }
}
