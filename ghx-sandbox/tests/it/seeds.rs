//! Seeding from YAML and from code.

use ghx_sandbox::{IssueSeed, Permission, PullSeed, RepoSeed, Sandbox, Seed, SeedError};
use serde_json::json;

use crate::client::Client;

#[tokio::test]
async fn from_code() {
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
async fn from_yaml() {
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
async fn mistakes_are_named() {
    let seed = Seed::empty("octocat").repo(RepoSeed::new("acme/x").issue(IssueSeed::new("t").label("nope")));
    let error = Sandbox::builder().seed(seed).start().await.unwrap_err();
    assert_eq!(error.to_string(), "the seed is not consistent: acme/x: there is no label `nope`");
    let error = Seed::from_yaml("viewer: ada\nuzers: []\n").unwrap_err();
    assert!(matches!(&error, SeedError::Yaml(why) if why.contains("uzers")), "{error}");
    let twice = RepoSeed::new("acme/x").issue(IssueSeed::new("a").number(3)).issue(IssueSeed::new("b").number(3));
    assert!(Sandbox::builder().seed(Seed::empty("octocat").repo(twice)).start().await.is_err());
}

#[tokio::test]
async fn two_sandboxes_do_not_share_state() {
    let (one, other) = (Client::start().await, Client::start().await);
    one.rest("POST", "/repos/acme/widgets/issues", json!({ "title": "only here" })).await;
    assert!(one.sandbox.issue("acme/widgets", 43).is_some());
    assert!(other.sandbox.issue("acme/widgets", 43).is_none());
    assert!(one.sandbox.address().ip().is_loopback());
    one.sandbox.stop().await;
    assert_eq!(other.get("/repos/acme/widgets").await.status, 200);
}
