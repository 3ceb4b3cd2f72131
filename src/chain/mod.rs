//! Chains: capabilities that run together, in as few HTTP calls as there can be.
//!
//! [`Chain`] has a fixed shape, known at compile time; [`DynChain`] grows in a loop. Both hold the same steps.

mod dynamic;
mod fixed;
mod line;
mod list;
mod report;
mod step;
mod steps;

pub use dynamic::DynChain;
pub use fixed::Chain;
pub use list::{AppendTo, StepList};
pub use report::{Dynamic, Report, Status, StepReport};
pub use step::Step;

pub(crate) use line::{describe, named, subject_of};
