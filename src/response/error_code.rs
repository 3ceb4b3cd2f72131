//! The error code of a GraphQL error.

use super::messages::{TOO_QUICKLY, refine};
use crate::error::Phase;
use crate::response::GraphqlError;
use crate::{Error, ErrorCode};

/// Converts a GraphQL error. Its phase is that of an error that changed nothing; callers that send writes decide themselves.
pub(crate) fn from_graphql(error: &GraphqlError) -> Error {
    let failure = Error::new(code_of(error), error.message.clone());
    refine(failure.in_phase(Phase::Refused).with_github_type(error.kind.as_deref()))
}

/// The end of the message of every write with an unknown outcome.
pub(crate) const UNKNOWN_OUTCOME: &str = " (the outcome is unknown: the write may have been applied, so check its subject on GitHub before sending it again)";

/// The code for the `type` of an error, or for its `extensions`.
pub(super) fn code_of(error: &GraphqlError) -> ErrorCode {
    if error.saml_failure {
        return ErrorCode::Auth;
    }
    match error.kind.as_deref() {
        Some("NOT_FOUND") => ErrorCode::NotFound,
        Some("FORBIDDEN" | "INSUFFICIENT_SCOPES" | "UNAUTHORIZED" | "UNAUTHENTICATED") => ErrorCode::Auth,
        Some("RATE_LIMITED" | "RATE_LIMIT") => ErrorCode::RateLimit,
        Some("UNPROCESSABLE") if error.message.contains(TOO_QUICKLY) => ErrorCode::RateLimit,
        Some(
            "UNPROCESSABLE"
            | "STALE_DATA"
            | "BAD_USER_INPUT"
            | "INVALID_CURSOR_ARGUMENTS"
            | "MAX_NODE_LIMIT_EXCEEDED"
            | "EXCESSIVE_PAGINATION"
            | "MISSING_PAGINATION_BOUNDARIES",
        ) => ErrorCode::Validation,
        None if error.is_explained() || error.message.starts_with("Parse error") => ErrorCode::Validation,
        Some(_) | None => ErrorCode::Server,
    }
}

/// Whether the field exceeded GitHub's resource limits: a smaller request may work.
pub(crate) fn is_resource_limit(error: &GraphqlError) -> bool {
    error.kind.as_deref() == Some("RESOURCE_LIMITS_EXCEEDED")
}

/// Whether the document asks for more nodes than GitHub allows in one request: a smaller request works.
pub(super) fn is_node_limit(error: &GraphqlError) -> bool {
    error.kind.as_deref() == Some("MAX_NODE_LIMIT_EXCEEDED")
        || error.message.contains("which exceeds the maximum limit of")
}
