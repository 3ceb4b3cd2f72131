//! The routes of a client: which ones it may use, which ones it can use, and which one was used.

pub(crate) mod availability;
mod policy;
mod trace;

pub(crate) use availability::Preflight;
pub use policy::RoutePolicy;
pub use trace::{Attempt, AttemptCode, AttemptStatus, RouteReason};
