//! `gh run`, `gh label`, `gh repo` and `gh api`.

use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, When};

use super::{Gh, args};

#[tokio::test(flavor = "multi_thread")]
async fn run_list_and_view() {
    let gh = Gh::start().await;
    let out = gh.run(&args(&["run", "list"])).await;
    assert_eq!(out.lines().count(), 4, "{out}");
    assert!(out.contains("completed\tfailure\tMake the widget spin\tCI\tspin\tpull_request\t1002"), "{out}");
    let out = gh.run(&args(&["run", "view", "1002"])).await;
    assert!(out.contains("X test in 1m0s (ID 2004)") && out.contains("acme/widgets#7"), "{out}");
}

#[tokio::test(flavor = "multi_thread")]
async fn run_rerun() {
    let gh = Gh::start().await;
    let printed = gh.printed(&args(&["run", "rerun", "1002", "--failed"])).await;
    assert!(printed.contains("Requested rerun (failed jobs) of run 1002"), "{printed}");
    let run = gh.client.sandbox.run("acme/widgets", 1002).unwrap();
    assert_eq!((run.status.as_str(), run.attempt), ("queued", 2));
    let status = |name: &str| run.jobs.iter().find(|(job, _)| job == name).unwrap().1.clone();
    assert_eq!((status("build").as_str(), status("test").as_str()), ("completed", "queued"));
    let printed = gh.printed(&args(&["run", "rerun", "1001"])).await;
    assert!(printed.contains("Requested rerun of run 1001"), "{printed}");
    let run = gh.client.sandbox.run("acme/widgets", 1001).unwrap();
    assert!(run.attempt == 2 && run.jobs.iter().all(|(_, status)| status == "queued"), "{run:?}");
    let (ok, _, err) = gh.output(&args(&["run", "rerun", "1003"])).await;
    assert!(!ok && err.contains("This workflow is already running"), "{err}");
    assert_eq!(gh.client.sandbox.run("acme/widgets", 1003).unwrap().attempt, 1);
    let (failed, all) = ("rerun-failed-jobs", "rerun");
    let route = |tail| format!("POST /repos/{{owner}}/{{repo}}/actions/runs/{{run_id}}/{tail}");
    assert_eq!(gh.write_names(), [route(failed), route(all)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn label_list() {
    let gh = Gh::start().await;
    let out = gh.run(&args(&["label", "list"])).await;
    assert_eq!(out.lines().next(), Some("bug\tSomething is broken\t#d73a4a"));
    let out = gh.run(&["label", "list", "-R", "acme/many-labels", "--limit", "500"]).await;
    assert_eq!(out.lines().count(), 250);
}

#[tokio::test(flavor = "multi_thread")]
async fn repo_view() {
    let gh = Gh::start().await;
    let out = gh.run(&["repo", "view", "acme/widgets"]).await;
    assert!(out.contains("name:\tacme/widgets") && out.contains("# Widgets"), "{out}");
    let out = gh.run(&["repo", "view", "acme/old-gadgets", "--json", "nameWithOwner"]).await;
    assert_eq!(out.trim(), r#"{"nameWithOwner":"acme/gadgets"}"#);
    let (ok, _, err) = gh.output(&["repo", "view", "acme/vault"]).await;
    assert!(!ok && err.contains("Could not resolve to a Repository with the name 'acme/vault'."), "{err}");
}

#[tokio::test(flavor = "multi_thread")]
async fn api() {
    let gh = Gh::start().await;
    let out = gh.run(&["api", "repos/acme/widgets/issues/1", "--jq", ".title"]).await;
    assert_eq!(out.trim(), "Widget does not spin");
    let out = gh.run(&["api", "--paginate", "repos/acme/many-labels/labels?per_page=100", "--jq", ".[].name"]).await;
    assert_eq!(out.lines().count(), 250);
    gh.run(&["api", "repos/acme/widgets/issues/2/comments", "-f", "body=posted"]).await;
    assert_eq!(gh.issue(2).comments[0].body, "posted");
    gh.run(&["api", "-X", "PATCH", "repos/acme/widgets/issues/2", "-f", "state=closed", "--silent"]).await;
    assert_eq!(gh.issue(2).state, "CLOSED");
    let (ok, out, err) = gh.output(&["api", "repos/acme/widgets/issues/999"]).await;
    assert!(!ok && err.contains("Not Found (HTTP 404)") && out.contains("\"status\":\"404\""), "{out}{err}");
}

#[tokio::test(flavor = "multi_thread")]
async fn api_graphql() {
    let gh = Gh::start().await;
    let out = gh.run(&["api", "graphql", "-f", "query={ viewer { login } }"]).await;
    assert_eq!(out.trim(), r#"{"data":{"viewer":{"login":"octocat"}}}"#);
    let pages = "query=query($endCursor: String) { repository(owner: \"acme\", name: \"many-labels\") { labels(first: 100, \
                 after: $endCursor) { nodes { name } pageInfo { hasNextPage endCursor } } } }";
    let out =
        gh.run(&["api", "graphql", "--paginate", "-f", pages, "--jq", ".data.repository.labels.nodes[].name"]).await;
    assert_eq!(out.lines().count(), 250);
    let (ok, out, err) = gh.output(&["api", "graphql", "-f", "query={ viewer { nonsense } }"]).await;
    assert!(!ok && err.contains("Field 'nonsense' doesn't exist on type 'User'"), "{err}");
    assert!(out.contains("undefinedField"), "{out}");
    assert!(gh.write_names().is_empty());
    let id = gh.issue(2).id;
    let close = "query=mutation($id: ID!) { closeIssue(input: { issueId: $id }) { issue { state } } }";
    let out = gh
        .run(&["api", "graphql", "-f", close, "-f", &format!("id={id}"), "--jq", ".data.closeIssue.issue.state"])
        .await;
    assert_eq!((out.trim(), gh.issue(2).state.as_str()), ("CLOSED", "CLOSED"));
}

/// The duplicate comment of the README: `gh` does not retry.
#[tokio::test(flavor = "multi_thread")]
async fn lost_response_of_a_comment_fails_after_one_write() {
    let gh = Gh::start().await;
    let lost = Fault::Gateway { status: 502, body: GatewayBody::Html, when: When::After };
    gh.client.sandbox.inject(FaultRule::new(lost).on(On::Mutation));
    let (ok, out, err) = gh.output(&args(&["issue", "comment", "42", "--body", "Hello"])).await;
    assert!(!ok && err.contains("502"), "{out}{err}");
    assert_eq!(gh.write_names(), ["addComment"]);
}
