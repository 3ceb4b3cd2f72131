//! Parameters of REST: each is used, refused like on GitHub, or refused as not modelled. None is ignored.

use ghx_sandbox::{IssueSeed, RepoSeed, Sandbox, Seed};
use serde_json::{Value, json};

use crate::client::Client;

const REPO: &str = "/repos/acme/widgets";

async fn numbers(client: &Client, query: &str) -> Vec<u64> {
    let response = client.get(&format!("{REPO}/issues?{query}")).await;
    assert_eq!(response.status, 200, "{}", response.text);
    response.json().as_array().unwrap().iter().map(|issue| issue["number"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn issues_are_filtered_by_assignee() {
    let client = Client::start().await;
    assert_eq!(numbers(&client, "assignee=hubot").await, [1]);
    assert_eq!(numbers(&client, "assignee=*").await, [1]);
    let none = numbers(&client, "assignee=none&per_page=100").await;
    assert!(none.len() == 9 && !none.contains(&1), "{none:?}");
}

#[tokio::test]
async fn invalid_values_get_422() {
    let client = Client::start().await;
    let invalid = |resource: &str, field: &str| json!([{ "resource": resource, "field": field, "code": "invalid" }]);
    for (path, resource, field) in [
        ("/issues?state=bogus", "Issue", "state"),
        ("/issues?sort=bogus", "Issue", "sort"),
        ("/issues?direction=up", "Issue", "direction"),
        ("/pulls?state=bogus", "PullRequest", "state"),
        ("/pulls?sort=bogus", "PullRequest", "sort"),
        ("/milestones?state=bogus", "Milestone", "state"),
        ("/milestones?sort=bogus", "Milestone", "sort"),
        ("/branches?protected=perhaps", "Repository", "protected"),
    ] {
        let response = client.get(&format!("{REPO}{path}")).await;
        assert_eq!((response.status, &response.json()["errors"]), (422, &invalid(resource, field)), "{path}");
    }
    for (method, path, body, resource, field) in [
        ("PATCH", "/issues/1", json!({ "title": "new", "state": "bogus" }), "Issue", "state"),
        ("PATCH", "/issues/1", json!({ "state": "closed", "state_reason": "bogus" }), "Issue", "state_reason"),
        ("PATCH", "/issues/1", json!({ "title": "new", "milestone": 99 }), "Issue", "milestone"),
        ("PATCH", "/issues/1", json!({ "title": "new", "assignees": ["nobody-at-all"] }), "Issue", "assignees"),
        ("PATCH", "/pulls/7", json!({ "state": 5 }), "PullRequest", "state"),
        ("PUT", "/issues/1/lock", json!({ "lock_reason": "bogus" }), "Issue", "lock_reason"),
        ("POST", "/labels", json!({ "name": "new", "color": "zzz" }), "Label", "color"),
        ("PATCH", "/labels/bug", json!({ "color": "12345" }), "Label", "color"),
        ("PUT", "/pulls/7/merge", json!({ "merge_method": "bogus" }), "PullRequest", "merge_method"),
        ("POST", "/pulls/7/reviews", json!({ "event": "LGTM", "body": "x" }), "PullRequest", "event"),
    ] {
        let response = client.rest(method, &format!("{REPO}{path}"), body).await;
        assert_eq!((response.status, &response.json()["errors"]), (422, &invalid(resource, field)), "{method} {path}");
    }
    assert!(client.sandbox.writes().is_empty());
    let issue = client.sandbox.issue("acme/widgets", 1).unwrap();
    assert_eq!((issue.title.as_str(), issue.state.as_str()), ("Widget does not spin", "OPEN"), "nothing was changed");
}

#[tokio::test]
async fn graphql_requires_a_label_color() {
    let client = Client::start().await;
    let query = "mutation($id: ID!) { createLabel(input: { repositoryId: $id, name: \"x\", color: \"zzz\" }) { label { id } } }";
    let id = client.sandbox.repository_id("acme/widgets");
    assert_eq!(client.graphql(query, json!({ "id": id })).await.first_error()["type"], "UNPROCESSABLE");
}

#[tokio::test]
async fn lock_reasons_differ_between_apis() {
    let client = Client::start().await;
    let response = client.rest("PUT", &format!("{REPO}/issues/1/lock"), json!({ "lock_reason": "too heated" })).await;
    assert_eq!(response.status, 204);
    assert_eq!(client.get(&format!("{REPO}/issues/1")).await.json()["active_lock_reason"], "too heated");
    let query = "{ repository(owner: \"acme\", name: \"widgets\") { issue(number: 1) { activeLockReason } } }";
    let data = client.graphql(query, Value::Null).await.data();
    assert_eq!(data["repository"]["issue"]["activeLockReason"], "TOO_HEATED");
}

#[tokio::test]
async fn unsupported_parameters_are_refused() {
    let client = Client::start().await;
    for (path, name) in [
        ("/issues?mentioned=mona", "mentioned"),
        ("/issues/1?x=y", "x"),
        ("/labels?sort=name", "sort"),
        ("/releases?draft=true", "draft"),
        ("/actions/runs?check_suite_id=1", "check_suite_id"),
        ("/actions/runs?created=2026-01-01", "created"),
        ("/actions/runs/1001/jobs?filter=all", "filter=all"),
        ("/pulls?sort=popularity", "sort=popularity"),
        ("/pulls/7/comments?since=2026-01-01", "since"),
    ] {
        let response = client.get(&format!("{REPO}{path}")).await;
        let path = path.split('?').next().unwrap();
        let message = format!("ghx-sandbox does not model `{name}` of `GET {REPO}{path}`");
        assert_eq!((response.status, response.json()["message"].as_str()), (400, Some(message.as_str())));
    }
    let response = client.get("/orgs/acme/repos?type=member").await;
    assert_eq!((response.status, client.get("/orgs/acme/repos?type=bogus").await.status), (400, 422));
    let response = client.rest("POST", &format!("{REPO}/labels"), json!({ "name": "x", "colour": "ffffff" })).await;
    assert_eq!(response.json()["message"], format!("ghx-sandbox does not model `colour` of `POST {REPO}/labels`"));
    assert!(client.sandbox.writes().is_empty());
}

#[tokio::test]
async fn unsupported_endpoints_are_refused() {
    let client = Client::start().await;
    for path in ["/issues/events", "/issues/comments", "/git/matching-refs/heads/", "/commits", "/statuses/1"] {
        let response = client.get(&format!("{REPO}{path}")).await;
        let message = format!("ghx-sandbox does not model `GET {REPO}{path}`");
        assert_eq!((response.status, response.json()["message"].as_str()), (400, Some(message.as_str())));
    }
    assert_eq!(
        client.get(&format!("{REPO}/issues/1/")).await.status,
        404,
        "GitHub knows no path with a slash behind it"
    );
    assert_eq!(client.get("/repos/acme/nothing/commits").await.status, 404, "a repository that is not there");
}

#[tokio::test]
async fn comments_are_filtered_by_since() {
    let client = Client::start().await;
    let all = client.get(&format!("{REPO}/issues/1/comments")).await.json();
    let last = all[1]["updated_at"].as_str().unwrap().to_owned();
    let count = async |since: &str| {
        let comments = client.get(&format!("{REPO}/issues/1/comments?since={since}")).await.json();
        comments.as_array().unwrap().len()
    };
    assert_eq!(
        (count("2000-01-01T00:00:00Z").await, count(&last).await, count("2030-01-01T00:00:00Z").await),
        (2, 1, 0)
    );
}

#[tokio::test]
async fn lists_are_filtered_and_sorted() {
    let client = Client::start().await;
    let names = async |path: &str, field: &str| -> Vec<String> {
        let list = client.get(path).await.json();
        list.as_array().unwrap().iter().map(|item| item[field].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("/orgs/acme/repos?type=private", "name").await, ["internal"], "the viewer does not see the vault");
    assert!(!names("/orgs/acme/repos?type=public", "name").await.contains(&"internal".to_owned()));
    let milestones = format!("{REPO}/milestones?state=all");
    assert_eq!(names(&milestones, "title").await, ["1.1", "2.0", "1.0"], "by date; the one without is last");
    assert_eq!(names(&format!("{milestones}&direction=desc"), "title").await, ["1.0", "2.0", "1.1"]);
    client.rest("PATCH", &format!("{REPO}/issues/1"), json!({ "state": "closed" })).await;
    assert_eq!(names(&format!("{milestones}&sort=completeness"), "title").await, ["1.0", "2.0", "1.1"]);
}

#[tokio::test]
async fn runs_can_exclude_pull_requests() {
    let client = Client::start().await;
    let count = async |query: &str| {
        let run = client.get(&format!("{REPO}/actions/runs/1002{query}")).await.json();
        run["pull_requests"].as_array().unwrap().len()
    };
    assert_eq!((count("").await, count("?exclude_pull_requests=true").await), (1, 0));
}

#[tokio::test]
async fn branches_are_filtered_by_protection() {
    let repo =
        RepoSeed { protected_branches: vec!["main".to_owned(), "release".to_owned()], ..RepoSeed::new("ada/engine") };
    let repo = repo.issue(IssueSeed::new("x")).pull(ghx_sandbox::PullSeed::new("Steam", "steam/boiler"));
    let client = Client::of(Sandbox::builder().seed(Seed::empty("ada").repo(repo))).await;
    let count = async |query: &str| {
        client.get(&format!("/repos/ada/engine/branches{query}")).await.json().as_array().unwrap().len()
    };
    assert_eq!((count("").await, count("?protected=true").await, count("?protected=false").await), (3, 2, 1));
    assert_eq!(client.get("/repos/ada/engine/branches/steam/boiler").await.json()["name"], "steam/boiler");
}

#[tokio::test]
async fn contents_exist_are_missing_or_unsupported() {
    let client = Client::start().await;
    for (path, status) in [
        ("README.md", 200),
        ("README.md?ref=main", 200),
        ("README.md?ref=nope", 404),
        ("README.md?ref=spin", 400),
        (".github/bot.yml", 404),
        (".github/workflows/ci.yml", 400),
        ("src/widget.rs", 400),
        ("src", 400),
    ] {
        assert_eq!(client.get(&format!("{REPO}/contents/{path}")).await.status, status, "{path}");
    }
    assert_eq!(client.get(&format!("{REPO}/assignees/hubot")).await.status, 204);
    assert_eq!(client.get(&format!("{REPO}/assignees/nobody")).await.status, 404);
}

#[tokio::test]
async fn review_comment_requires_a_line_of_the_diff() {
    let client = Client::start().await;
    let submit = async |line: u32, side: &str| {
        let comment = json!({ "path": "src/widget.rs", "line": line, "side": side, "body": "x" });
        let body = json!({ "event": "COMMENT", "comments": [comment] });
        client.rest("POST", &format!("{REPO}/pulls/7/reviews"), body).await
    };
    assert_eq!(submit(7, "RIGHT").await.status, 200);
    assert_eq!(submit(5, "LEFT").await.status, 200);
    for (line, side) in [(999, "RIGHT"), (8, "RIGHT"), (6, "LEFT"), (0, "RIGHT")] {
        let response = submit(line, side).await;
        assert_eq!(
            (response.status, &response.json()["errors"][0]["message"]),
            (422, &json!("Line could not be resolved"))
        );
    }
    let query = "mutation($id: ID!) { addPullRequestReview(input: { pullRequestId: $id, event: COMMENT, threads: \
                 [{ path: \"src/widget.rs\", line: 999, body: \"x\" }] }) { clientMutationId } }";
    let error = client.graphql(query, json!({ "id": client.id("acme/widgets", 7) })).await.first_error();
    assert_eq!((&error["type"], &error["message"]), (&json!("UNPROCESSABLE"), &json!("Line could not be resolved")));
    assert_eq!(client.sandbox.writes().len(), 2);
}

#[tokio::test]
async fn search_results_are_sorted() {
    let client = Client::start().await;
    let found = async |terms: &str| -> Vec<u64> {
        let query = format!(
            "{{ search(query: \"repo:acme/widgets is:issue is:open {terms}\", type: ISSUE, first: 9) {{ nodes {{ ... on Issue {{ number }} }} }} }}"
        );
        let data = client.graphql(&query, Value::Null).await.data();
        data["search"]["nodes"].as_array().unwrap().iter().map(|node| node["number"].as_u64().unwrap()).collect()
    };
    assert_eq!(found("sort:created-asc").await, [1, 2, 3, 6, 40, 41, 42]);
    assert_eq!(found("sort:created-desc").await, [42, 41, 40, 6, 3, 2, 1]);
    client.rest("PATCH", &format!("{REPO}/issues/3"), json!({ "title": "new" })).await;
    assert_eq!(found("sort:updated-asc").await.last(), Some(&3));
    assert_eq!(found("sort:updated").await.first(), Some(&3));
    assert_eq!(found("sort:comments").await.first(), Some(&1));
    let query = "{ search(query: \"sort:reactions\", type: ISSUE, first: 1) { issueCount } }";
    let error = client.graphql(query, Value::Null).await.first_error();
    assert_eq!(error["message"], "ghx-sandbox does not model the search term `sort:reactions`");
    let query = "{ search(query: \"archived:true\", type: ISSUE, first: 1) { issueCount } }";
    assert_eq!(client.graphql(query, Value::Null).await.data()["search"]["issueCount"], 1);
}
