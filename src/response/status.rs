//! What an HTTP status means: one table for GraphQL, REST and `gh`.

use super::messages::is_about_state;
use crate::ErrorCode;

/// What one status means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Status {
    pub(crate) number: u16,
    pub(crate) code: ErrorCode,
    /// Whether GitHub gives it to requests that it did not execute. It only counts together with GitHub's own error body.
    pub(crate) refuses: bool,
    /// The status in words.
    pub(crate) meaning: &'static str,
}

/// The meaning of a refusal that is about the state of something.
const NOT_NOW: &str = "it is not possible in the present state";

/// The statuses by which GitHub refuses a request before it executes it. Every other one says nothing about a write.
pub(crate) const REFUSALS: &[Status] = &[
    refusal(400, ErrorCode::Validation, "GitHub could not read the request"),
    refusal(401, ErrorCode::Auth, "the token is missing, wrong or expired"),
    refusal(403, ErrorCode::Auth, "the token may not do this"),
    refusal(404, ErrorCode::NotFound, "it does not exist, or the token may not see it"),
    refusal(405, ErrorCode::Validation, NOT_NOW),
    refusal(406, ErrorCode::Validation, "GitHub cannot answer in the format that was asked for"),
    refusal(409, ErrorCode::Validation, "it conflicts with the present state"),
    refusal(410, ErrorCode::NotFound, "it no longer exists"),
    refusal(412, ErrorCode::Validation, "what it depends on has changed"),
    refusal(413, ErrorCode::Validation, "the request is too large"),
    refusal(414, ErrorCode::Validation, "the URL is too long"),
    refusal(415, ErrorCode::Validation, "GitHub does not accept the format of the request"),
    refusal(422, ErrorCode::Validation, "GitHub refused the input"),
    refusal(429, ErrorCode::RateLimit, "too many requests"),
    refusal(431, ErrorCode::Validation, "the headers are too large"),
    refusal(451, ErrorCode::Validation, "it is not available for legal reasons"),
];

const fn refusal(status: u16, code: ErrorCode, meaning: &'static str) -> Status {
    Status { number: status, code, refuses: true, meaning }
}

impl Status {
    /// What a status means.
    pub(crate) fn of(status: u16) -> Self {
        if let Some(known) = REFUSALS.iter().find(|known| known.number == status) {
            return *known;
        }
        let meaning = match status {
            300..=399 => "a redirect is not followed, because it would take the token along",
            408 => "GitHub stopped waiting for the request",
            500..=599 => "GitHub failed",
            _ => "unexpected response",
        };
        Self { number: status, code: ErrorCode::Server, refuses: false, meaning }
    }

    /// Whether a smaller query may work: GitHub gives these when a query takes longer than ten seconds.
    pub(crate) const fn may_be_too_large(&self) -> bool {
        matches!(self.number, 502 | 504)
    }

    /// Whether it leads elsewhere.
    pub(crate) const fn is_redirect(&self) -> bool {
        matches!(self.number, 300..=399)
    }

    /// The status with what GitHub said: `Bad credentials (HTTP 401: the token is missing, wrong or expired)`.
    pub(crate) fn describe(&self, said: Option<&str>) -> String {
        self.describe_as(said, self.meaning)
    }

    /// [`describe`](Self::describe) with a better explanation than the table has.
    pub(crate) fn describe_as(&self, said: Option<&str>, meaning: &str) -> String {
        match said {
            Some(said) if is_about_state(said) => format!("{said} (HTTP {}: {NOT_NOW})", self.number),
            Some(said) => format!("{said} (HTTP {}: {meaning})", self.number),
            None => format!("HTTP {}: {meaning}", self.number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Such a status once counted as a refusal, and the write was done again on another route.
    #[test]
    fn redirects_proxy_statuses_and_server_errors_refuse_nothing() {
        for status in (100..=399).chain([402, 408, 418, 425, 444, 499]).chain(500..=999) {
            assert!(!Status::of(status).refuses, "{status}");
        }
    }

    #[test]
    fn the_table_is_sorted_and_has_each_status_once() {
        assert!(REFUSALS.is_sorted_by(|one, other| one.number < other.number));
    }
}
