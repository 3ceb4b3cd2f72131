//! Conditions: on inputs, on the environment and on responses.

use super::{Keys, Literal};
use crate::ErrorCode;

/// A condition. The same type says when a route is not suitable, what a response must be, which elements of a list are kept
/// and which call is made.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Condition {
    /// All of them hold; nothing always does.
    All(&'static [Condition]),
    /// One of them holds.
    Any(&'static [Condition]),
    /// It does not hold.
    Not(&'static Condition),
    /// The second one holds, or the first one, which is about inputs, does not: then there is nothing to test.
    When(&'static Condition, &'static Condition),
    /// A value passes a test.
    Is(Operand, Test),
}

impl Condition {
    /// The value at `keys` passes the test, from the root of the response or of the element.
    #[must_use]
    pub const fn new(keys: Keys, test: Test) -> Self {
        Self::Is(Operand::Here(keys), test)
    }

    /// The value in the response to an earlier call passes the test.
    #[must_use]
    pub const fn found(call: &'static str, keys: Keys, test: Test) -> Self {
        Self::Is(Operand::Found(call, keys), test)
    }

    /// The input passes the test.
    #[must_use]
    pub const fn input(name: &'static str, test: Test) -> Self {
        Self::Is(Operand::Input(name), test)
    }

    /// The environment variable passes the test.
    #[must_use]
    pub const fn variable(name: &'static str, test: Test) -> Self {
        Self::Is(Operand::Variable(name), test)
    }
}

/// What a condition looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operand {
    /// A place in the response or in the element that the condition is about.
    Here(Keys),
    /// A place in the response to an earlier call, by the id of the call.
    Found(&'static str, Keys),
    /// An input: `params.labels`. Its default counts, except for [`Test::Present`] and [`Test::Absent`].
    Input(&'static str),
    /// An environment variable: `env.CI`. An empty one counts as absent.
    Variable(&'static str),
}

/// A test of a value. Only [`Test::Absent`] holds for null.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Test {
    /// It is null or not there.
    Absent,
    /// It is there and not null.
    Present,
    /// It is this value.
    Equals(Literal),
    /// It is the value of this input, or its default.
    EqualsInput(&'static str),
    /// It is one of these values.
    In(&'static [Literal]),
    /// It is a text that has this one inside, or a list that has this element.
    Contains(&'static str),
    /// It is a text that begins with this one.
    StartsWith(&'static str),
    /// It is a number that compares so, or a list with such a number of elements.
    Compares(Comparison, i64),
}

/// How numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// A condition on the response to a call. Where it does not hold, the capability fails.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Guard {
    /// What must hold.
    pub condition: Condition,
    /// The code of the error otherwise: `NOT_FOUND`, `VALIDATION` or `ADAPTER_UNSUPPORTED`.
    pub otherwise: ErrorCode,
    /// The message of the error.
    pub message: &'static str,
}

impl Guard {
    /// A condition, with code and message of the error if it does not hold.
    #[must_use]
    pub const fn new(condition: Condition, otherwise: ErrorCode, message: &'static str) -> Self {
        Self { condition, otherwise, message }
    }
}
