//! The text of a document, line by line.

use super::slots::Owner;
use crate::card::operation::Part;

/// A document that is being built, with the owner of each line.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) text: String,
    pub(super) owners: Vec<Owner>,
}

impl Lines {
    pub(super) fn push(&mut self, owner: Owner, parts: &[&str]) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        for part in parts {
            self.text.push_str(part);
        }
        self.owners.push(owner);
    }
}

/// Appends parts, with the names that variables and fragments have in the batch.
pub(super) fn render(out: &mut String, parts: &[Part], variable: impl Fn(&str) -> String, renamed: &[Rename]) {
    for part in parts {
        match part {
            Part::Var(name) => {
                out.push('$');
                out.push_str(&variable(name));
            }
            Part::Text(text) if renamed.is_empty() => out.push_str(text),
            Part::Text(text) => out.push_str(&rename_spreads(text, renamed)),
        }
    }
}

/// A fragment that has another name in the batch, because two cards use one name for different fragments.
#[derive(Debug)]
pub(super) struct Rename {
    pub(super) from: &'static str,
    pub(super) to: String,
}

/// Renames the fragments that a text spreads.
pub(super) fn rename_spreads(text: &str, renamed: &[Rename]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("...") {
        let (before, after) = rest.split_at(at + 3);
        out.push_str(before);
        let end = after.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(after.len());
        let (name, following) = after.split_at(end);
        let known = renamed.iter().find(|rename| rename.from == name);
        out.push_str(known.map_or(name, |rename| &rename.to));
        rest = following;
    }
    out + rest
}
