//! Errors of requests whose outcome is unknown.

use super::UNKNOWN_OUTCOME;
use crate::Error;
use crate::error::Phase;

/// The error of a write whose outcome is unknown: it says so, and how to find out.
pub(crate) fn unknown_outcome(error: Error) -> Error {
    let is_explained = error.message().ends_with(UNKNOWN_OUTCOME);
    let message =
        if is_explained { error.message().to_owned() } else { format!("{}{UNKNOWN_OUTCOME}", error.message()) };
    error.in_phase(Phase::MayBeApplied).with_message(message)
}

/// The error of a request as callers see it. A read changes nothing; a write whose outcome is unknown says so.
pub(crate) fn as_reported(error: Error, writes: bool) -> Error {
    match error.phase() {
        Phase::NotSent => error,
        _ if !writes => error.in_phase(Phase::Refused),
        Phase::MayBeApplied => unknown_outcome(error),
        _ => error,
    }
}
