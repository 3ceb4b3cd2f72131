//! A chain whose shape is known at compile time.

use std::fmt;
use std::marker::PhantomData;

use super::DynChain;
use super::list::{AppendTo, StepList};
use super::steps::Steps;
use crate::Error;
use crate::capability::Capability;

/// A chain of up to twelve capabilities whose types are known at compile time, so that the results are a typed tuple.
///
/// [`step`](Chain::step) adds a capability; [`then`](Chain::then) adds one that uses what earlier ones give. For loops and
/// longer chains there is [`Chain::dynamic`].
#[must_use = "a chain does nothing until it is run"]
pub struct Chain<S> {
    steps: Steps,
    shape: PhantomData<fn() -> S>,
}

impl Chain<()> {
    /// A chain without steps.
    pub fn new() -> Self {
        Self { steps: Steps::new(), shape: PhantomData }
    }

    /// A chain that grows step by step, for loops.
    pub fn dynamic() -> DynChain {
        DynChain::default()
    }
}

impl Default for Chain<()> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S> Chain<S> {
    /// The chain with one more step.
    pub fn step<C: Capability + AppendTo<S>>(mut self, step: C) -> Chain<C::Appended> {
        self.steps.push(step);
        Chain { steps: self.steps, shape: PhantomData }
    }

    /// The chain with one more step that refers to earlier ones: `.then(|(new,)| issue::labels::add(new.id(), ["bug"]))`.
    ///
    /// The closure runs at once, with the handles of all steps so far. What it returns is planned, not computed: nothing is
    /// sent before the whole chain is known and checked.
    pub fn then<C: Capability + AppendTo<S>>(self, step: impl FnOnce(S::Handles) -> C) -> Chain<C::Appended>
    where
        S: StepList,
    {
        let handles = S::handles(&mut |index| self.steps.id(index));
        self.step(step(handles))
    }

    /// Checks every step without sending anything; [`Error::steps`] of the error has each bad one.
    pub fn validate(&self) -> Result<(), Error> {
        self.steps.validate()
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<S> fmt::Display for Chain<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.fmt(f)
    }
}

impl<S> fmt::Debug for Chain<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Chain").field(&self.steps).finish()
    }
}
