//! What a card says about its REST and CLI routes, as constants.
//!
//! Generated code builds them in `const` context; the engine reads them. They say *where* values come from
//! and go to, never *how*: nothing here is written for one capability.

mod cli;
mod condition;
mod each;
mod keys;
mod literal;
mod output;
mod rest;
mod source;

pub use cli::{CliCommand, CliPage, CliRoute, Flag, FlagStyle};
pub use condition::{Comparison, Condition, Guard, Operand, Test};
pub use each::Each;
pub use keys::{Keys, Path};
pub use literal::Literal;
pub use output::{Excerpt, Field, Lines, Pick, Take};
pub use rest::{
    ByteForm, Lookup, Method, ResponseKind, RestCall, RestPage, RestRoute, Segment, Success, SuccessBody, Upload,
};
pub use source::{Match, Source, SubjectPart};

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
