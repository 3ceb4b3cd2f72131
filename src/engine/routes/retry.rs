//! How a failure is reported, and when a read is asked again.

use crate::engine::send::{ATTEMPTS, Courier};
use crate::error::Phase;
use crate::response::UNKNOWN_OUTCOME;
use crate::{Error, ErrorCode};

/// Whether a read that failed so is to be sent again; then the pause before it is over.
pub(crate) async fn may_repeat(courier: &Courier<'_>, error: &Error, attempt: u32) -> bool {
    // An error of another phase comes from GitHub's own word: asking again would bring the same.
    let may_help =
        error.phase() == Phase::MayBeApplied && matches!(error.code(), ErrorCode::Server | ErrorCode::Network);
    may_help && attempt < ATTEMPTS && !courier.is_cancelled() && courier.spend() && courier.pause(attempt).await
}

/// The error as it is reported. A read changes nothing; a write whose outcome is unknown says so.
pub(crate) fn told(error: Error, writes: bool) -> Error {
    match error.phase() {
        Phase::NotSent => error,
        _ if !writes => error.in_phase(Phase::Refused),
        Phase::MayBeApplied if !error.message().ends_with(UNKNOWN_OUTCOME) => {
            let message = format!("{}{UNKNOWN_OUTCOME}", error.message());
            error.with_message(message)
        }
        _ => error,
    }
}

/// The error of what comes after a call. After a write, a response that does not fit proves nothing: its outcome is unknown.
pub(crate) fn after(error: Error, wrote: bool) -> Error {
    if !wrote {
        return error;
    }
    let message = format!("the response to the write does not fit: {}", error.message());
    told(error.in_phase(Phase::MayBeApplied).with_message(message), true)
}
