//! Tuples of capabilities: the shape of a fixed chain.

use super::Step;
use crate::capability::Capability;
use crate::value::StepId;

/// A step that fits behind the tuple `S`: `C` behind `(A, B)` makes `(A, B, C)`.
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

    /// The handles, from the ids of the positions.
    fn handles(id: &mut dyn FnMut(usize) -> StepId) -> Self::Handles;
}

macro_rules! lists {
    ([$($at:tt $step:ident)*]) => {
        impl<$($step: Capability),*> StepList for ($($step,)*) {
            type Handles = ($(Step<$step>,)*);

            #[allow(clippy::unused_unit, unused_variables)]
            fn handles(id: &mut dyn FnMut(usize) -> StepId) -> Self::Handles {
                ($(Step::new(id($at)),)*)
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
