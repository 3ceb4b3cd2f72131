//! Conditions on inputs and environment under which a route is not suitable.

use super::Literal;

/// A condition on inputs and environment.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Predicate {
    /// All of them hold; nothing always does.
    All(&'static [Predicate]),
    /// One of them holds.
    Any(&'static [Predicate]),
    /// It does not hold.
    Not(&'static Predicate),
    /// The input is given (a default does not count), the variable is set and not empty.
    Present(Name),
    /// The value is this; a default counts.
    Equals(Name, Literal),
    /// The number, or how many elements the list has, compares so. Something that is absent has none.
    Compares(Name, Comparison, i64),
}

/// What a predicate looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Name {
    /// An input: `params.labels`.
    Input(&'static str),
    /// An environment variable: `env.CI`.
    Variable(&'static str),
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
