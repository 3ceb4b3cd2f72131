//! The meaning of HTTP statuses: one table for GraphQL, REST and `gh`.

use super::messages::is_about_state;
use crate::ErrorCode;

/// The meaning of an HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HttpStatus {
    pub(crate) number: u16,
    pub(crate) code: ErrorCode,
    /// Whether it means that GitHub did not execute the request. This holds only together with GitHub's own error body.
    pub(crate) refuses: bool,
    /// The status in words.
    pub(crate) meaning: &'static str,
}

/// The meaning of a refusal because of the state of something.
const WRONG_STATE: &str = "not possible in the current state";

/// The statuses with which GitHub refuses a request before execution. After any other status, the outcome of a write is
/// unknown.
pub(crate) const REFUSALS: &[HttpStatus] = &[
    refusal(400, ErrorCode::Validation, "GitHub could not read the request"),
    refusal(401, ErrorCode::Auth, "the token is missing, wrong or expired"),
    refusal(403, ErrorCode::Auth, "the token is not allowed to do this"),
    refusal(404, ErrorCode::NotFound, "it does not exist, or the token cannot see it"),
    refusal(405, ErrorCode::Validation, WRONG_STATE),
    refusal(406, ErrorCode::Validation, "GitHub cannot respond in the requested format"),
    refusal(409, ErrorCode::Validation, "it conflicts with the current state"),
    refusal(410, ErrorCode::NotFound, "it no longer exists"),
    refusal(412, ErrorCode::Validation, "a precondition is no longer met"),
    refusal(413, ErrorCode::Validation, "the request is too large"),
    refusal(414, ErrorCode::Validation, "the URL is too long"),
    refusal(415, ErrorCode::Validation, "GitHub does not accept the format of the request"),
    refusal(422, ErrorCode::Validation, "GitHub refused the input"),
    refusal(429, ErrorCode::RateLimit, "too many requests"),
    refusal(431, ErrorCode::Validation, "the headers are too large"),
    refusal(451, ErrorCode::Validation, "it is not available for legal reasons"),
];

const fn refusal(status: u16, code: ErrorCode, meaning: &'static str) -> HttpStatus {
    HttpStatus { number: status, code, refuses: true, meaning }
}

impl HttpStatus {
    /// The meaning of a status.
    pub(crate) fn of(status: u16) -> Self {
        if let Some(known) = REFUSALS.iter().find(|known| known.number == status) {
            return *known;
        }
        let meaning = match status {
            300..=399 => "the redirect was not followed, because that would pass on the token",
            408 => "GitHub timed out waiting for the request",
            500..=599 => "GitHub had an internal error",
            _ => "unexpected response",
        };
        Self { number: status, code: ErrorCode::Server, refuses: false, meaning }
    }

    /// Whether a smaller query may work: GitHub responds with these if a query takes longer than ten seconds.
    pub(crate) const fn may_be_too_large(&self) -> bool {
        matches!(self.number, 502 | 504)
    }

    pub(crate) const fn is_redirect(&self) -> bool {
        matches!(self.number, 300..=399)
    }

    /// The status with GitHub's message: `Bad credentials (HTTP 401: the token is missing, wrong or expired)`.
    pub(crate) fn describe(&self, message: Option<&str>) -> String {
        self.describe_as(message, self.meaning)
    }

    /// [`describe`](Self::describe) with a more specific meaning than that of the table.
    pub(crate) fn describe_as(&self, message: Option<&str>, meaning: &str) -> String {
        match message {
            Some(message) if is_about_state(message) => format!("{message} (HTTP {}: {WRONG_STATE})", self.number),
            Some(message) => format!("{message} (HTTP {}: {meaning})", self.number),
            None => format!("HTTP {}: {meaning}", self.number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Redirects, 499 and 501 were once taken as refusals, and the write was sent again.
    #[test]
    fn redirects_proxy_statuses_and_server_errors_refuse_nothing() {
        for status in (100..=399).chain([402, 408, 418, 425, 444, 499]).chain(500..=999) {
            assert!(!HttpStatus::of(status).refuses, "{status}");
        }
    }

    #[test]
    fn the_table_is_sorted_and_has_each_status_once() {
        assert!(REFUSALS.is_sorted_by(|one, other| one.number < other.number));
    }
}
