//! The real `gh`, which sends its own GraphQL.

mod binary;
mod issues;
mod pulls;
mod runs_labels_repos;

use std::process::Command;

use ghx_sandbox::IssueView;

use crate::client::Client;

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

    /// What `gh` prints on a terminal on success, which is more than in a pipe.
    async fn printed(&self, args: &[&str]) -> String {
        let (ok, out, err) = self.output_with(args, &[("GH_FORCE_TTY", "120"), ("NO_COLOR", "1")]).await;
        assert!(ok, "gh {args:?} failed: {out}{err}");
        out + &err
    }

    async fn output(&self, args: &[&str]) -> (bool, String, String) {
        self.output_with(args, &[]).await
    }

    async fn output_with(&self, args: &[&str], variables: &[(&str, &str)]) -> (bool, String, String) {
        let mut command = Command::new(binary::gh());
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
            .env("http_proxy", self.client.sandbox.base_url())
            .envs(variables.iter().copied());
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.success(), text(output.stdout), text(output.stderr))
    }

    fn issue(&self, number: u32) -> IssueView {
        self.client.sandbox.issue("acme/widgets", number).unwrap()
    }

    fn write_names(&self) -> Vec<String> {
        self.client.sandbox.writes().into_iter().map(|write| write.name).collect()
    }
}

const REPO: [&str; 2] = ["-R", "acme/widgets"];

fn args<'a>(command: &[&'a str]) -> Vec<&'a str> {
    command.iter().copied().chain(REPO).collect()
}

#[test]
fn gh_is_a_current_version() {
    let output = Command::new(binary::gh()).arg("--version").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let version = text.split_whitespace().nth(2).unwrap_or_default();
    let minor: u32 = version.split('.').nth(1).and_then(|minor| minor.parse().ok()).unwrap_or_default();
    assert!(version.starts_with("2.") && minor >= 94, "{text}: older ones ask for less");
}
