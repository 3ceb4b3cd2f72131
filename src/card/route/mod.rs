//! What a card says about its routes beside GraphQL, as constants.
//!
//! Generated code builds them in `const` context; [`route`](crate::engine::routes) reads them. They say *where* values come from
//! and go to, never *how*: nothing here is written for one capability.

mod cli;
mod condition;
mod literal;
mod output;
mod predicate;
mod rest;
mod source;

pub use cli::{CliCommand, CliPage, CliRoute, Flag, FlagStyle};
pub use condition::{Condition, Guard, Test, When};
pub use literal::Literal;
pub use output::{Field, Path, Pick, Take};
pub use predicate::{Comparison, Name, Predicate};
pub use rest::{Method, RestCall, RestPage, RestRoute, Segment, Success, SuccessBody};
pub use source::Source;

/// An input that a route cannot pass on. Where it is given, the route is not taken.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Unsupported {
    /// The input.
    pub input: &'static str,
    /// Why.
    pub reason: &'static str,
}

impl Unsupported {
    /// The input, and why it cannot be passed on.
    #[must_use]
    pub const fn new(input: &'static str, reason: &'static str) -> Self {
        Self { input, reason }
    }
}
