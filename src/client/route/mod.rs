//! The routes of a client: which are allowed, which are available, and which was used.

pub(crate) mod availability;
#[cfg(feature = "gh")]
mod gh_check;
mod policy;
mod trace;

#[cfg(feature = "gh")]
pub(crate) use gh_check::GhCheck;
pub use policy::RoutePolicy;
pub use trace::{Attempt, AttemptCode, AttemptStatus, RouteReason};
