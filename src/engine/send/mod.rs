//! One request to GitHub and its response: waiting, pacing, cancelling, counting.

mod cancel;
mod errors;
mod profile;
mod renames;
mod sender;
mod wait_budget;

pub(crate) use cancel::Cancel;
pub(crate) use errors::stopped_before_sending;
#[cfg(any(feature = "rest", feature = "gh"))]
pub(crate) use profile::RequestProfile;
pub(crate) use profile::WriteLoad;
pub(crate) use sender::{ATTEMPTS, Sender};
