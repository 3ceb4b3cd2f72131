//! Parses the help pages of `gh`.
//!
//! A page is prose up to `USAGE`, then sections: an upper-case heading at the margin and indented
//! lines below it.

use std::collections::BTreeMap;

use serde::Serialize;

/// One command of `gh`.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Command {
    /// By long name; flags inherited from commands above are among them.
    pub(crate) flags: BTreeMap<String, Flag>,
    /// The fields of `--json`, sorted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) json_fields: Vec<String>,
    /// The usage line.
    pub(crate) usage: String,
}

/// One flag.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Flag {
    /// The one-letter form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) short: Option<String>,
    /// The name of its value; `None` for a switch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<String>,
    /// The values that it accepts, if the page lists them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) values: Vec<String>,
}

/// A help page.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// The command it describes.
    pub(crate) command: Command,
    /// The names of the commands below it.
    pub(crate) subcommands: Vec<String>,
}

impl Page {
    /// Reads a page.
    pub(crate) fn parse(text: &str) -> Self {
        let mut page = Self::default();
        let mut heading = "";
        for line in text.lines().skip_while(|line| *line != "USAGE") {
            match line.strip_prefix("  ") {
                None if !line.is_empty() => heading = line,
                None => {}
                Some(line) => page.read(heading, line),
            }
        }
        page.command.json_fields.sort();
        page
    }

    fn read(&mut self, heading: &str, line: &str) {
        match heading {
            "USAGE" if self.command.usage.is_empty() => line.clone_into(&mut self.command.usage),
            "FLAGS" | "INHERITED FLAGS" => self.command.flags.extend(flag(line)),
            "JSON FIELDS" => self.command.json_fields.extend(words(line)),
            // Aliases are configuration, even those of a fresh installation.
            "ALIAS COMMANDS" => {}
            _ if heading.ends_with("COMMANDS") => self.subcommands.extend(subcommand(line)),
            _ => {}
        }
    }
}

/// `name:   what it does`
fn subcommand(line: &str) -> Option<String> {
    let (name, _) = line.split_once(':')?;
    (!name.contains(' ')).then(|| name.to_owned())
}

/// `a, b, c,`
fn words(line: &str) -> impl Iterator<Item = String> {
    line.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned)
}

/// `-s, --long value   what it does`, where the short form and the value may be missing.
fn flag(line: &str) -> Option<(String, Flag)> {
    let line = line.trim_start();
    let (short, rest) = match line.split_once(", --") {
        Some((short, rest)) if short.len() == 2 => (short.strip_prefix('-'), rest),
        _ => (None, line.strip_prefix("--")?),
    };
    let spec = rest.split("  ").next().unwrap_or(rest);
    let (name, value) = match spec.split_once(' ') {
        Some((name, value)) => (name, Some(value)),
        None => (spec, None),
    };
    let flag = Flag { short: short.map(str::to_owned), value: value.map(str::to_owned), values: values(rest) };
    Some((name.to_owned(), flag))
}

/// `Filter by state: {open|closed|all}`
fn values(line: &str) -> Vec<String> {
    let listed = line.split_once('{').and_then(|(_, rest)| rest.split_once('}')).map(|(listed, _)| listed);
    let listed = listed.filter(|listed| listed.contains('|')).into_iter();
    listed.flat_map(|listed| listed.split('|')).map(|value| value.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAF: &str = "\
Prose about FLAGS.
FLAGS
  --not-a-flag   in prose

USAGE
  gh issue list [flags]

FLAGS
  -a, --assignee string    Filter by assignee, --author
  -s, --state string       Filter by state: {open|closed} (default \"open\")
      --json fields        Output JSON
  -w, --web                List in the browser

INHERITED FLAGS
  -R, --repo [HOST/]OWNER/REPO   Select another repository

JSON FIELDS
  title, author,
  body

EXAMPLES
  $ gh issue list --label bug
";

    fn of(short: Option<&str>, value: Option<&str>) -> Flag {
        Flag { short: short.map(str::to_owned), value: value.map(str::to_owned), values: Vec::new() }
    }

    #[test]
    fn command_has_usage_flags_and_fields() {
        let command = Page::parse(LEAF).command;
        let flags = [
            ("assignee", of(Some("a"), Some("string"))),
            ("json", of(None, Some("fields"))),
            ("repo", of(Some("R"), Some("[HOST/]OWNER/REPO"))),
            ("state", Flag { values: vec!["open".to_owned(), "closed".to_owned()], ..of(Some("s"), Some("string")) }),
            ("web", of(Some("w"), None)),
        ];
        assert_eq!(command.usage, "gh issue list [flags]");
        assert_eq!(command.json_fields, ["author", "body", "title"]);
        assert_eq!(command.flags, flags.map(|(name, flag)| (name.to_owned(), flag)).into());
    }

    #[test]
    fn group_has_subcommands() {
        let text = "USAGE\n  gh x <command>\n\nGENERAL COMMANDS\n  create:  Create: a thing\n\
            \nALIAS COMMANDS\n  co:  Alias\n\nTARGETED COMMANDS\n  view:    View\n\nHELP TOPICS\n  more:   Read\n";
        assert_eq!(Page::parse(text).subcommands, ["create", "view"]);
    }
}
