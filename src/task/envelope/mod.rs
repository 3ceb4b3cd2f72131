//! The JSON result, the same for every route: of one task, and of a chain.
//!
//! Absent fields are left out. `data` has its fields in the order of the card.

mod chain;
mod error;
mod task;

pub use chain::{ChainEnvelope, ChainMeta, StepResult};
pub use error::ErrorBody;
pub use task::{Pagination, TaskEnvelope, TaskMeta, Timings};

pub use crate::client::route::{Attempt, AttemptCode, AttemptStatus, RouteReason};

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{SystemTime, UNIX_EPOCH};

/// An id for one run: `req_1704123456_abc123def`, the time in seconds and something random.
pub(crate) fn request_id() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let random = RandomState::new().build_hasher().finish();
    format!("req_{seconds}_{:09x}", random & 0xF_FFFF_FFFF)
}
