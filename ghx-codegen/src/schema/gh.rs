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
    /// What `--json` can be asked for.
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
    /// The values that it takes, where they are listed.
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
    /// Does it take something after its words?
    pub fn takes_arguments(&self) -> bool {
        self.usage.contains(['<', '{'])
    }
}
