//! The help after an error must be about that error.

use ghx_sandbox::{Fault, FaultRule, On};
use serde_json::json;

use crate::support::{GitHub, program};

fn stderr(arguments: &[&str], code: i32) -> String {
    let ended = program(arguments).run();
    let stderr = ended.stderr.clone();
    ended.expect(code);
    stderr
}

fn run(task: &str, input: &str) -> String {
    stderr(&["run", task, "--sandbox", "--input", input], 2)
}

/// The help suggested `repo`, which had just been refused.
#[test]
fn the_error_for_a_missing_repository_names_existing_inputs() {
    let said = run("issue.view", "{\"repo\":\"acme/widgets\",\"issueNumber\":42}");
    assert!(said.contains("`repo` is not an input of issue.view"), "{said}");
    assert!(said.contains("add `owner` and `name`, or write \"issue\": \"OWNER/NAME#42\" instead"), "{said}");
    assert!(said.contains("help: --sandbox ignores the current clone"), "{said}");
    assert!(!said.contains("or `repo`"), "{said}");
}

#[test]
fn a_repository_is_requested_only_if_it_is_missing() {
    let steps = json!([
        {"task": "issue.close", "input": {"issue": "acme/widgets#1", "reason": "boring"}},
        {"task": "issue.view", "input": {"issueNumber": 42}},
    ]);
    let said = stderr(&["chain", "--sandbox", "--steps", &steps.to_string()], 2);
    assert!(said.contains("help: `ghx capabilities explain issue.close` shows its inputs"), "{said}");
}

/// `"42"` was suggested, and then refused.
#[test]
fn the_suggested_form_of_a_number_is_accepted() {
    for given in ["42", "\"42\"", "\"#42\""] {
        let said = run("issue.view", &format!("{{\"issue\":{given}}}"));
        assert!(said.contains("`issue` must be `OWNER/NAME#42` or a URL"), "{said}");
        assert!(said.contains("or use `issueNumber` with `owner` and `name`"), "{said}");
    }
    let followed = "{\"issueNumber\":42,\"owner\":\"acme\",\"name\":\"widgets\"}";
    program(&["run", "issue.view", "--sandbox", "--input", followed]).run().expect(0);
}

#[test]
fn the_error_for_a_missing_route_does_not_mention_chains() {
    let said = stderr(
        &["run", "pr.diff.view", "--route", "graphql", "--sandbox", "--input", "{\"pr\":\"acme/widgets#7\"}"],
        2,
    );
    assert!(said.contains("has no `graphql` route, only `rest`, `cli`") && !said.contains("chained"), "{said}");
}

#[test]
fn a_cycle_of_steps_is_shown_without_a_hint_about_inputs() {
    let close = |id: &str, after: &str| json!({"task": "issue.close", "id": id, "input": {"issue": "acme/widgets#1"}, "after": [after]});
    let said = stderr(&["chain", "--sandbox", "--steps", &json!([close("a", "b"), close("b", "a")]).to_string()], 2);
    assert!(said.contains("the step waits for itself: `a` → `b` → `a`"), "{said}");
    assert!(!said.contains("help:"), "{said}");
}

/// Fault 43.
#[test]
fn the_text_of_a_single_task_is_not_interpreted() {
    let body = "Hello {{ user.name }}, \\{{0.id}} and {{0}}";
    let input = json!({"issue": "acme/widgets#1", "body": body}).to_string();
    let result = program(&["run", "issue.comments.create", "--sandbox", "--input", &input]).run().expect(0);
    assert_eq!(result["data"]["body"], body);
    let plan = program(&["run", "issue.comments.create", "--sandbox", "--plan", "--input", &input]).run().expect(0);
    assert!(plan["waves"][0]["steps"][0]["line"].as_str().unwrap().contains("{{ user.name }}"), "{plan}");
}

/// Fault 43.
#[test]
fn the_text_of_a_raw_step_is_not_interpreted() {
    let step = json!({"task": "issue.comments.create", "raw": true, "input": {"issue": "acme/widgets#1", "body": "{{ user.name }}"}});
    let result = program(&["chain", "--sandbox", "--steps", &json!([step]).to_string()]).run().expect(0);
    assert_eq!(result["results"][0]["data"]["body"], "{{ user.name }}");
}

/// Fault 44: a cycle of 5,000 steps printed 145 MB.
#[test]
fn a_long_cycle_is_shortened() {
    let count = 5000;
    let step = |index: usize| {
        let next = (index + 1) % count;
        json!({"task": "issue.close", "id": format!("s{index}"), "input": {"issue": "acme/widgets#1"}, "after": [format!("s{next}")]})
    };
    let lines: Vec<String> = (0..count).map(|index| step(index).to_string()).collect();
    let ended = program(&["chain", "--sandbox", "--steps", "-"]).input(lines.join("\n")).run();
    assert!(ended.stderr.len() < 3000, "{}", ended.stderr);
    assert!(ended.stdout.len() < 400 * count, "{} bytes", ended.stdout.len());
    assert!(ended.stderr.contains("`s0` → `s1` → `s2` → `s3` → … (4996 more) → `s0`"), "{}", ended.stderr);
    ended.expect(2);
}

#[test]
fn a_reference_to_a_missing_step_is_not_about_inputs() {
    let step = json!([{"task": "issue.view", "input": {"issueId": "{{nope.id}}"}}]).to_string();
    let said = stderr(&["chain", "--sandbox", "--steps", &step], 2);
    assert!(said.contains("help: `ghx chain --help` shows what a step looks like"), "{said}");
}

/// The help was about inputs, `gh auth status` and the sandbox.
#[test]
fn after_a_refusal_of_github_the_help_fits_or_there_is_none() {
    for (task, input, kind, message, help) in [
        ("pr.merge", "pr: acme/widgets#7", "UNPROCESSABLE", "Pull Request is still a draft", None),
        ("issue.close", "issue: acme/widgets#42", "FORBIDDEN", "Repository was archived so is read-only.", None),
        ("issue.comments.create", "issue: acme/widgets#42\nbody: x", "FORBIDDEN", "Blocked", Some("and a block")),
    ] {
        let github = GitHub::start();
        github.sandbox.inject(FaultRule::new(Fault::field_error(kind, message)).on(On::Mutation).always());
        let ended = program(&["run", task, "--route", "graphql", "--input", input]).envs(github.variables()).run();
        let said = &ended.stderr;
        assert!(said.starts_with(&format!("error: {message}\n")), "{said}");
        for wrong in ["explain", "gh auth", "--sandbox"] {
            assert!(!said.contains(wrong), "{said}");
        }
        match help {
            Some(help) => assert!(said.contains(help), "{said}"),
            None => assert!(!said.contains("help:"), "{said}"),
        }
    }
}

#[test]
fn a_message_that_names_the_capability_to_use_needs_no_help() {
    let said = stderr(&["run", "issue.view", "--sandbox", "--input", "issue: acme/widgets#7"], 1);
    assert_eq!(said, "error: acme/widgets#7 is a pull request, not an issue: use pr.view\n");
    let said = stderr(&["run", "issue.view", "--sandbox", "--input", "issue: acme/widgets#999"], 1);
    assert!(said.contains("help: check the names"), "{said}");
}
