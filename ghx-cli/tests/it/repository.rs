//! Fault 7: the repository of a clone is read each time, is never mixed with given inputs, and is on GitHub.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Ended, GitHub, program};

/// A clone with these remotes.
struct Clone(TempDir);

impl Clone {
    fn new(remotes: &[(&str, &str)]) -> Self {
        let clone = Self(tempfile::tempdir().unwrap());
        clone.git(&["init", "--quiet"]);
        for (name, url) in remotes {
            clone.git(&["remote", "add", name, url]);
        }
        clone
    }

    fn git(&self, arguments: &[&str]) {
        let status = Command::new("git").args(arguments).current_dir(self.0.path()).env("HOME", self.0.path()).status();
        assert!(status.unwrap().success(), "git {arguments:?}");
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, github: &GitHub, arguments: &[&str]) -> Ended {
        program(arguments).folder(self.path()).envs(github.variables()).run()
    }

    /// The repository that `repo.view` is planned for.
    fn planned(&self) -> Value {
        program(&["run", "repo.view", "--plan"]).folder(self.path()).run().json()["repository"].clone()
    }
}

fn found(owner: &str, name: &str, remote: &str) -> Value {
    json!({"owner": owner, "name": name, "remote": remote})
}

#[test]
fn both_commands_fill_in_the_repository_and_name_it() {
    let github = GitHub::start();
    let clone = Clone::new(&[("origin", "git@github.com:acme/widgets.git")]);
    let expected = found("acme", "widgets", "origin");

    let result = clone.run(&github, &["run", "issue.view", "--input", "{\"issueNumber\":42}"]).expect(0);
    assert_eq!((&result["data"]["number"], &result["meta"]["repository"]), (&json!(42), &expected));
    let result = clone.run(&github, &["run", "repo.view"]).expect(0);
    assert_eq!(result["data"]["nameWithOwner"], "acme/widgets");

    let steps = json!([
        {"task": "issue.create", "id": "new", "input": {"title": "Crash"}},
        {"task": "issue.labels.add", "input": {"issueNumber": "{{new.number}}", "labels": ["bug"]}},
        {"task": "issue.view", "input": {"issue": "octocat/hello-world#1"}},
    ]);
    let result = clone.run(&github, &["chain", "--steps", &steps.to_string()]).expect(0);
    assert_eq!(result["meta"]["repository"], expected);
    assert!(result["results"][0]["data"]["url"].as_str().unwrap().contains("/acme/widgets/issues/"));

    let result = clone.run(&github, &["run", "issue.view", "--input", "{\"issue\":\"acme/widgets#1\"}"]).expect(0);
    assert_eq!(result["meta"].get("repository"), None, "where it is not needed, it is not read");
}

#[test]
fn the_repository_is_read_again_each_time() {
    let clone = Clone::new(&[("origin", "https://github.com/acme/widgets.git")]);
    assert_eq!(clone.planned(), found("acme", "widgets", "origin"));
    clone.git(&["remote", "set-url", "origin", "https://github.com/acme/gadgets.git"]);
    assert_eq!(clone.planned(), found("acme", "gadgets", "origin"));
    clone.git(&["remote", "remove", "origin"]);
    assert_eq!(clone.planned(), Value::Null);
}

#[test]
fn a_given_owner_or_name_is_never_completed_from_the_clone() {
    let github = GitHub::start();
    let clone = Clone::new(&[("origin", "https://github.com/acme/widgets")]);
    for input in ["{\"owner\":\"octocat\"}", "{\"name\":\"widgets\"}", "{\"owner\":\"acme\",\"repo\":\"acme/widgets\"}"]
    {
        let ended = clone.run(&github, &["run", "repo.view", "--input", input]);
        assert_eq!(ended.expect(2)["error"]["code"], "VALIDATION", "{input}");
    }
    let input = "{\"owner\":\"acme\",\"issueNumber\":42}";
    clone.run(&github, &["run", "issue.view", "--input", input]).expect(2);
    // Without a number there is no issue to complete.
    clone.run(&github, &["run", "issue.view"]).expect(2);
    assert_eq!(github.requests(), 0);
    let other = "{\"owner\":\"octocat\",\"name\":\"hello-world\"}";
    let result = clone.run(&github, &["run", "repo.view", "--input", other]).expect(0);
    assert_eq!(result["data"]["nameWithOwner"], "octocat/hello-world");
}

#[test]
fn other_forges_and_folders_are_not_github() {
    let github = GitHub::start();
    for url in ["https://gitlab.com/acme/widgets.git", "git@github.com.evil.org:acme/widgets", "/srv/git/acme/widgets"]
    {
        let clone = Clone::new(&[("origin", url)]);
        let ended = clone.run(&github, &["run", "repo.view"]);
        assert!(ended.stderr.contains("no git remote on github.com"), "{url}: {}", ended.stderr);
        ended.expect(2);
    }
    let nothing = tempfile::tempdir().unwrap();
    let ended = program(&["run", "repo.view"]).folder(nothing.path()).envs(github.variables()).run();
    assert!(ended.stderr.contains("not a git repository"), "{}", ended.stderr);
    ended.expect(2);
    assert_eq!(github.requests(), 0);
}

#[test]
fn only_remotes_on_the_host_of_the_client_count() {
    let clone = Clone::new(&[
        ("origin", "https://github.com/acme/widgets"),
        ("work", "ssh://git@ghe.example.com:2222/corp/tools.git"),
    ]);
    assert_eq!(clone.planned(), found("acme", "widgets", "origin"));
    let planned = |program: crate::support::Program| program.folder(clone.path()).run().json()["repository"].clone();
    let by_flag = program(&["run", "repo.view", "--plan", "--host", "ghe.example.com"]);
    assert_eq!(planned(by_flag), found("corp", "tools", "work"));
    let by_variable = program(&["run", "repo.view", "--plan"]).env("GH_HOST", "ghe.example.com");
    assert_eq!(planned(by_variable), found("corp", "tools", "work"));
}

/// Fault 36: with an endpoint variable for another server, the remote on github.com was filled in.
#[test]
fn remotes_on_the_host_of_the_api_count_where_only_a_url_was_given() {
    let clone = Clone::new(&[
        ("origin", "https://github.com/acme/widgets"),
        ("work", "https://ghe.example.com/corp/tools.git"),
    ]);
    let moved = program(&["run", "repo.view", "--plan"]).env("GITHUB_API_URL", "https://ghe.example.com/api/v3");
    let result = moved.env("GH_TOKEN", "t").folder(clone.path()).run().json();
    assert_eq!(result["repository"], found("corp", "tools", "work"));
}

/// Fault 36.
#[test]
fn the_default_repository_of_another_host_is_ignored() {
    let clone = Clone::new(&[("origin", "https://github.com/acme/widgets")]);
    clone.git(&["config", "remote.origin.gh-resolved", "https://ghe.example.com/corp/tools"]);
    assert_eq!(clone.planned(), found("acme", "widgets", "origin"));
    clone.git(&["config", "remote.origin.gh-resolved", "https://github.com/other/place"]);
    assert_eq!(clone.planned(), found("other", "place", "origin"));
}

#[test]
fn remotes_are_taken_in_the_order_of_gh() {
    let mut remotes = vec![("zed", "https://github.com/zed/widgets"), ("origin", "https://github.com/me/widgets")];
    assert_eq!(Clone::new(&remotes).planned(), found("me", "widgets", "origin"));
    remotes.push(("github", "https://github.com/mirror/widgets"));
    assert_eq!(Clone::new(&remotes).planned(), found("mirror", "widgets", "github"));
    remotes.push(("upstream", "https://github.com/acme/widgets"));
    let clone = Clone::new(&remotes);
    assert_eq!(clone.planned(), found("acme", "widgets", "upstream"));
    clone.git(&["config", "remote.zed.gh-resolved", "base"]);
    assert_eq!(clone.planned(), found("zed", "widgets", "zed"));
    clone.git(&["config", "remote.zed.gh-resolved", "other/place"]);
    assert_eq!(clone.planned(), found("other", "place", "zed"));
}

#[test]
fn it_works_below_the_root_and_with_rewritten_urls() {
    let clone = Clone::new(&[("origin", "gh:acme/widgets")]);
    clone.git(&["config", "url.https://github.com/.insteadOf", "gh:"]);
    let below = clone.path().join("a/b");
    std::fs::create_dir_all(&below).unwrap();
    let result = program(&["run", "repo.view", "--plan"]).folder(&below).run().json();
    assert_eq!(result["repository"], found("acme", "widgets", "origin"));
}

#[test]
fn a_sandbox_ignores_the_clone() {
    let clone = Clone::new(&[("origin", "https://github.com/acme/widgets")]);
    let ended = program(&["run", "repo.view", "--sandbox"]).folder(clone.path()).run();
    assert!(ended.stderr.contains("--sandbox ignores the current clone"), "{}", ended.stderr);
    ended.expect(2);
}
