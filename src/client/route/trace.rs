//! What was tried, and why a route was taken.

use serde::{Serialize, Serializer};

use crate::ErrorCode;
use crate::card::RouteKind;

/// Why a route was taken, or was not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
pub enum RouteReason {
    /// The card prefers it.
    CardPreferred,
    /// The routes that the card prefers to it were tried and failed.
    CardFallback,
    /// The routes before it cannot be used: there is no token, for instance.
    PreflightFailed,
    /// The caller or the environment leaves no other.
    EnvConstraint,
    /// The routes before it cannot do what the input asks for.
    CapabilityLimit,
    /// Steps of a chain go together, over GraphQL.
    DefaultPolicy,
    /// There is no `gh` program that runs.
    CliNotAvailable,
    /// The `gh` program is not logged in.
    CliUnauthenticated,
}

/// A route that was tried, or passed over.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Attempt {
    /// The route.
    #[serde(serialize_with = "name")]
    pub route: RouteKind,
    /// How it went.
    pub status: AttemptStatus,
    /// The code of its error, or why it was not taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_code: Option<AttemptCode>,
    /// The same in words; only where a trace was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// How long it took.
    pub duration_ms: u64,
}

/// How an attempt went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum AttemptStatus {
    /// It gave a result.
    Success,
    /// It gave an error, or could not be used.
    Error,
    /// It does not suit the input or the surroundings.
    Skipped,
}

/// What became of a route that gave no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum AttemptCode {
    /// It failed with this code.
    Failed(ErrorCode),
    /// It was not taken for this reason.
    NotTaken(RouteReason),
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn name<S: Serializer>(route: &RouteKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(route.as_str())
}
