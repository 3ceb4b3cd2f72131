//! A chain that grows in a loop.

use super::report::Dynamic;
use super::steps::Steps;
use super::{Chain, Step};
use crate::capability::Capability;
use crate::value::StepId;

/// A chain of any length that grows step by step; [`Chain::dynamic`] makes one.
pub type DynChain = Chain<Dynamic>;

impl DynChain {
    /// Adds a step. The handle gives references to its outputs, and later its result.
    pub fn push<C: Capability>(&mut self, step: C) -> Step<C> {
        self.steps.push(step)
    }

    /// Makes a step run after others that it does not refer to, for example a read that has to see what a write has
    /// changed. If one of them fails, the step is skipped.
    pub fn after<C: Capability>(&mut self, step: Step<C>, others: impl IntoIterator<Item = StepId>) {
        self.steps.after(Step::id(step).index(), others);
    }
}

impl Default for DynChain {
    fn default() -> Self {
        Self::of(Steps::new())
    }
}
