//! The steps of a chain, whatever its shape.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use super::line;
use super::step::Step;
use crate::Error;
use crate::capability::{Capability, ErasedStep};
use crate::error::StepError;
use crate::input::InputReference;
use crate::value::StepId;

/// The steps of one chain, in order.
pub(super) struct Steps {
    chain: u64,
    list: Vec<Box<dyn ErasedStep>>,
}

impl Steps {
    /// No steps, in a chain that is like no other.
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self { chain: NEXT.fetch_add(1, Ordering::Relaxed), list: Vec::new() }
    }

    pub(super) fn push<C: Capability>(&mut self, step: C) -> Step<C> {
        let id = self.id(self.list.len());
        self.list.push(Box::new(step));
        Step::new(id)
    }

    /// The id of the step at this position.
    pub(super) fn id(&self, index: usize) -> StepId {
        StepId { chain: self.chain, index }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Checks every step; the error carries each bad one.
    pub(super) fn validate(&self) -> Result<(), Error> {
        let bad: Vec<StepError> = self
            .list
            .iter()
            .enumerate()
            .filter_map(|(index, step)| {
                let error = self.validate_step(index, &**step).err()?;
                Some(StepError::new(index, step.card().id, error))
            })
            .collect();
        if bad.is_empty() {
            return Ok(());
        }
        Err(Error::invalid_chain(bad))
    }

    fn validate_step(&self, index: usize, step: &dyn ErasedStep) -> Result<(), Error> {
        step.validate()?;
        let wrong = step.references().into_iter().filter_map(|reference| {
            let reason = self.refuse(index, reference)?;
            Some(format!("`{}` refers to {reason}", reference.input))
        });
        let wrong: Vec<String> = wrong.collect();
        if wrong.is_empty() {
            return Ok(());
        }
        Err(Error::validation(wrong.join("; ")).for_capability(step.card().id))
    }

    /// Why a step cannot use a reference; `None` if it can.
    fn refuse(&self, index: usize, reference: InputReference) -> Option<String> {
        let target = reference.reference.step();
        let shown = reference.reference;
        if target.chain != self.chain {
            return Some(format!("a step of another chain: {shown}"));
        }
        if target.index >= self.list.len() {
            return Some(format!("a step that is not in the chain: {shown}"));
        }
        (target.index >= index).then(|| format!("a step that does not run before it: {shown}"))
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.list.iter().enumerate() {
            let line = line::describe(step.card(), &step.to_json());
            writeln!(f, "{index} {line}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.list).finish()
    }
}

#[cfg(test)]
mod tests;
