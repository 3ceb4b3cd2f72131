//! The location of the workspace.

use std::path::{Path, PathBuf};

/// The root of the workspace, from cargo's environment, or the current folder.
pub(crate) fn root() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .and_then(|crate_dir| crate_dir.parent().map(Path::to_owned))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(folder: &Path) -> toml::Table {
        std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default().parse().unwrap_or_default()
    }

    /// `cargo run -- chain …` in the README needs no `--bin`: one default member has a binary, `ghx`.
    #[test]
    fn cargo_run_is_the_command() {
        let root = root();
        let members = manifest(&root)["workspace"]["default-members"].as_array().cloned().unwrap_or_default();
        let mut programs = Vec::new();
        for folder in members.iter().filter_map(|member| member.as_str()).map(|member| root.join(member)) {
            let manifest = manifest(&folder);
            let declared = manifest.get("bin").and_then(|bins| bins.as_array()).cloned().unwrap_or_default();
            let names = declared.iter().filter_map(|bin| bin["name"].as_str().map(str::to_owned));
            programs.extend(names);
            if declared.is_empty() && folder.join("src/main.rs").exists() {
                programs.push(folder.display().to_string());
            }
        }
        assert_eq!(programs, ["ghx"]);
    }
}
