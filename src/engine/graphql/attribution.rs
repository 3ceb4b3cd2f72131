//! Which item an error belongs to: by its path, then by the lines that it names.

use crate::engine::graphql::batch::{Batch, Owner};
use crate::response::{GraphqlError, is_operation};

/// The errors of a response, item by item.
#[derive(Debug)]
pub(crate) struct Attribution {
    /// The errors of each item.
    pub(crate) items: Vec<Vec<ItemError>>,
    /// The errors that belong to no item.
    pub(crate) unattributed: Vec<usize>,
}

/// An error that belongs to an item.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ItemError {
    /// Its position among the errors of the response.
    pub(crate) error: usize,
    /// The root field of the batch that it belongs to; `None` for a fragment, which several may share.
    pub(crate) root: Option<usize>,
    pub(crate) depth: Depth,
}

/// Where an error is, relative to the field of its item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// At the field itself: it was not executed, or has no result.
    Field,
    /// Below it: the field was executed, and reading its result failed.
    Below,
}

impl Attribution {
    /// Attributes every error.
    pub(crate) fn new(batch: &Batch<'_>, errors: &[GraphqlError]) -> Self {
        let mut attribution = Self { items: vec![Vec::new(); batch.items.len()], unattributed: Vec::new() };
        for (index, error) in errors.iter().enumerate() {
            attribution.place(batch, index, error);
        }
        attribution
    }

    fn place(&mut self, batch: &Batch<'_>, index: usize, error: &GraphqlError) {
        let by_line = || error.lines.iter().map(|line| at_line(batch.owner(*line)));
        let owners: Vec<_> = match owner_by_path(batch, &error.path) {
            Some(found) => vec![found],
            None => by_line().collect(),
        };
        let mut found = false;
        for (owner, depth) in owners {
            for item in batch.items_of(owner) {
                self.items[*item].push(ItemError { error: index, root: root_of(owner), depth });
                found = true;
            }
        }
        if !found {
            self.unattributed.push(index);
        }
    }
}

/// The owner of a line, and the depth of an error there. A fragment is always used below a field.
fn at_line(owner: Owner) -> (Owner, Depth) {
    let depth = if matches!(owner, Owner::Fragment(_)) { Depth::Below } else { Depth::Field };
    (owner, depth)
}

fn root_of(owner: Owner) -> Option<usize> {
    match owner {
        Owner::Root(root) | Owner::Child(root, _) => Some(root),
        Owner::None | Owner::Fragment(_) => None,
    }
}

fn owner_by_path(batch: &Batch<'_>, path: &[String]) -> Option<(Owner, Depth)> {
    // The path of an error that was found before execution starts with the operation: `mutation Ghx`.
    let keys = if path.first().is_some_and(|first| is_operation(first)) { &path[1..] } else { path };
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
