//! Error messages of GitHub that say more than their status or type.
//!
//! GitHub uses 403, 405 and UNPROCESSABLE for several kinds of failure, which only the text distinguishes.

use crate::{Error, ErrorCode};

/// Refusals because of the state of something, although their status or type is that of a missing permission.
pub(crate) const STATE_MESSAGES: &[&str] = &[
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

/// Refusals after which a retry may succeed.
pub(crate) const TRANSIENT_MESSAGES: &[&str] = &["Base branch was modified"];

/// Part of the message with which GitHub throttles the creation of content. Its type is that of a validation error.
pub(crate) const TOO_QUICKLY: &str = "submitted too quickly";

/// Whether GitHub refused because of the state of something.
pub(super) fn is_about_state(message: &str) -> bool {
    STATE_MESSAGES.iter().any(|text| message.contains(text))
}

/// Corrects the error by its message: changes its code, or marks it as transient.
pub(crate) fn refine(error: Error) -> Error {
    if error.code() == ErrorCode::Auth && is_about_state(error.message()) {
        return error.with_code(ErrorCode::Validation);
    }
    let is_transient = TRANSIENT_MESSAGES.iter().any(|text| error.message().contains(text));
    if is_transient { error.into_transient() } else { error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Phase;

    /// A rerun of a workflow run that was already running was once reported as AUTH.
    #[test]
    fn a_run_that_is_already_running_is_not_a_missing_permission() {
        let refined = |message: &str| refine(Error::auth(message)).code();
        assert_eq!(refined("This workflow is already running (HTTP 403)"), ErrorCode::Validation);
        assert_eq!(refined("Resource not accessible by integration"), ErrorCode::Auth);
    }

    /// A merge that failed because the base branch had changed was once not retryable.
    #[test]
    fn a_modified_base_branch_is_retryable() {
        let error =
            Error::validation("Base branch was modified. Review and try the merge again.").in_phase(Phase::Refused);
        assert!(!error.is_retryable());
        let refined = refine(error);
        assert!(refined.is_retryable());
        assert_eq!(refined.code(), ErrorCode::Validation);
        assert!(!refined.in_phase(Phase::MayBeApplied).is_retryable());
    }
}
