//! `--all`: every page of a list, in one result.

use ghx_sandbox::{Fault, FaultRule, On, When};
use serde_json::{Value, json};

use crate::support::{GitHub, Terminal, plain, program};

fn list(github: &GitHub, arguments: &[&str]) -> Vec<String> {
    let input = r#"{"repo":"acme/widgets","state":"all","first":2}"#;
    let arguments = [&["run", "issue.list", "--input", input], arguments].concat();
    let mut call = program(&arguments).envs(github.variables());
    call = call.env("GITHUB_API_URL", github.sandbox.base_url());
    let ended = call.run();
    assert_eq!(ended.stderr, "");
    let result = ended.expect(0);
    numbers(&result)
}

fn numbers(result: &Value) -> Vec<String> {
    result["data"]["items"].as_array().unwrap().iter().map(|item| item["number"].to_string()).collect()
}

#[test]
fn all_items_are_in_one_result() {
    let github = GitHub::start();
    let once = program(&["run", "issue.list", "--input", r#"{"repo":"acme/widgets","state":"all","first":100}"#]);
    let once = once.envs(github.variables()).run().expect(0);
    let expected = numbers(&once);
    assert!(expected.len() > 4, "{expected:?}");
    for route in ["graphql", "rest"] {
        assert_eq!(list(&github, &["--all", "--route", route]), expected, "{route}");
    }

    let before = github.requests();
    let input = r#"{"repo":"acme/widgets","state":"all","first":2}"#;
    let result = program(&["run", "issue.list", "--all", "--input", input]).envs(github.variables()).run().expect(0);
    let pages = expected.len().div_ceil(2);
    assert_eq!(github.requests() - before, pages);
    assert_eq!(result["meta"]["http_calls"], pages, "{}", result["meta"]);
    assert_eq!(result["meta"]["pagination"]["has_next_page"], false);
    assert_eq!(result["data"]["pageInfo"]["hasNextPage"], false);
    let keys = |value: &Value| value["data"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&result), keys(&once), "the result has the shape of a page");
}

#[test]
fn pages_are_as_large_as_possible_unless_a_size_is_given() {
    let github = GitHub::start();
    let run = program(&["run", "issue.list", "--all", "--input", "repo: acme/widgets"]).envs(github.variables());
    assert_eq!(run.run().expect(0)["meta"]["http_calls"], 1);
    let sent = format!("{:?}", github.sandbox.requests());
    assert!(sent.contains("100"), "{sent}");
}

#[test]
fn a_capability_that_is_not_a_list_is_2_and_nothing_is_sent() {
    let github = GitHub::start();
    let ended = program(&["run", "issue.close", "--all", "--input", "issue: acme/widgets#42"]).envs(github.variables());
    let ended = ended.run();
    assert!(ended.stderr.contains("issue.close does not return pages"), "{}", ended.stderr);
    assert!(ended.stderr.contains("help: --all works with issue.comments.list, issue.list,"), "{}", ended.stderr);
    assert_eq!(ended.expect(2)["error"]["code"], "VALIDATION");
    let ended = program(&["run", "issue.lst", "--all"]).envs(github.variables()).run();
    assert!(ended.stderr.contains("did you mean `issue.list`?"), "{}", ended.stderr);
    ended.expect(2);
    let ended = program(&["run", "issue.list", "--all", "--plan"]).envs(github.variables()).run();
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert_eq!(github.requests(), 0);
}

#[test]
fn a_page_that_fails_leaves_the_pages_before_it() {
    let github = GitHub::start();
    github.sandbox.inject(FaultRule::new(Fault::field_error("UNPROCESSABLE", "no")).on(On::Query).skip(2).always());
    let input = r#"{"repo":"acme/widgets","first":2}"#;
    let ended = program(&["run", "issue.list", "--all", "--input", input]).envs(github.variables()).run();
    let said = ended.stderr.clone();
    assert!(said.contains("error: no\n") && said.contains("pass `data.pageInfo.endCursor` as `after`"), "{said}");
    let result = ended.expect(1);
    assert_eq!((&result["ok"], &result["error"]["code"]), (&json!(false), &json!("VALIDATION")), "{result}");
    assert_eq!(numbers(&result), ["42", "41", "40", "6"]);
    let details = &result["error"]["details"];
    assert_eq!((&details["pages_read"], &details["items_read"]), (&json!(2), &json!(4)), "{result}");
    assert_eq!(result["data"]["pageInfo"]["hasNextPage"], true);

    // The advice works.
    let github = GitHub::start();
    let after = &result["data"]["pageInfo"]["endCursor"];
    let input = json!({"repo": "acme/widgets", "first": 2, "after": after}).to_string();
    let rest = program(&["run", "issue.list", "--all", "--input", &input]).envs(github.variables()).run().expect(0);
    assert_eq!(numbers(&rest), ["3", "2", "1"]);
}

#[test]
fn the_first_page_that_fails_is_an_ordinary_failure() {
    let ended = program(&["run", "issue.list", "--sandbox", "--all", "--input", "repo: acme/none"]).run();
    let result = ended.expect(1);
    assert_eq!((&result["error"]["code"], result.get("data")), (&json!("NOT_FOUND"), None));
}

/// A response to `issue.list` with one issue and this position, under the names that the request gives its fields.
fn page(page_info: &Value) -> Value {
    let plan = program(&["run", "issue.list", "--sandbox", "--plan", "--input", "repo: acme/widgets"]).run().expect(0);
    let document = plan["waves"][0]["queries"][0]["document"].as_str().unwrap();
    let name = |field: &str| {
        document.split(&format!(": {field}(")).next().unwrap().rsplit(char::is_whitespace).next().unwrap()
    };
    let node = json!({"id": "I_1", "number": 1, "url": "https://github.com/acme/widgets/issues/1", "title": "x", "state": "OPEN"});
    let issues = json!({"nodes": [node], "pageInfo": page_info});
    json!({"data": {name("repository"): {name("issues"): issues, "nameWithOwner": "acme/widgets"}}})
}

#[test]
fn a_list_without_end_is_an_error() {
    for (cursor, message, calls) in [
        (json!("same"), "GitHub returned the same page twice, so the list would never end", 2),
        (Value::Null, "GitHub has another page, but does not say where it starts", 1),
    ] {
        let github = GitHub::start();
        let body = page(&json!({"hasNextPage": true, "endCursor": cursor}));
        github
            .sandbox
            .inject(FaultRule::new(Fault::Status { status: 200, body, when: When::Before }).on(On::Query).always());
        let run = program(&["run", "issue.list", "--all", "--input", "repo: acme/widgets"]).envs(github.variables());
        let result = run.run().expect(1);
        assert_eq!(result["error"]["message"], message, "{result}");
        assert_eq!((numbers(&result).len(), github.requests()), (calls, calls), "{result}");
    }
}

#[test]
fn progress_names_the_pages() {
    let github = GitHub::start();
    github.sandbox.inject(FaultRule::new(Fault::Slow { millis: 700 }).on(On::Query).always());
    let variables = github.variables();
    let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let input = r#"{"repo":"acme/widgets","first":3}"#;
    let (code, seen) = Terminal::ghx(&["run", "issue.list", "--all", "--input", input], &variables).end();
    assert_eq!(code, Some(0), "{seen}");
    assert!(plain(&seen).contains("issue.list: 6 items from 2 pages"), "{seen:?}");
}
