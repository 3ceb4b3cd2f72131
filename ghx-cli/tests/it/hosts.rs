//! Fault 36: a URL of another host is refused.

use serde_json::json;

use crate::support::{GitHub, program};

fn comment(issue: &str) -> String {
    json!({"issue": issue, "body": "x"}).to_string()
}

/// Fault 36.
#[test]
fn a_url_of_another_host_is_refused_by_both_commands_and_in_plans() {
    let github = GitHub::start();
    let input = comment("https://ghe.example.com/acme/widgets/issues/42");
    let steps = format!("[{{\"task\":\"issue.comments.create\",\"input\":{input}}}]");
    for arguments in [
        &["run", "issue.comments.create", "--input", &input][..],
        &["run", "issue.comments.create", "--plan", "--input", &input],
        &["chain", "--steps", &steps],
        &["chain", "--plan", "--steps", &steps],
        &["run", "issue.comments.create", "--sandbox", "--input", &input],
    ] {
        let mut call = program(arguments);
        if !arguments.contains(&"--sandbox") {
            call = call.envs(github.variables());
        }
        let ended = call.run();
        assert_eq!(ended.code, Some(2), "{arguments:?}: {ended:?}");
        assert!(ended.stderr.contains("`issue` is a URL on `ghe.example.com`, but this client"), "{}", ended.stderr);
    }
    assert_eq!(github.requests(), 0);
}

/// Fault 36.
#[test]
fn the_sandbox_accepts_the_urls_that_it_returns() {
    let steps = json!([
        {"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "Crash"}},
        {"task": "issue.comments.create", "input": {"issue": "{{new.url}}", "body": "x"}},
        {"task": "issue.view", "input": {"issue": "https://github.com/acme/widgets/issues/42"}},
        {"task": "issue.view", "input": {"issue": "http://github.localhost/acme/widgets/issues/42"}},
    ]);
    program(&["chain", "--sandbox", "--steps", &steps.to_string()]).run().expect(0);
}
