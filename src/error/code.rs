//! Error codes and phases.

use std::fmt;

use serde::{Serialize, Serializer};

/// The kind of a failure. Codes are stable and the same in JSON envelopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorCode {
    /// The credential is missing, expired, or not allowed to do this.
    Auth,
    /// Something that the input names does not exist, or is not visible to the credential.
    NotFound,
    /// The input was refused, here or by GitHub.
    Validation,
    /// A primary or secondary rate limit.
    RateLimit,
    /// GitHub could not be reached, or did not respond.
    Network,
    /// GitHub had an internal error, or its response could not be read.
    Server,
    /// No route can run this capability with this input.
    AdapterUnsupported,
    /// Not run, because a step that it needs failed or the run was stopped.
    Skipped,
    /// None of the others.
    Unknown,
}

impl ErrorCode {
    /// The code as it is written in an envelope: `NOT_FOUND`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auth => "AUTH",
            Self::NotFound => "NOT_FOUND",
            Self::Validation => "VALIDATION",
            Self::RateLimit => "RATE_LIMIT",
            Self::Network => "NETWORK",
            Self::Server => "SERVER",
            Self::AdapterUnsupported => "ADAPTER_UNSUPPORTED",
            Self::Skipped => "SKIPPED",
            Self::Unknown => "UNKNOWN",
        }
    }

    pub(super) const fn is_transient(self) -> bool {
        matches!(self, Self::Network | Self::RateLimit | Self::Server)
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// How far a call got before it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Nothing was sent.
    NotSent,
    /// A request was sent, and it provably changed nothing.
    Refused,
    /// A write was sent, and GitHub may have applied it.
    MayBeApplied,
    /// The write was applied, but its result could not be read.
    Applied,
    /// Some writes of a capability or chain were applied and others were not; the message says which.
    PartlyApplied,
}

impl Phase {
    /// The outcome of a failed write, unless it changed nothing: `unknown`, `applied` or `partial`.
    pub const fn outcome(self) -> Option<&'static str> {
        match self {
            Self::NotSent | Self::Refused => None,
            Self::MayBeApplied => Some("unknown"),
            Self::Applied => Some("applied"),
            Self::PartlyApplied => Some("partial"),
        }
    }

    /// Whether nothing was changed, so that repeating the call cannot apply it twice.
    pub(super) const fn changed_nothing(self) -> bool {
        matches!(self, Self::NotSent | Self::Refused)
    }

    /// The phase that must be assumed for an error with this code if nothing else is known.
    pub(super) const fn assumed(code: ErrorCode) -> Self {
        match code {
            ErrorCode::Validation | ErrorCode::AdapterUnsupported | ErrorCode::Skipped => Self::NotSent,
            ErrorCode::Auth | ErrorCode::NotFound | ErrorCode::RateLimit => Self::Refused,
            ErrorCode::Network | ErrorCode::Server | ErrorCode::Unknown => Self::MayBeApplied,
        }
    }
}
