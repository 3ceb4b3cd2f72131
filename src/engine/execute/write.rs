//! A write of a mutation.

use serde_json::{Map, Value};

use crate::card::operation::Operation;
use crate::card::{Card, Weight};
use crate::engine::graphql::batch::WriteCost;

/// A write.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Write<'a> {
    /// The position of its step in the chain.
    pub(in crate::engine) step: usize,
    pub(in crate::engine) operation: &'static Operation,
    pub(in crate::engine) variables: &'a Map<String, Value>,
    /// Says whether the write is idempotent, how much it costs, and whether it creates content.
    pub(in crate::engine) card: &'static Card,
}

impl Write<'_> {
    /// What it costs GitHub.
    pub(super) fn cost(&self) -> WriteCost {
        WriteCost { roots: self.operation.roots.len(), is_heavy: self.card.weight == Weight::Heavy }
    }

    /// Whether both change the same node. Ids in lists, such as labels, are not changed.
    pub(in crate::engine) fn shares_a_node(&self, other: &Self) -> bool {
        let own: Vec<&Value> = self.nodes().collect();
        other.nodes().any(|node| own.contains(&node))
    }

    fn nodes(&self) -> impl Iterator<Item = &Value> {
        let ids = self.operation.variables.iter().filter(|variable| variable.ty.starts_with("ID"));
        ids.filter_map(|variable| self.variables.get(variable.name))
    }
}
