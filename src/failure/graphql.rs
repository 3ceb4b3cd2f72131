//! The code of one GraphQL error.

use std::time::SystemTime;

use super::limit::UNSAID;
use crate::error::Phase;
use crate::response::{Depth, GraphqlError};
use crate::{Error, ErrorCode};

/// The error of a root field. `writes` says whether the field is a mutation.
pub(crate) fn from_field(error: &GraphqlError, depth: Depth, writes: bool) -> Error {
    let phase = match depth {
        _ if !writes => Phase::Refused,
        Depth::Below => Phase::Applied,
        Depth::Field if surely_refused(error) => Phase::Refused,
        Depth::Field => Phase::MayBeApplied,
    };
    let code = if phase == Phase::Applied { ErrorCode::Server } else { code_of(error) };
    let message = match phase {
        Phase::Applied => format!("the write was applied, but its result could not be read: {}", error.message),
        Phase::MayBeApplied => format!("{}{UNKNOWN_OUTCOME}", error.message),
        _ => error.message.clone(),
    };
    let failure = Error::new(code, message).in_phase(phase).with_github_type(error.kind.as_deref());
    // A limit on a single field comes without headers of its own.
    if code == ErrorCode::RateLimit { failure.with_retry_at(SystemTime::now() + UNSAID) } else { failure }
}

/// What is said to every write of which nobody knows whether it happened.
pub(crate) const UNKNOWN_OUTCOME: &str =
    " (the write may have been applied: look at its subject on GitHub before sending it again)";

/// Types by which GitHub refuses a field before it does anything.
fn surely_refused(error: &GraphqlError) -> bool {
    match error.kind.as_deref() {
        Some("RESOURCE_LIMITS_EXCEEDED" | "INTERNAL" | "SERVICE_UNAVAILABLE" | "TIMEOUT") => false,
        Some(_) => code_of(error) != ErrorCode::Server,
        None => error.is_explained(),
    }
}

/// The code of an error by its `type`, then by `extensions`.
pub(super) fn code_of(error: &GraphqlError) -> ErrorCode {
    if error.saml_failure {
        return ErrorCode::Auth;
    }
    match error.kind.as_deref() {
        Some("NOT_FOUND") => ErrorCode::NotFound,
        Some("FORBIDDEN" | "INSUFFICIENT_SCOPES" | "UNAUTHORIZED" | "UNAUTHENTICATED") => ErrorCode::Auth,
        Some("RATE_LIMITED" | "RATE_LIMIT") => ErrorCode::RateLimit,
        Some("UNPROCESSABLE") if is_too_quickly(error) => ErrorCode::RateLimit,
        Some(
            "UNPROCESSABLE"
            | "STALE_DATA"
            | "BAD_USER_INPUT"
            | "INVALID_CURSOR_ARGUMENTS"
            | "MAX_NODE_LIMIT_EXCEEDED"
            | "EXCESSIVE_PAGINATION"
            | "MISSING_PAGINATION_BOUNDARIES",
        ) => ErrorCode::Validation,
        None if error.is_explained() => ErrorCode::Validation,
        Some(_) | None => ErrorCode::Server,
    }
}

/// GitHub's throttle on creating content comes as a validation error; only its message tells.
fn is_too_quickly(error: &GraphqlError) -> bool {
    error.message.contains("submitted too quickly")
}

/// Whether the field was too much for GitHub: less at once may work.
pub(crate) fn is_resource_limit(error: &GraphqlError) -> bool {
    error.kind.as_deref() == Some("RESOURCE_LIMITS_EXCEEDED")
}
