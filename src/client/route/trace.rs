//! Records which routes were tried, and why a route was used.

use serde::{Serialize, Serializer};

use crate::ErrorCode;
use crate::card::RouteKind;

/// Why a route was or was not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
pub enum RouteReason {
    /// It is the card's preferred route.
    CardPreferred,
    /// The routes before it in the card were tried and failed.
    CardFallback,
    /// The routes before it cannot be used, for example because there is no token.
    PreflightFailed,
    /// The caller or the environment allows no other route.
    EnvConstraint,
    /// The routes before it do not support this input.
    CapabilityLimit,
    /// The steps of a chain are batched over GraphQL.
    DefaultPolicy,
    /// The `gh` program is not installed or does not run.
    CliNotAvailable,
    /// The `gh` program is not logged in.
    CliUnauthenticated,
}

/// A route that was tried or skipped.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Attempt {
    /// The route.
    #[serde(serialize_with = "serialize_name")]
    pub route: RouteKind,
    /// The result.
    pub status: AttemptStatus,
    /// The code of the error, or why the route was not used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_code: Option<AttemptCode>,
    /// The same in words; only if a trace was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// How long it took.
    pub duration_ms: u64,
}

/// The result of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum AttemptStatus {
    /// It succeeded.
    Success,
    /// It failed, or could not be used.
    Error,
    /// It does not support the input or is not allowed here.
    Skipped,
}

/// Why a route has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum AttemptCode {
    /// It failed with this code.
    Failed(ErrorCode),
    /// It was not used for this reason.
    NotTaken(RouteReason),
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn serialize_name<S: Serializer>(route: &RouteKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(route.as_str())
}
