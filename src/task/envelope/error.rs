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

/// The end of the year 9999.
const MAX_SECONDS: u64 = 253_402_300_799;

/// A time as GitHub writes it: `2026-11-16T09:00:00Z`.
fn timestamp(at: SystemTime) -> String {
    let seconds = at.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs()).min(MAX_SECONDS);
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    // A year that starts in March ends with the leap day; 719468 days are before 1970 in that count.
    let day = days + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (era * 400 + year + month / 10, (month + 2) % 12 + 1);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
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
