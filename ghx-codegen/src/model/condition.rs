//! Conditions: `guard`, `keep`, and the predicates of `suitability`.

use super::Path;
use serde_json::Value as Json;

/// Conditions joined by `and`, `or` and `not`.
#[derive(Clone, Debug, PartialEq)]
pub enum Predicate {
    /// All of them hold.
    All(Vec<Predicate>),
    /// One of them holds.
    Any(Vec<Predicate>),
    /// It does not hold.
    Not(Box<Predicate>),
    /// The condition holds.
    Is(BoundCondition),
}

/// A test of a value.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundCondition {
    /// It applies only if this input has this value.
    pub when: Option<(String, Json)>,
    /// What is tested.
    pub operand: Operand,
    /// The test.
    pub test: Test,
}

/// What is tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// `params.labels`, `params.labels.count`.
    Input {
        /// The input.
        input: String,
        /// How many elements it has, not the elements.
        count: bool,
    },
    /// `env.CI`.
    Variable(String),
    /// A path in the response, or in an element of it.
    Path(Path),
    /// A property of the output's elements.
    Field(String),
}

/// A test of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// It is null or absent.
    Absent,
    /// It is given, set, or not null.
    Present,
    /// It equals this.
    Equals(Json),
    /// It is a string that contains this one.
    Contains(String),
    /// The number, or the length of the list, compares like this.
    Compares(Comparison, i64),
}

/// How numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A condition, and the error if it is false.
#[derive(Clone, Debug)]
pub struct BoundGuard {
    /// The condition.
    pub condition: BoundCondition,
    /// `NOT_FOUND`, `VALIDATION` or `ADAPTER_UNSUPPORTED`.
    pub otherwise: String,
    /// The message.
    pub message: String,
}
