//! What the command says next to an error must be about that error.

use serde_json::json;

use crate::support::program;

fn stderr(arguments: &[&str], code: i32) -> String {
    let ended = program(arguments).run();
    let stderr = ended.stderr.clone();
    ended.expect(code);
    stderr
}

fn run(task: &str, input: &str) -> String {
    stderr(&["run", task, "--sandbox", "--input", input], 2)
}

/// `repo` is what was just refused.
#[test]
fn a_missing_repository_is_not_asked_for_by_a_name_that_does_not_exist() {
    let said = run("issue.view", "{\"repo\":\"acme/widgets\",\"issueNumber\":42}");
    assert!(said.contains("`repo` is not an input of issue.view"), "{said}");
    assert!(said.contains("add `owner` and `name`, or write \"issue\": \"OWNER/NAME#42\" instead"), "{said}");
    assert!(said.contains("help: --sandbox ignores the current clone"), "{said}");
    assert!(!said.contains("or `repo`"), "{said}");
}

#[test]
fn a_repository_is_asked_for_only_where_it_is_missing() {
    let steps = json!([
        {"task": "issue.close", "input": {"issue": "acme/widgets#1", "reason": "boring"}},
        {"task": "issue.view", "input": {"issueNumber": 42}},
    ]);
    let said = stderr(&["chain", "--sandbox", "--steps", &steps.to_string()], 2);
    assert!(said.contains("help: `ghx capabilities explain issue.close` shows what it takes"), "{said}");
}

/// `"42"` was recommended, and refused.
#[test]
fn what_is_recommended_for_a_number_is_accepted() {
    for given in ["42", "\"42\"", "\"#42\""] {
        let said = run("issue.view", &format!("{{\"issue\":{given}}}"));
        assert!(said.contains("`issue` must be `OWNER/NAME#42` or a URL"), "{said}");
        assert!(said.contains("or use `issueNumber` with `owner` and `name`"), "{said}");
    }
    let followed = "{\"issueNumber\":42,\"owner\":\"acme\",\"name\":\"widgets\"}";
    program(&["run", "issue.view", "--sandbox", "--input", followed]).run().expect(0);
}

#[test]
fn a_route_that_a_capability_lacks_is_not_a_matter_of_chains() {
    let said = stderr(
        &["run", "pr.diff.view", "--route", "graphql", "--sandbox", "--input", "{\"pr\":\"acme/widgets#7\"}"],
        2,
    );
    assert!(said.contains("has no `graphql` route, only `rest`, `cli`") && !said.contains("chained"), "{said}");
}

#[test]
fn steps_that_wait_for_each_other_are_shown_and_no_input_is_blamed() {
    let close = |id: &str, after: &str| json!({"task": "issue.close", "id": id, "input": {"issue": "acme/widgets#1"}, "after": [after]});
    let said = stderr(&["chain", "--sandbox", "--steps", &json!([close("a", "b"), close("b", "a")]).to_string()], 2);
    assert!(said.contains("the step waits for itself: `a` → `b` → `a`"), "{said}");
    assert!(!said.contains("help:"), "{said}");
}

/// Fault 43.
#[test]
fn a_single_task_takes_its_text_as_it_is() {
    let body = "Hello {{ user.name }}, \\{{0.id}} and {{0}}";
    let input = json!({"issue": "acme/widgets#1", "body": body}).to_string();
    let result = program(&["run", "issue.comments.create", "--sandbox", "--input", &input]).run().expect(0);
    assert_eq!(result["data"]["body"], body);
    let plan = program(&["run", "issue.comments.create", "--sandbox", "--plan", "--input", &input]).run().expect(0);
    assert!(plan["waves"][0]["steps"][0]["line"].as_str().unwrap().contains("{{ user.name }}"), "{plan}");
}

/// Fault 43.
#[test]
fn a_step_is_raw_where_it_says_so() {
    let step = json!({"task": "issue.comments.create", "raw": true, "input": {"issue": "acme/widgets#1", "body": "{{ user.name }}"}});
    let result = program(&["chain", "--sandbox", "--steps", &json!([step]).to_string()]).run().expect(0);
    assert_eq!(result["results"][0]["data"]["body"], "{{ user.name }}");
}

/// Fault 44: a cycle of 5,000 steps printed 145 MB.
#[test]
fn a_long_cycle_is_printed_in_few_bytes() {
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
