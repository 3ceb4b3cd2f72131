//! The routes of a client: which are allowed, which are available, and which was used.

pub(crate) mod availability;
mod policy;
mod trace;

pub(crate) use availability::GhCheck;
pub use policy::RoutePolicy;
pub use trace::{Attempt, AttemptCode, AttemptStatus, RouteReason};
