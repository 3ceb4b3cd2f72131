//! Texts that are kept in files and compared.

use std::{env, fs, path::Path};

/// Compares a text with a file; with `UPDATE_EXPECT` the file is written instead.
pub(crate) fn same(path: &Path, actual: &str) -> Result<(), String> {
    let expected = fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    if expected == actual {
        return Ok(());
    }
    if env::var_os("UPDATE_EXPECT").is_some() {
        return fs::write(path, actual).map_err(|error| format!("{}: {error}", path.display()));
    }
    Err(format!(
        "{} is not what comes out now\n--- expected\n{expected}\n--- actual\n{actual}\n\
         If the change is meant: UPDATE_EXPECT=1 cargo test -p ghx-codegen, then read the difference.",
        path.display()
    ))
}
