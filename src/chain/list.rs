//! Tuples of capabilities: the shape of a fixed chain.

use super::Step;
use crate::Error;
use crate::capability::{Capability, ErasedOutput};
use crate::value::StepId;

/// A step that can be appended to the tuple `S`: `C` after `(A, B)` makes `(A, B, C)`.
#[diagnostic::on_unimplemented(
    message = "a typed chain holds at most 12 steps",
    label = "there is no room for this step",
    note = "use `Chain::dynamic()` and `push` for longer chains and for loops"
)]
pub trait AppendTo<S> {
    /// The longer tuple.
    type Appended;
}

/// A tuple of capabilities and the handles of its steps.
pub trait StepList {
    /// One [`Step`] for each capability.
    type Handles;

    /// One `Result` for each capability.
    type Results;

    /// The output of each capability.
    type Outputs;

    /// The handles, from the ids of the positions.
    fn handles(id: &mut dyn FnMut(usize) -> StepId) -> Self::Handles;

    /// The results with their types, from the outcomes of the positions.
    fn results(outcome: &mut dyn FnMut(usize) -> Result<Box<dyn ErasedOutput>, Error>) -> Self::Results;

    /// The outputs, or the error of the first step that has none.
    fn outputs(results: Self::Results) -> Result<Self::Outputs, Error>;
}

/// An output with its type.
pub(super) fn typed<C: Capability>(outcome: Result<Box<dyn ErasedOutput>, Error>) -> Result<C::Output, Error> {
    let output = outcome?.into_any().downcast::<C::Output>();
    output.map(|output| *output).map_err(|_| mistyped::<C>())
}

/// Positions and types come from the same chain, so this is a bug in ghx.
pub(super) fn mistyped<C: Capability>() -> Error {
    Error::unknown("the output has another type than its step").for_capability(C::CARD.id)
}

macro_rules! lists {
    ([$($at:tt $step:ident)*]) => {
        impl<$($step: Capability),*> StepList for ($($step,)*) {
            type Handles = ($(Step<$step>,)*);
            type Results = ($(Result<$step::Output, Error>,)*);
            type Outputs = ($($step::Output,)*);

            #[allow(clippy::unused_unit, unused_variables)]
            fn handles(id: &mut dyn FnMut(usize) -> StepId) -> Self::Handles {
                ($(Step::new(id($at)),)*)
            }

            #[allow(clippy::unused_unit, unused_variables)]
            fn results(outcome: &mut dyn FnMut(usize) -> Result<Box<dyn ErasedOutput>, Error>) -> Self::Results {
                ($(typed::<$step>(outcome($at)),)*)
            }

            #[allow(clippy::unused_unit, non_snake_case)]
            fn outputs(results: Self::Results) -> Result<Self::Outputs, Error> {
                let ($($step,)*) = results;
                Ok(($($step?,)*))
            }
        }
    };
    ([$($at:tt $step:ident)*] $next_at:tt $next:ident $($rest:tt)*) => {
        lists!([$($at $step)*]);

        impl<$($step,)* $next> AppendTo<($($step,)*)> for $next {
            type Appended = ($($step,)* $next,);
        }

        lists!([$($at $step)* $next_at $next] $($rest)*);
    };
}

lists!([] 0 A 1 B 2 C 3 D 4 E 5 F 6 G 7 H 8 I 9 J 10 K 11 L);
