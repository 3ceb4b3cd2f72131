//! The stable vocabulary of errors.

use std::fmt;

use serde::{Serialize, Serializer};

/// What kind of failure it was: the wire contract of the JSON envelope.
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
    /// GitHub could not be reached, or did not answer.
    Network,
    /// GitHub answered with a failure of its own, or with something unreadable.
    Server,
    /// No route can run this capability with this input.
    AdapterUnsupported,
    /// Not run because a step that it needs failed.
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

/// How far a call came before it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// Nothing was sent.
    NotSent,
    /// Something was sent, and surely nothing was changed by it.
    Refused,
    /// A write was sent, and GitHub may have applied it.
    MayBeApplied,
    /// The write was applied; what it returned could not be read.
    Applied,
    /// A capability that makes several writes made some of them; the message says which.
    PartlyApplied,
}

impl Phase {
    /// What became of a write, where that is not plain from its failure: `unknown`, `applied` or `partial`.
    pub const fn outcome(self) -> Option<&'static str> {
        match self {
            Self::NotSent | Self::Refused => None,
            Self::MayBeApplied => Some("unknown"),
            Self::Applied => Some("applied"),
            Self::PartlyApplied => Some("partial"),
        }
    }

    /// Whether sending the same again cannot do it twice.
    pub(super) const fn is_safe(self) -> bool {
        matches!(self, Self::NotSent | Self::Refused)
    }

    /// The careful assumption for an error that says nothing else.
    pub(super) const fn assumed(code: ErrorCode) -> Self {
        match code {
            ErrorCode::Validation | ErrorCode::AdapterUnsupported | ErrorCode::Skipped => Self::NotSent,
            ErrorCode::Auth | ErrorCode::NotFound | ErrorCode::RateLimit => Self::Refused,
            ErrorCode::Network | ErrorCode::Server | ErrorCode::Unknown => Self::MayBeApplied,
        }
    }
}
