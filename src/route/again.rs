//! When a read is asked again.

use crate::error::Phase;
use crate::run::{ATTEMPTS, Courier};
use crate::{Error, ErrorCode};

/// Whether a read that failed so is to be sent again; then the pause before it is over.
pub(crate) async fn may_repeat(courier: &Courier<'_>, error: &Error, attempt: u32) -> bool {
    // An error of another phase comes from GitHub's own word: asking again would bring the same.
    let may_help =
        error.phase() == Phase::MayBeApplied && matches!(error.code(), ErrorCode::Server | ErrorCode::Network);
    may_help && attempt < ATTEMPTS && !courier.is_cancelled() && courier.spend() && courier.pause(attempt).await
}

/// The error of a read, which changes nothing, whatever became of it.
pub(crate) fn unchanged(error: Error) -> Error {
    if error.phase() == Phase::NotSent { error } else { error.in_phase(Phase::Refused) }
}
