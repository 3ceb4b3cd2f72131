//! Sources and formats of input.

use serde_json::json;

use crate::support::{GitHub, call, program, triage};

#[test]
fn from_an_argument_stdin_or_a_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("steps.json"), triage()).unwrap();
    std::fs::write(folder.path().join("bom.json"), format!("\u{feff}{}", triage())).unwrap();
    let run = |steps: &str, input: &str| {
        program(&["chain", "--sandbox", "--steps", steps]).folder(folder.path()).input(input).run().expect(0)
    };
    for result in [run(&triage(), ""), run("-", &triage()), run("@steps.json", ""), run("@bom.json", "")] {
        assert_eq!((&result["status"], &result["meta"]["total"]), (&json!("success"), &json!(3)));
    }
}

#[test]
fn in_json_yaml_or_lines() {
    let yaml = "\
- task: issue.create
  id: new
  input:
    repo: acme/widgets
    title: 'Crash: on start'
- task: issue.labels.add
  input: { issueId: '{{new.id}}', labels: [bug] }
";
    let lines = "\
{\"task\": \"issue.create\", \"id\": \"new\", \"input\": {\"repo\": \"acme/widgets\", \"title\": \"Crash: on start\"}}
{\"task\": \"issue.labels.add\", \"input\": {\"issueId\": \"{{new.id}}\", \"labels\": [\"bug\"]}}
";
    for steps in [yaml, lines] {
        let result = program(&["chain", "--sandbox", "--steps", steps]).run().expect(0);
        assert_eq!(result["results"][0]["data"]["title"], "Crash: on start");
        assert_eq!(result["results"][1]["data"]["labels"], json!(["bug"]));
    }
    let one =
        program(&["chain", "--sandbox", "--steps", "task: repo.view\ninput: {repo: acme/widgets}"]).run().expect(0);
    assert_eq!(one["meta"]["total"], 1, "a single object is a chain of one");
}

/// The error is about its size, not about its indentation.
#[test]
fn yaml_that_is_too_large_should_be_json() {
    let yaml = "- {task: issue.view, input: {issue: acme/widgets#1}}\n".repeat(40_000);
    let ended = program(&["chain", "--sandbox", "--steps", "-"]).input(yaml).run();
    assert!(ended.stderr.contains("this is too large for YAML"), "{}", ended.stderr);
    assert!(ended.stderr.contains("help: write it as JSON"), "{}", ended.stderr);
    ended.expect(2);
}

#[test]
fn an_unreadable_source_is_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("latin1.json"), b"[{\"task\":\n\"\xe4\"}]").unwrap();
    std::fs::write(folder.path().join("large.json"), vec![b' '; 17 * 1024 * 1024]).unwrap();
    for (steps, message) in [
        ("@nothing.json", "--steps @nothing.json cannot be read"),
        ("@.", "cannot be read"),
        ("@latin1.json", "line 2, column 2: this is not UTF-8"),
        ("@large.json", "--steps @large.json is larger than 16 MiB"),
        ("-", "--steps - (stdin) is empty"),
        ("", "--steps is empty"),
    ] {
        let ended = program(&["chain", "--sandbox", "--steps", steps]).folder(folder.path()).run();
        assert!(ended.stderr.contains(message), "{steps}: {}", ended.stderr);
        assert!(ended.json()["error"]["message"].as_str().unwrap().contains(message), "{steps}");
        ended.expect(2);
    }
}

#[test]
fn an_error_shows_the_line_of_the_input() {
    let called = call(&["chain", "--steps", "[\n  {\"task\": \"repo.view\", \"task\": \"issue.view\"}\n]"]);
    let expected = "error: --steps, line 2, column 30: `task` is given twice\n  \
        2 |   {\"task\": \"repo.view\", \"task\": \"issue.view\"}\n    \
          |                              ^\n";
    assert_eq!(called.stderr, expected);
}

#[test]
fn every_bad_step_is_named() {
    let steps = json!([
        {"task": "issue.view", "input": {"issue": "acme/widgets#42"}},
        {"task": "issue.veiw", "input": {}},
        {"taks": "issue.view"},
        {"task": "issue.labels.add", "input": {"issue": "acme/widgets#42", "labels": "bug"}},
        {"task": "issue.close", "input": {"issueId": "{{nobody.id}}"}},
    ]);
    let called = call(&["chain", "--steps", &steps.to_string()]);
    let result = called.json();
    let codes: Vec<&str> =
        result["results"].as_array().unwrap().iter().map(|step| step["error"]["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["SKIPPED", "VALIDATION", "VALIDATION", "VALIDATION", "VALIDATION"]);
    for part in ["step 1 (issue.veiw)", "step 2:", "step 3 (issue.labels.add)", "step 4 (issue.close)"] {
        assert!(called.stderr.contains(part), "{}", called.stderr);
    }
    assert_eq!(called.exit, ghx_cli::Exit::Usage);
}

#[test]
fn limits_reach_the_library() {
    let github = GitHub::start();
    let steps: Vec<_> =
        (0..6).map(|_| json!({"task": "issue.comments.create", "input": {"issueId": "x", "body": "b"}})).collect();
    let plan = |batch: &str| {
        let steps = json!(steps).to_string();
        let call = program(&["chain", "--plan", "--steps", &steps, "--max-batch", batch]);
        call.envs(github.variables()).run().expect(0)["http_calls"].clone()
    };
    assert_eq!((plan("2"), plan("unlimited")), (json!(3), json!(1)));
    github.sandbox.inject(ghx_sandbox::Fault::Slow { millis: 3_000 });
    let input = "{\"issue\":\"acme/widgets#42\"}";
    let limits = ["--route", "graphql", "--timeout", "150ms", "--max-wait", "0"];
    let call = program(&[&["run", "issue.view", "--input", input], &limits[..]].concat());
    assert_eq!(call.envs(github.variables()).run().expect(1)["error"]["code"], "NETWORK");
}

#[test]
fn a_plan_sends_nothing() {
    let github = GitHub::start();
    let result = program(&["chain", "--plan", "--steps", &triage()]).envs(github.variables()).run().expect(0);
    assert_eq!((&result["http_calls"], result["waves"].as_array().unwrap().len()), (&json!(4), 2));
    let plan = ["run", "issue.close", "--plan", "--input", "{\"issue\":\"acme/widgets#42\"}"];
    assert_eq!(program(&plan).run().expect(0)["http_calls"], 2, "no token is needed to plan");
    assert_eq!(github.requests(), 0);
}
