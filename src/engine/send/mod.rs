//! One request to GitHub and its response: waiting, pacing, cancelling, counting.

mod cancel;
mod renames;
mod sender;
mod wait_budget;

pub(crate) use cancel::Cancel;
pub(crate) use sender::{ATTEMPTS, RequestProfile, Sender, WriteLoad, stopped_before_sending};
