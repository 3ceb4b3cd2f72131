//! The fragments of a batch: each once, even if several items use it.

use std::collections::HashMap;

use super::slots::{Owner, add_once};
use super::text::{Lines, Rename, rename_spreads};
use crate::card::operation::{Fragment, Operation};

/// The fragments so far.
#[derive(Debug, Default)]
pub(super) struct Fragments {
    entries: Vec<FragmentEntry>,
    index: HashMap<(&'static str, &'static str), usize>,
}

#[derive(Debug)]
struct FragmentEntry {
    text: String,
    users: Vec<usize>,
}

impl Fragments {
    /// Adds the fragments of an item's operation; returns those that need another name.
    pub(super) fn add(&mut self, operation: &'static Operation, item: usize) -> Vec<Rename> {
        let renamed: Vec<Rename> = operation.fragments.iter().filter_map(|fragment| self.rename(fragment)).collect();
        for fragment in operation.fragments {
            let index = self.index_of(fragment, &renamed);
            add_once(&mut self.entries[index].users, item);
        }
        renamed
    }

    /// Renames a fragment if another one has its name. Codegen makes names unique within a crate, but a chain may use cards
    /// of several crates.
    fn rename(&self, fragment: &Fragment) -> Option<Rename> {
        let same_name = |key: &&(&str, &str)| key.0 == fragment.name;
        let taken = self.index.keys().filter(same_name).any(|key| key.1 != fragment.text);
        let own = self.index.get(&(fragment.name, fragment.text));
        let number = own.copied().unwrap_or(self.entries.len());
        taken.then(|| Rename { from: fragment.name, to: format!("{}_{number}", fragment.name) })
    }

    fn index_of(&mut self, fragment: &Fragment, renamed: &[Rename]) -> usize {
        let entries = &mut self.entries;
        *self.index.entry((fragment.name, fragment.text)).or_insert_with(|| {
            entries.push(FragmentEntry { text: define(fragment, renamed), users: Vec::new() });
            entries.len() - 1
        })
    }

    /// Writes all fragments; returns the items that use each.
    pub(super) fn write(self, lines: &mut Lines) -> Vec<Vec<usize>> {
        let entries = self.entries.into_iter().enumerate();
        let write = |(index, entry): (usize, FragmentEntry)| {
            lines.push(Owner::Fragment(index), &[&entry.text]);
            entry.users
        };
        entries.map(write).collect()
    }
}

fn define(fragment: &Fragment, renamed: &[Rename]) -> String {
    if renamed.is_empty() {
        return fragment.text.to_owned();
    }
    let text = rename_spreads(fragment.text, renamed);
    match renamed.iter().find(|rename| rename.from == fragment.name) {
        Some(rename) => text.replacen(fragment.name, &rename.to, 1),
        None => text,
    }
}
