//! Conditions on a response.

use super::Literal;
use crate::ErrorCode;

/// A condition on a response.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Condition {
    /// The condition applies only then.
    pub when: Option<When>,
    /// The value to test, from the root of the response or of the element.
    pub path: &'static [&'static str],
    /// The test.
    pub test: Test,
}

impl Condition {
    /// The value at `path` passes the test.
    #[must_use]
    pub const fn new(path: &'static [&'static str], test: Test) -> Self {
        Self { when: None, path, test }
    }

    /// The same, only when the input has this value.
    #[must_use]
    pub const fn when(mut self, input: &'static str, equals: Literal) -> Self {
        self.when = Some(When { input, equals });
        self
    }
}

/// An input has a value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct When {
    /// The input; its default counts.
    pub input: &'static str,
    /// The value.
    pub equals: Literal,
}

/// A test of a value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Test {
    /// It is null or not there.
    Absent,
    /// It is there and not null.
    Present,
    /// It is this value.
    Equals(Literal),
    /// It is a text that holds this one.
    Contains(&'static str),
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
