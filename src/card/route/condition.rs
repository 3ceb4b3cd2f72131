//! What must hold in an answer.

use super::Literal;
use crate::ErrorCode;

/// Something that holds in an answer, or does not.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// It matters only then.
    pub when: Option<When>,
    /// The value that is looked at, from the root of the answer or of the element.
    pub path: &'static [&'static str],
    /// What is asked of it.
    pub test: Test,
}

/// An input has a value.
#[derive(Clone, Copy, Debug)]
pub struct When {
    /// The input; its default counts.
    pub input: &'static str,
    /// The value.
    pub equals: Literal,
}

/// What is asked of a value.
#[derive(Clone, Copy, Debug)]
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

/// A condition on the answer to a call. Where it does not hold, the capability fails.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// What must hold.
    pub condition: Condition,
    /// The code of the error otherwise: `NOT_FOUND`, `VALIDATION` or `ADAPTER_UNSUPPORTED`.
    pub otherwise: ErrorCode,
    /// The message of the error.
    pub message: &'static str,
}
