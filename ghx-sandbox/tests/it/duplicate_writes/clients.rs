//! Other clients, installed into the target folder.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

const PYGITHUB: &str = "2.10.0";
const OCTOKIT: &str = "5.0.5";

/// Writes one comment on acme/widgets#42; the first argument is the address of the sandbox.
const IN_PYTHON: &str = "
import os, sys
sys.path.insert(0, os.path.join(os.path.dirname(__file__), 'packages'))
import github
client = github.Github(auth=github.Auth.Token('any'), base_url=sys.argv[1])
client.get_repo('acme/widgets').get_issue(42).create_comment('Hello')
";

const IN_JAVASCRIPT: &str = "
import { Octokit } from 'octokit';
const octokit = new Octokit({ auth: 'any', baseUrl: process.argv[2] });
await octokit.rest.issues.createComment({ owner: 'acme', repo: 'widgets', issue_number: 42, body: 'Hello' });
";

/// A script that uses `PyGithub`.
pub(super) fn pygithub() -> PathBuf {
    let install = |folder: &Path| {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--target"]).arg(folder.join("packages"));
        pip.arg(format!("PyGithub=={PYGITHUB}"));
        pip
    };
    installed(&format!("pygithub-{PYGITHUB}"), install).script("comment.py", IN_PYTHON)
}

/// A script that uses octokit.
pub(super) fn octokit() -> PathBuf {
    let install = |folder: &Path| {
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--prefix"]).arg(folder).arg(format!("octokit@{OCTOKIT}"));
        npm
    };
    installed(&format!("octokit-{OCTOKIT}"), install).script("comment.mjs", IN_JAVASCRIPT)
}

struct Installed(PathBuf);

impl Installed {
    fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

/// A folder that a command fills once.
fn installed(name: &str, install: impl Fn(&Path) -> Command) -> Installed {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if !folder.exists() {
        let own = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let status = install(own.path()).status();
        assert!(status.as_ref().is_ok_and(std::process::ExitStatus::success), "cannot install {name}: {status:?}");
        let moved = std::fs::rename(own.keep(), &folder);
        assert!(moved.is_ok() || folder.exists(), "cannot move {name} into place: {moved:?}");
    }
    Installed(folder)
}
