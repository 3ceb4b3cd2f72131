//! When a read is sent again, and the errors after a write.

use crate::Error;
#[cfg(any(feature = "rest", feature = "gh"))]
use crate::ErrorCode;
#[cfg(any(feature = "rest", feature = "gh"))]
use crate::engine::send::{ATTEMPTS, Sender};
#[cfg(any(feature = "rest", feature = "gh"))]
use crate::error::Phase;
use crate::response::unknown_outcome;

/// Whether a read that failed with this error is to be sent again. Waits before it returns `true`.
#[cfg(any(feature = "rest", feature = "gh"))]
pub(crate) async fn should_retry(sender: &Sender<'_>, error: &Error, attempt: u32) -> bool {
    // In any other phase GitHub has decided: sending it again would give the same response.
    let may_help =
        error.phase() == Phase::MayBeApplied && matches!(error.code(), ErrorCode::Server | ErrorCode::Network);
    may_help
        && attempt < ATTEMPTS
        && !sender.is_cancelled()
        && sender.try_extra_request()
        && sender.back_off(attempt, error.message()).await
}

/// An error in a response. After a write, an unexpected response proves nothing: the outcome is unknown.
pub(crate) fn after_call(error: Error, wrote: bool) -> Error {
    if !wrote {
        return error;
    }
    let message = format!("the outcome of the write is unknown: {}", error.message());
    unknown_outcome(error.with_message(message))
}
