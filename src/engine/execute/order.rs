//! The order of writes on one node when some of them have to be repeated.
//!
//! GitHub may not find what it has just created, so writes on it are repeated for a while. A repetition must not run after a
//! later write on the same node, which it would undo.

use super::write::Write;
use crate::engine::Run;
use crate::engine::wave::OpenStep;

impl Run<'_> {
    /// The writes that are held back in this round: an earlier write on the same node was not found yet and will be
    /// repeated. `open` and `others` are the steps of the wave.
    pub(in crate::engine) fn held_back(&self, open: &[OpenStep<'_>], others: &[OpenStep<'_>]) -> Vec<usize> {
        let mut writes: Vec<&OpenStep<'_>> = open.iter().chain(others).filter(|step| step.writes).collect();
        writes.sort_by_key(|step| step.index);
        let mut waiting: Vec<usize> = Vec::new();
        let mut held: Vec<usize> = Vec::new();
        for step in writes {
            let is_open = self.outcomes[step.index].is_none();
            if is_open && waiting.iter().any(|earlier| self.share_a_fresh_node(*earlier, step.index)) {
                held.push(step.index);
                waiting.push(step.index);
            } else if step.fresh && self.is_not_found(step) {
                waiting.push(step.index);
            }
        }
        held
    }

    /// Whether a write that was not found must not be repeated: a later write on the same node has run, or may have.
    pub(in crate::engine) fn is_overtaken(&self, step: &OpenStep<'_>, wave: &[OpenStep<'_>]) -> bool {
        let later = wave.iter().filter(|other| other.index > step.index && other.writes);
        step.writes && later.filter(|other| self.may_have_run(other.index)).any(|other| self.share_a_node(step, other))
    }

    fn may_have_run(&self, step: usize) -> bool {
        match &self.outcomes[step] {
            Some(Ok(_)) => true,
            Some(Err(error)) => error.phase().outcome().is_some(),
            None => false,
        }
    }

    /// Whether both write to the same node, by the ids that they send; without those, by the steps that they refer to.
    fn share_a_node(&self, one: &OpenStep<'_>, other: &OpenStep<'_>) -> bool {
        match (self.write_of(one), self.write_of(other)) {
            (Some(one), Some(other)) => one.shares_a_node(&other),
            _ => self.share_a_fresh_node(one.index, other.index),
        }
    }

    /// Whether both use the output of the same write.
    fn share_a_fresh_node(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.nodes[one], &self.nodes[other]);
        one.uses.iter().any(|used| self.nodes[*used].writes() && other.uses.contains(used))
    }

    /// The write that a step sends, once its lookups have a response.
    pub(in crate::engine) fn write_of<'o>(&self, step: &'o OpenStep<'_>) -> Option<Write<'o>> {
        let request = step.request.as_ref()?;
        let card = self.nodes[step.index].card;
        Some(Write { step: step.index, operation: request.operation, variables: &request.variables, card })
    }
}
