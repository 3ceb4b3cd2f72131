//! Seeding from YAML and from code.

use ghx_sandbox::{
    IssueSeed, Permission, PullSeed, RepoSeed, RunSeed, Sandbox, Seed, SeedError, TokenSeed, WorkflowSeed,
};
use serde_json::json;

use crate::client::Client;

#[tokio::test]
async fn seed_from_code() {
    let repo = RepoSeed::new("acme/rockets")
        .label("bug")
        .collaborator("octocat", Permission::Admin)
        .issue(IssueSeed::new("It does not fly").by("mona").label("bug").comment("mona", "At all."))
        .pull(PullSeed::new("Add fuel", "fuel"));
    let client = Client::of(Sandbox::builder().seed(Seed::empty("octocat").user("mona").repo(repo))).await;
    let issue = client.sandbox.issue("acme/rockets", 1).unwrap();
    assert_eq!((issue.author.as_deref(), issue.labels), (Some("mona"), vec!["bug".to_owned()]));
    assert_eq!(client.sandbox.pull("acme/rockets", 2).unwrap().head, "fuel");
    assert_eq!(client.get("/repos/acme/widgets").await.status, 404);
}

#[tokio::test]
async fn protected_branch_requires_an_approving_review() {
    let repo = RepoSeed::new("acme/rockets")
        .collaborator("octocat", Permission::Admin)
        .protect("main")
        .pull(PullSeed::new("Add fuel", "fuel").by("mona"));
    let seed = Seed::empty("octocat").user("mona").repo(repo);
    let client = Client::of(Sandbox::builder().seed(seed)).await;
    assert_eq!(client.get("/repos/acme/rockets/branches/main").await.json()["protected"], true);
    let query = r#"{ repository(owner: "acme", name: "rockets") { pullRequest(number: 1) { id reviewDecision mergeStateStatus } } }"#;
    let pull = client.graphql(query, json!({})).await.data()["repository"]["pullRequest"].clone();
    assert_eq!((&pull["reviewDecision"], &pull["mergeStateStatus"]), (&json!("REVIEW_REQUIRED"), &json!("BLOCKED")));
    let merge = "mutation($id: ID!) { mergePullRequest(input: { pullRequestId: $id }) { pullRequest { state } } }";
    let refused = client.graphql(merge, json!({ "id": pull["id"] })).await.first_error();
    assert_eq!(refused["message"], "At least 1 approving review is required by reviewers with write access.");
    let approve = "mutation($id: ID!) { addPullRequestReview(input: { pullRequestId: $id, event: APPROVE }) { pullRequestReview { state } } }";
    client.graphql(approve, json!({ "id": pull["id"] })).await.data();
    let decision = client.graphql(query, json!({})).await.data()["repository"]["pullRequest"].clone();
    assert_eq!((&decision["reviewDecision"], &decision["mergeStateStatus"]), (&json!("APPROVED"), &json!("CLEAN")));
    let merged = client.graphql(merge, json!({ "id": pull["id"] })).await.data();
    assert_eq!(merged["mergePullRequest"]["pullRequest"]["state"], "MERGED");
}

#[tokio::test]
async fn seed_from_yaml() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("seed.yaml");
    std::fs::write(
        &file,
        "viewer: ada\nusers: [{ login: ada }]\nrepositories:\n  - name: ada/engine\n    issues: [{ title: Turn }]\n",
    )
    .unwrap();
    let client = Client::of(Sandbox::builder().seed(Seed::load(&file).unwrap())).await;
    let data = client.graphql("{ viewer { login } }", json!({})).await.data();
    assert_eq!(data["viewer"]["login"], "ada");
    assert_eq!(client.sandbox.issue("ada/engine", 1).unwrap().title, "Turn");
}

#[tokio::test]
async fn yaml_and_code_give_the_same_state() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("seed.yaml");
    std::fs::write(&file, SAME).unwrap();
    let repo = RepoSeed::new("acme/rockets")
        .collaborator("octocat", Permission::Admin)
        .label("bug")
        .milestone("1.0")
        .issue(
            IssueSeed::new("It does not fly")
                .number(3)
                .by("mona")
                .label("bug")
                .assignee("octocat")
                .comment("mona", "At all."),
        )
        .issue(IssueSeed::new("Paint it").body("Red.").closed("not_planned"))
        .pull(PullSeed::new("Add fuel", "fuel").by("mona").diff("diff --git a/f b/f\n@@ -0,0 +1 @@\n+x\n"))
        .workflow(WorkflowSeed {
            name: "CI".to_owned(),
            path: ".github/workflows/ci.yml".to_owned(),
            runs: vec![RunSeed { id: Some(7), result: "success".to_owned(), ..RunSeed::default() }],
            ..WorkflowSeed::default()
        });
    let code = Seed::empty("octocat").user("mona").organization("acme").token(TokenSeed::new("t", "mona")).repo(repo);
    let from_code = Client::of(Sandbox::builder().seed(code)).await;
    let from_yaml = Client::of(Sandbox::builder().seed(Seed::load(&file).unwrap())).await;
    assert_eq!(from_code.sandbox.issues("acme/rockets").len(), 3);
    for path in [
        "/repos/acme/rockets",
        "/repos/acme/rockets/issues?state=all",
        "/repos/acme/rockets/issues/3/comments",
        "/repos/acme/rockets/labels",
        "/repos/acme/rockets/milestones",
        "/repos/acme/rockets/pulls/5/files",
        "/repos/acme/rockets/actions/runs",
        "/orgs/acme",
    ] {
        let (code, yaml) = (from_code.get(path).await, from_yaml.get(path).await);
        let text = yaml.text.replace(&from_yaml.sandbox.base_url(), &from_code.sandbox.base_url());
        assert_eq!((code.status, code.text), (200, text), "{path}");
    }
    let (code, yaml) = (from_code.with_token("t"), from_yaml.with_token("t"));
    assert_eq!(code.get("/user").await.json()["login"], "mona");
    assert_eq!(yaml.get("/user").await.json()["login"], "mona");
}

const SAME: &str = r"
viewer: octocat
users: [{ login: octocat }, { login: mona }]
organizations: [{ login: acme }]
tokens: [{ token: t, login: mona }]
repositories:
  - name: acme/rockets
    collaborators: { octocat: admin }
    labels: [{ name: bug }]
    milestones: [{ title: '1.0' }]
    issues:
      - number: 3
        title: It does not fly
        author: mona
        labels: [bug]
        assignees: [octocat]
        comments: [{ author: mona, body: At all. }]
      - { title: Paint it, body: Red., closed: not_planned }
    pulls:
      - title: Add fuel
        head: fuel
        author: mona
        diff: |
          diff --git a/f b/f
          @@ -0,0 +1 @@
          +x
    workflows:
      - name: CI
        path: .github/workflows/ci.yml
        runs: [{ id: 7, result: success }]
";

#[tokio::test]
async fn invalid_seeds_are_refused() {
    let seed = Seed::empty("octocat").repo(RepoSeed::new("acme/x").issue(IssueSeed::new("t").label("nope")));
    let error = Sandbox::builder().seed(seed).start().await.unwrap_err();
    assert_eq!(error.to_string(), "the seed is inconsistent: acme/x: unknown label `nope`");
    let error = Seed::from_yaml("viewer: ada\nuzers: []\n").unwrap_err();
    assert!(matches!(&error, SeedError::Yaml(why) if why.contains("uzers")), "{error}");
    let twice = RepoSeed::new("acme/x").issue(IssueSeed::new("a").number(3)).issue(IssueSeed::new("b").number(3));
    assert!(Sandbox::builder().seed(Seed::empty("octocat").repo(twice)).start().await.is_err());
}
