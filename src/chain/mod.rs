//! Chains: capabilities that run together, in as few HTTP calls as possible.
//!
//! A [`Chain`] has steps whose types are known at compile time; a [`DynChain`] grows in a loop.

#[allow(clippy::module_inception, reason = "the type is what the module is about")]
mod chain;
mod list;
pub mod pages;
pub mod plan;
mod report;
mod send;
mod step;
mod steps;

pub use chain::{Chain, DynChain};
pub use list::{AppendTo, StepList};
pub use report::{Dynamic, Report, Status, StepReport};
pub use send::send;
pub use step::Step;
