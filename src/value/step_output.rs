//! The outputs of earlier steps, as inputs of later ones.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// One step of one chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepId {
    pub(crate) chain: u64,
    pub(crate) index: usize,
}

impl StepId {
    /// Position of the step in its chain, from 0.
    pub fn index(self) -> usize {
        self.index
    }
}

/// An output of an earlier step, whatever its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutputRef {
    step: StepId,
    path: &'static str,
}

impl OutputRef {
    /// The step that the value comes from.
    pub fn step(self) -> StepId {
        self.step
    }

    /// The output of that step: `id`, or `parent.id`.
    pub fn path(self) -> &'static str {
        self.path
    }

    /// As it is written in JSON: `0.number`.
    pub(crate) fn address(self) -> String {
        format!("{}.{}", self.step.index, self.path)
    }
}

impl fmt::Display for OutputRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{{{}.{}}}}}", self.step.index, self.path)
    }
}

/// A `T` that an earlier step of the same chain will return.
///
/// The handle of a step has a method for each: `new.id()` for a step that creates an issue. It is a plain `Copy` value that
/// can be planned, printed (`{{0.id}}`) and checked before anything is sent.
pub struct StepOutput<T> {
    output: OutputRef,
    value: PhantomData<fn() -> T>,
}

impl<T> StepOutput<T> {
    /// The output `path` of `step`. Generated code calls this, with the right type.
    pub fn new(step: StepId, path: &'static str) -> Self {
        OutputRef { step, path }.typed()
    }

    /// The same output without its type.
    pub fn erase(self) -> OutputRef {
        self.output
    }

    pub(crate) fn retype<U>(self) -> StepOutput<U> {
        self.output.typed()
    }
}

impl OutputRef {
    fn typed<T>(self) -> StepOutput<T> {
        StepOutput { output: self, value: PhantomData }
    }
}

impl<T> Clone for StepOutput<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for StepOutput<T> {}

impl<T> fmt::Debug for StepOutput<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StepOutput({self})")
    }
}

impl<T> fmt::Display for StepOutput<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.output.fmt(f)
    }
}

impl<T> PartialEq for StepOutput<T> {
    fn eq(&self, other: &Self) -> bool {
        self.output == other.output
    }
}

impl<T> Eq for StepOutput<T> {}

impl<T> Hash for StepOutput<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.output.hash(state);
    }
}
