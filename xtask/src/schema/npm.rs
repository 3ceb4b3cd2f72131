//! One file of one version of an npm package.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::files;
use crate::error::{Error, Result};
use crate::process;

/// A package at a version, and a file in it.
#[derive(Debug)]
pub(crate) struct Package {
    /// The name with its scope.
    pub(crate) name: &'static str,
    /// The exact version.
    pub(crate) version: &'static str,
    /// The day it was published. It is a constant, because registries
    /// differ: for a mirror, `npm view NAME time --json` prints the day it fetched the package.
    pub(crate) date: &'static str,
    /// The path of the file inside the package.
    pub(crate) member: &'static str,
}

/// The content of a package.
#[derive(Debug)]
pub(crate) struct Fetched {
    /// The content of the file.
    pub(crate) text: String,
    /// The digest of the tarball in npm's notation, if npm reports it.
    pub(crate) integrity: Option<String>,
}

impl Package {
    /// Downloads the package with `npm pack` (which verifies it) and reads the file.
    pub(crate) fn fetch(&self) -> Result<Fetched> {
        let dir = files::temp_dir()?;
        let report = process::output(
            Command::new("npm")
                .args(["pack", "--json", "--pack-destination"])
                .arg(dir.path())
                .arg(format!("{}@{}", self.name, self.version))
                .current_dir(dir.path()),
            "install Node.js, which brings npm",
        )?;
        let tarball = self.tarball(dir.path())?;
        process::output(
            Command::new("tar")
                .arg("-xzf")
                .arg(&tarball)
                .arg(format!("package/{}", self.member))
                .current_dir(dir.path()),
            "install GNU or BSD tar",
        )?;
        Ok(Fetched { text: files::read(&dir.path().join("package").join(self.member))?, integrity: integrity(&report) })
    }

    /// The one tarball in the folder; npm versions disagree about how they report its name.
    fn tarball(&self, dir: &Path) -> Result<PathBuf> {
        std::fs::read_dir(dir)
            .map_err(Error::io("list", dir))?
            .filter_map(|entry| entry.ok().map(|entry| entry.path()))
            .find(|path| path.extension().is_some_and(|extension| extension == "tgz"))
            .ok_or_else(|| {
                Error::invalid(
                    format!("npm pack {}@{}", self.name, self.version),
                    "no .tgz file was created; run the command by hand to see why",
                )
            })
    }
}

/// The integrity that `npm pack --json` reports.
fn integrity(report: &str) -> Option<String> {
    let report: Value = serde_json::from_str(report).ok()?;
    Some(report.pointer("/0/integrity")?.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::integrity;

    #[test]
    fn integrity_is_read_if_npm_reports_it() {
        let report = r#"[{"filename": "a.tgz", "integrity": "sha512-abc"}]"#;
        assert_eq!(integrity(report).as_deref(), Some("sha512-abc"));
        assert_eq!(integrity("a.tgz"), None);
    }
}
