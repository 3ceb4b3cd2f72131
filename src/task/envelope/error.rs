//! An error in JSON.

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

/// A moment as GitHub writes them: `2026-11-16T09:00:00Z`.
fn timestamp(at: std::time::SystemTime) -> String {
    let seconds = at.duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// The date of a day since 1970: years of 400 years' cycles that start in March, so that a leap day is the last.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + carry, month, day)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;
    use crate::error::Phase;

    #[test]
    fn moments_are_written_as_github_writes_them() {
        let at = |seconds| timestamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(at(1_794_819_600), "2026-11-16T09:00:00Z");
        assert_eq!(at(4_107_542_399), "2100-02-28T23:59:59Z");
        assert_eq!(at(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn an_unknown_outcome_is_said_and_is_not_retryable() {
        let body = ErrorBody::from(&Error::network("lost"));
        assert_eq!(serde_json::to_value(&body).unwrap()["details"]["outcome"], "unknown");
        assert!(!body.retryable);
        let body = ErrorBody::from(&Error::network("refused").in_phase(Phase::NotSent));
        assert_eq!(serde_json::to_string(&body).unwrap(), r#"{"code":"NETWORK","message":"refused","retryable":true}"#);
    }
}
