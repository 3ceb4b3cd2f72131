//! References to the outputs of earlier steps.

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
pub struct Reference {
    step: StepId,
    path: &'static str,
}

impl Reference {
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

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{{{}.{}}}}}", self.step.index, self.path)
    }
}

/// A `T` that an earlier step of the same chain will give.
///
/// Handles give them: `new.id()` of a step that creates an issue. A reference is a plain `Copy` value that can be planned,
/// printed (`{{0.id}}`) and checked before anything is sent.
pub struct Ref<T> {
    reference: Reference,
    value: PhantomData<fn() -> T>,
}

impl<T> Ref<T> {
    /// The output `path` of `step`. Generated handles call this; the type is theirs to get right.
    pub fn new(step: StepId, path: &'static str) -> Self {
        Reference { step, path }.typed()
    }

    /// The reference without its type.
    pub fn erase(self) -> Reference {
        self.reference
    }

    pub(crate) fn retype<U>(self) -> Ref<U> {
        self.reference.typed()
    }
}

impl Reference {
    fn typed<T>(self) -> Ref<T> {
        Ref { reference: self, value: PhantomData }
    }
}

impl<T> Clone for Ref<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Ref<T> {}

impl<T> fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ref({self})")
    }
}

impl<T> fmt::Display for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reference.fmt(f)
    }
}

impl<T> PartialEq for Ref<T> {
    fn eq(&self, other: &Self) -> bool {
        self.reference == other.reference
    }
}

impl<T> Eq for Ref<T> {}

impl<T> Hash for Ref<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.reference.hash(state);
    }
}
