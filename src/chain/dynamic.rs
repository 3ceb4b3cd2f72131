//! A chain that grows in a loop.

use std::fmt;

use super::Step;
use super::steps::Steps;
use crate::Error;
use crate::capability::Capability;

/// A chain of any length that grows step by step; [`Chain::dynamic`](super::Chain::dynamic) makes one.
#[must_use = "a chain does nothing until it is run"]
pub struct DynChain {
    steps: Steps,
}

impl DynChain {
    /// Adds a step. The handle gives references to its outputs, and later its result.
    pub fn push<C: Capability>(&mut self, step: C) -> Step<C> {
        self.steps.push(step)
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

impl Default for DynChain {
    fn default() -> Self {
        Self { steps: Steps::new() }
    }
}

impl fmt::Display for DynChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.fmt(f)
    }
}

impl fmt::Debug for DynChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DynChain").field(&self.steps).finish()
    }
}
