//! Messages of GitHub's that say more than the status or the type that they come with.
//!
//! GitHub uses 403, 405 and UNPROCESSABLE for several things. Only the text tells these apart.

use crate::{Error, ErrorCode};

/// Refusals that are about the state of something, although their status or type speaks of permissions.
pub(crate) const STATE: &[&str] = &[
    "already running",
    "cannot be rerun",
    "is not running",
    "no failed jobs",
    "There are no failed jobs",
    "Repository was archived",
    "repository is archived",
    "Unable to retry this workflow run",
    "Unable to re-run this workflow run",
    "workflow run was created over a month ago",
];

/// Refusals that the same request may not meet again in a moment.
pub(crate) const TRANSIENT: &[&str] = &["Base branch was modified"];

/// GitHub's throttle on creating content. It comes as a validation error.
pub(crate) const TOO_QUICKLY: &str = "submitted too quickly";

/// Whether a refusal is about the state of something.
pub(super) fn is_about_state(message: &str) -> bool {
    STATE.iter().any(|text| message.contains(text))
}

/// The error with what its message says: another code, or that it may pass.
pub(crate) fn refine(error: Error) -> Error {
    if error.code() == ErrorCode::Auth && is_about_state(error.message()) {
        return error.with_code(ErrorCode::Validation);
    }
    let is_transient = TRANSIENT.iter().any(|text| error.message().contains(text));
    if is_transient { error.into_transient() } else { error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Phase;

    /// Such a 403 once counted as a missing permission.
    #[test]
    fn a_run_that_is_already_running_is_not_a_permission() {
        let refined = |message: &str| refine(Error::auth(message)).code();
        assert_eq!(refined("This workflow is already running (HTTP 403)"), ErrorCode::Validation);
        assert_eq!(refined("Resource not accessible by integration"), ErrorCode::Auth);
    }

    /// This was once not retryable.
    #[test]
    fn a_modified_base_branch_is_worth_another_try() {
        let error =
            Error::validation("Base branch was modified. Review and try the merge again.").in_phase(Phase::Refused);
        assert!(!error.is_retryable());
        let refined = refine(error);
        assert!(refined.is_retryable());
        assert_eq!(refined.code(), ErrorCode::Validation);
        assert!(!refined.in_phase(Phase::MayBeApplied).is_retryable());
    }
}
