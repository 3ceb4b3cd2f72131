//! `gh issue`.

use super::{Gh, args};

#[tokio::test(flavor = "multi_thread")]
async fn issue_view() {
    let gh = Gh::start().await;
    let out = gh.run(&args(&["issue", "view", "1"])).await;
    for line in
        ["title:\tWidget does not spin", "state:\tOPEN", "labels:\tbug", "assignees:\thubot (Hubot)", "milestone:\t1.1"]
    {
        assert!(out.contains(line), "{out}");
    }
    let out = gh.run(&args(&["issue", "view", "1", "--comments"])).await;
    assert!(out.contains("I can reproduce this."), "{out}");
    let out = gh.run(&args(&["issue", "view", "4", "--json", "state,stateReason"])).await;
    assert_eq!(out.trim(), r#"{"state":"CLOSED","stateReason":"COMPLETED"}"#);
    let (ok, _, err) = gh.output(&args(&["issue", "view", "999"])).await;
    assert!(!ok && err.contains("Could not resolve to an issue or pull request with the number of 999."), "{err}");
    assert!(gh.write_names().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn issue_list() {
    let gh = Gh::start().await;
    let out = gh.run(&args(&["issue", "list"])).await;
    assert_eq!(out.lines().count(), 7, "{out}");
    assert!(out.starts_with("42\tOPEN\tCrash on start"), "{out}");
    let out = gh.run(&args(&["issue", "list", "--state", "closed"])).await;
    assert_eq!(out.lines().count(), 2, "{out}");
    let out = gh.run(&args(&["issue", "list", "--search", "crash"])).await;
    assert!(out.starts_with("42\tOPEN\t") && out.lines().count() == 1, "{out}");
    let out = gh.run(&args(&["issue", "list", "--label", "bug", "--state", "all"])).await;
    assert_eq!(out.lines().map(|line| line.split('\t').next().unwrap()).collect::<Vec<_>>(), ["4", "1"]);
    assert!(gh.write_names().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn issue_create() {
    let gh = Gh::start().await;
    let command = [
        "issue",
        "create",
        "--title",
        "New",
        "--body",
        "Text",
        "--label",
        "docs",
        "--assignee",
        "mona",
        "--milestone",
        "2.0",
    ];
    let out = gh.run(&args(&command)).await;
    assert_eq!(out.trim(), "http://github.localhost/acme/widgets/issues/43");
    let issue = gh.issue(43);
    assert_eq!((issue.title.as_str(), issue.body.as_str()), ("New", "Text"));
    assert_eq!((issue.labels, issue.assignees), (vec!["docs".to_owned()], vec!["mona".to_owned()]));
    assert_eq!(issue.milestone.as_deref(), Some("2.0"));
    assert_eq!(issue.author.as_deref(), Some("octocat"));
    assert_eq!(gh.write_names()[0], "createIssue");
}

#[tokio::test(flavor = "multi_thread")]
async fn issue_close_and_reopen() {
    let gh = Gh::start().await;
    let (ok, _, err) = gh.output(&args(&["issue", "close", "1", "--reason", "not planned", "--comment", "No."])).await;
    assert!(ok && err.contains("Closed issue acme/widgets#1"), "{err}");
    let issue = gh.issue(1);
    assert_eq!((issue.state.as_str(), issue.state_reason.as_deref()), ("CLOSED", Some("NOT_PLANNED")));
    assert_eq!(issue.comments.last().unwrap().body, "No.");
    assert_eq!(gh.write_names(), ["addComment", "closeIssue"]);
    let printed = gh.printed(&args(&["issue", "close", "1"])).await;
    assert!(printed.contains("is already closed"), "{printed}");
    assert_eq!(gh.write_names().len(), 2);
    let printed = gh.printed(&args(&["issue", "reopen", "1"])).await;
    assert!(printed.contains("Reopened issue acme/widgets#1"), "{printed}");
    assert_eq!(gh.issue(1).state, "OPEN");
}

#[tokio::test(flavor = "multi_thread")]
async fn issue_edit() {
    let gh = Gh::start().await;
    let out = gh
        .run(&args(&["issue", "edit", "1", "--add-label", "docs", "--remove-label", "bug", "--add-assignee", "mona"]))
        .await;
    assert_eq!(out.trim(), "http://github.localhost/acme/widgets/issues/1");
    let issue = gh.issue(1);
    assert_eq!(issue.labels, ["docs"]);
    assert_eq!(issue.assignees, ["hubot", "mona"]);
    let (ok, _, err) = gh.output(&args(&["issue", "edit", "1", "--add-label", "no-such-label"])).await;
    assert!(!ok && err.contains("'no-such-label' not found"), "{err}");
    assert_eq!(gh.issue(1).labels, ["docs"]);
    let out =
        gh.run(&args(&["issue", "edit", "2", "--add-label", "BUG", "--title", "Round", "--milestone", "2.0"])).await;
    assert_eq!(out.trim(), "http://github.localhost/acme/widgets/issues/2");
    let issue = gh.issue(2);
    assert_eq!((issue.title.as_str(), issue.milestone.as_deref()), ("Round", Some("2.0")));
    assert_eq!(issue.labels, ["enhancement", "bug"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn issue_comment() {
    let gh = Gh::start().await;
    let out = gh.run(&args(&["issue", "comment", "2", "--body", "hi"])).await;
    assert!(out.starts_with("http://github.localhost/acme/widgets/issues/2#issuecomment-"), "{out}");
    assert_eq!(gh.issue(2).comments[0].body, "hi");
    assert_eq!(gh.write_names(), ["addComment"]);
}
