//! What a card says about its REST and CLI routes, as constants.
//!
//! Generated code builds them in `const` context; the engine reads them. They say *where* values come from
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

/// An input that a route does not support. If it is given, the route is not used.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Unsupported {
    /// The input.
    pub input: &'static str,
    /// Why.
    pub reason: &'static str,
}

impl Unsupported {
    /// The input, and why it is not supported.
    #[must_use]
    pub const fn new(input: &'static str, reason: &'static str) -> Self {
        Self { input, reason }
    }
}
