//! `gh-cli.json`: the commands of `gh`, with their flags and the fields of `--json`.

use serde::Deserialize;
use std::collections::BTreeMap;

/// What `gh` can do.
#[derive(Debug, Deserialize)]
pub struct Gh {
    commands: BTreeMap<String, GhCommand>,
}

/// One command.
#[derive(Debug, Deserialize)]
pub struct GhCommand {
    /// By long name.
    pub flags: BTreeMap<String, GhFlag>,
    /// The fields of `--json`.
    #[serde(default)]
    pub json_fields: Vec<String>,
    /// `gh issue view {<number> | <url>} [flags]`.
    pub usage: String,
}

/// One flag.
#[derive(Debug, Deserialize)]
pub struct GhFlag {
    /// What its value is called; none for a switch.
    pub value: Option<String>,
    /// The values that it accepts, if they are listed.
    #[serde(default)]
    pub values: Vec<String>,
}

impl Gh {
    /// Reads the file's text.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// The command of those words.
    pub fn command(&self, words: &str) -> Option<&GhCommand> {
        self.commands.get(words)
    }

    /// Every command.
    pub fn commands(&self) -> impl Iterator<Item = &str> + Clone {
        self.commands.keys().map(String::as_str)
    }
}

impl GhCommand {
    /// How many arguments follow its words; `None`: any number.
    pub fn arguments(&self) -> Option<usize> {
        if self.usage.contains("...") {
            return None;
        }
        let (mut depth, mut groups) = (0_usize, 0);
        for (at, c) in self.usage.char_indices() {
            match c {
                '[' | '{' | '<' => {
                    groups += usize::from(depth == 0 && !self.usage[at..].starts_with("[flags]"));
                    depth += 1;
                }
                ']' | '}' | '>' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        Some(groups)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_counted_from_the_usage() {
        let counted = |usage: &str| {
            GhCommand { flags: BTreeMap::new(), json_fields: Vec::new(), usage: usage.to_owned() }.arguments()
        };
        assert_eq!(counted("gh issue list [flags]"), Some(0));
        assert_eq!(counted("gh issue view {<number> | <url>} [flags]"), Some(1));
        assert_eq!(counted("gh pr view [<number> | <url> | <branch>] [flags]"), Some(1));
        assert_eq!(counted("gh release create [<tag>] [<filename>... | <pattern>...]"), None);
    }
}
