//! Tells the crate where the pinned schema is.
//!
//! `schema/` has symbolic links to the files of the workspace. Git for Windows checks a link out as a text file that holds the path of
//! its target, unless `core.symlinks` is set. This script follows such a file.
#![allow(clippy::print_stdout, reason = "a build script talks to cargo on stdout")]

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    let schema = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("schema");
    for (variable, name) in [("GITHUB_GRAPHQL", "github.graphql"), ("OVERLAY_GRAPHQL", "overlay.graphql")] {
        let link = schema.join(name);
        println!("cargo::rerun-if-changed={}", link.display());
        println!("cargo::rustc-env={variable}={}", target(&link)?.display());
    }
    Ok(())
}

/// The file itself, or the file whose path is its only content.
fn target(link: &Path) -> io::Result<PathBuf> {
    let text = fs::read_to_string(link)?;
    let path = text.trim();
    let is_path = path.ends_with(".graphql") && path.lines().count() == 1;
    let target = if is_path { link.with_file_name(path) } else { link.to_owned() };
    target.canonicalize()
}
