//! Reads and writes files, with errors that name them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// The workspace's `schema/`, from cargo's environment, or below the current folder.
pub(crate) fn schema_dir() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .and_then(|crate_dir| crate_dir.parent().map(Path::to_owned))
        .unwrap_or_default()
        .join("schema")
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(Error::io("read", path))
}

/// Writes a file.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(Error::io("write", path))
}

/// Creates a folder and its parents.
pub(crate) fn create_dir(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(Error::io("create", path))
}

/// A folder that is removed with its content when dropped.
pub(crate) fn temp_dir() -> Result<tempfile::TempDir> {
    tempfile::tempdir().map_err(Error::io("create a folder in", &std::env::temp_dir()))
}
