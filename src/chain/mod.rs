//! Chains: capabilities that run together, in as few HTTP calls as there can be.
//!
//! [`Chain`] has a fixed shape, known at compile time; [`DynChain`] grows in a loop. Both hold the same steps.

mod dynamic;
mod fixed;
mod list;
pub mod pages;
pub mod plan;
mod report;
mod send;
mod step;
mod steps;

pub use dynamic::DynChain;
pub use fixed::Chain;
pub use list::{AppendTo, StepList};
pub use report::{Dynamic, Report, Status, StepReport};
pub use send::send;
pub use step::Step;
