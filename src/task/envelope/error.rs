//! An error in JSON.

use std::time::SystemTime;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Error, ErrorCode};

/// An error in JSON: `{"code": "NOT_FOUND", "message": "…", "retryable": false, "details": {…}}`.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ErrorBody {
    /// The stable code.
    pub code: ErrorCode,
    /// What went wrong, in words.
    pub message: String,
    /// Whether sending the same again is safe and may help.
    pub retryable: bool,
    /// What else is known: `outcome` of a write (`unknown`, `applied`, `partial`), `cause` of a network error (`dns`, `tls`,
    /// …), `retry_at` of a rate limit, `problems` of an input, GitHub's `type`, and `github_request_id`, which its support asks
    /// for.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub details: Map<String, Value>,
}

impl From<&Error> for ErrorBody {
    fn from(error: &Error) -> Self {
        Self {
            code: error.code(),
            message: error.message().to_owned(),
            retryable: error.is_retryable(),
            details: details(error),
        }
    }
}

fn details(error: &Error) -> Map<String, Value> {
    let problems = (!error.problems().is_empty()).then(|| serde_json::to_value(error.problems()).unwrap_or_default());
    let members = [
        ("outcome", error.phase().outcome().map(Value::from)),
        ("cause", error.transport_cause().map(|cause| Value::from(cause.as_str()))),
        ("retry_at", error.retry_at().map(|at| Value::from(timestamp(at)))),
        ("problems", problems),
        ("type", error.github_type().map(Value::from)),
        ("github_request_id", error.request_id().map(Value::from)),
    ];
    members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// A time as GitHub writes it: `2026-11-16T09:00:00Z`.
fn timestamp(at: SystemTime) -> String {
    let seconds = at.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let at = i64::try_from(seconds).ok().and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    at.unwrap_or(jiff::Timestamp::MAX).to_string()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;
    use crate::error::Phase;

    #[test]
    fn times_are_written_as_github_writes_them() {
        let at = |seconds| timestamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(at(1_794_819_600), "2026-11-16T09:00:00Z");
        assert_eq!(at(4_107_542_399), "2100-02-28T23:59:59Z");
        assert_eq!(at(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn an_unknown_outcome_is_reported_and_not_retryable() {
        let body = ErrorBody::from(&Error::network("lost"));
        assert_eq!(serde_json::to_value(&body).unwrap()["details"]["outcome"], "unknown");
        assert!(!body.retryable);
        let body = ErrorBody::from(&Error::network("refused").in_phase(Phase::NotSent));
        assert_eq!(serde_json::to_string(&body).unwrap(), r#"{"code":"NETWORK","message":"refused","retryable":true}"#);
    }
}
