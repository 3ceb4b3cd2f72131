//! Conditions on inputs and environment.

use serde_json::Value as Json;

/// A condition on inputs and environment.
#[derive(Clone, Debug, PartialEq)]
pub enum Predicate {
    /// All of them hold.
    All(Vec<Predicate>),
    /// One of them holds.
    Any(Vec<Predicate>),
    /// It does not hold.
    Not(Box<Predicate>),
    /// The input is given, the variable is set.
    Present(Name),
    /// The value is this.
    Equals(Name, Json),
    /// The number, or the length of the list, compares like this.
    Compares(Name, Comparison, i64),
}

/// What a predicate tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// `params.labels`, `params.labels.count`.
    Input {
        /// The input.
        input: String,
        /// How many elements it has, not the elements.
        count: bool,
    },
    /// `env.CI`.
    Variable(String),
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
