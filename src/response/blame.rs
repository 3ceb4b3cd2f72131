//! Which item an error belongs to: by its path, then by the lines that it names.

use super::GraphqlError;
use crate::batch::{Batch, Owner};

/// The errors of an answer, item by item.
#[derive(Debug)]
pub(crate) struct Blame {
    /// For each item the indexes of its errors, and how deep they are.
    pub(crate) items: Vec<Vec<(usize, Depth)>>,
    /// The errors that belong to no item.
    pub(crate) unattributed: Vec<usize>,
}

/// Where below its item an error is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// At the field itself: it was not executed, or says nothing.
    Field,
    /// Below it: the field was executed, and reading its result failed.
    Below,
}

impl Blame {
    /// Attributes every error.
    pub(crate) fn new(batch: &Batch<'_>, errors: &[GraphqlError]) -> Self {
        let mut blame = Self { items: vec![Vec::new(); batch.items.len()], unattributed: Vec::new() };
        for (index, error) in errors.iter().enumerate() {
            blame.place(batch, index, error);
        }
        blame
    }

    fn place(&mut self, batch: &Batch<'_>, index: usize, error: &GraphqlError) {
        let by_path = owner_by_path(batch, &error.path);
        let by_line = || error.lines.iter().map(|line| (batch.owner(*line), Depth::Field));
        let owners: Vec<_> = match by_path {
            Some(found) => vec![found],
            None => by_line().collect(),
        };
        let mut found = false;
        for (owner, depth) in owners {
            for item in batch.items_of(owner) {
                self.items[*item].push((index, depth));
                found = true;
            }
        }
        if !found {
            self.unattributed.push(index);
        }
    }
}

fn owner_by_path(batch: &Batch<'_>, path: &[String]) -> Option<(Owner, Depth)> {
    // An error found before execution starts its path with the operation: `mutation Ghx`.
    let is_operation = |first: &String| first.starts_with("mutation") || first.starts_with("query");
    let keys = if path.first().is_some_and(is_operation) { &path[1..] } else { path };
    let (first, below) = keys.split_first()?;
    let root = batch.roots.iter().position(|root| root.alias == *first)?;
    let Some((second, deeper)) = below.split_first() else {
        return Some((Owner::Root(root), Depth::Field));
    };
    let child = batch.roots[root].children.iter().position(|child| child.alias == *second);
    Some(match child {
        Some(child) if deeper.is_empty() => (Owner::Child(root, child), Depth::Field),
        Some(child) => (Owner::Child(root, child), Depth::Below),
        None => (Owner::Root(root), Depth::Below),
    })
}
