//! The location of the workspace.

use std::path::{Path, PathBuf};

/// The root of the workspace, from cargo's environment, or the current folder.
pub(crate) fn root() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .and_then(|crate_dir| crate_dir.parent().map(Path::to_owned))
        .unwrap_or_default()
}
