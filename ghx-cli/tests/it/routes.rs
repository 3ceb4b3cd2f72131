//! `--route`: the same data over each route, also on a sandbox.

use serde_json::{Value, json};

use crate::gh::gh;
use crate::support::program;

fn over(route: &str, id: &str, input: &str) -> Value {
    let call = program(&["run", id, "--sandbox", "--trace", "--route", route, "--input", input]);
    let result = call.env("GH_PATH", gh()).run().expect(0);
    assert_eq!(result["meta"]["route_used"], route, "{result}");
    // `gh` uses another host name for the sandbox, which is then in the URLs.
    let data = result["data"].to_string().replace("http://github.localhost/", "https://github.com/");
    let mut data: Value = serde_json::from_str(&data).unwrap();
    // Each route has its own cursors.
    if let Some(page) = data.get_mut("pageInfo") {
        page["endCursor"] = Value::Null;
    }
    data
}

#[test]
fn each_route_returns_the_same_data() {
    for (id, input) in [
        ("issue.view", "issue: acme/widgets#1"),
        ("pr.view", "pr: acme/widgets#7"),
        ("repo.view", "repo: acme/widgets"),
        ("issue.list", "repo: acme/widgets\nfirst: 2"),
    ] {
        let graphql = over("graphql", id, input);
        assert_eq!(over("rest", id, input), graphql, "{id}");
        assert_eq!(over("cli", id, input), graphql, "{id}");
    }
}

#[test]
fn without_gh_its_route_is_skipped_and_the_trace_says_why() {
    let run = |arguments: &[&str]| {
        let call = program(&[&["run", "repo.view", "--sandbox", "--input", "repo: acme/widgets"], arguments].concat());
        call.run()
    };
    let result = run(&["--route", "cli", "--trace"]).expect(1);
    assert_eq!(result["error"]["code"], "ADAPTER_UNSUPPORTED", "{result}");
    let attempt = &result["meta"]["attempts"][0];
    assert_eq!(attempt["error_code"], "CLI_NOT_AVAILABLE", "{result}");
    assert!(attempt["message"].as_str().unwrap().contains("install the GitHub CLI"), "{result}");
    assert_eq!(run(&[]).expect(0)["meta"]["route_used"], json!("graphql"));
}
