//! The handle of a step.

use std::fmt;
use std::ops::Deref;

use crate::capability::Capability;
use crate::value::StepId;

/// The handle of a step in a chain. It gives the step's outputs to later steps (`new.id()`), and later its result.
///
/// A handle remembers its chain. Using it with another chain is an error.
pub struct Step<C: Capability> {
    id: StepId,
    outputs: C::StepOutputs,
}

impl<C: Capability> Step<C> {
    pub(super) fn new(id: StepId) -> Self {
        Self { id, outputs: id.into() }
    }

    /// Which step of which chain it is.
    pub fn id(this: Self) -> StepId {
        this.id
    }
}

impl<C: Capability> From<Step<C>> for StepId {
    fn from(step: Step<C>) -> Self {
        step.id
    }
}

impl<C: Capability> Deref for Step<C> {
    type Target = C::StepOutputs;

    fn deref(&self) -> &C::StepOutputs {
        &self.outputs
    }
}

#[allow(clippy::expl_impl_clone_on_copy, reason = "a derive would ask for `C: Copy`")]
impl<C: Capability> Clone for Step<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Capability> Copy for Step<C> {}

impl<C: Capability> PartialEq for Step<C> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl<C: Capability> Eq for Step<C> {}

impl<C: Capability> fmt::Debug for Step<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{} {}", self.id.index(), C::CARD.id)
    }
}
