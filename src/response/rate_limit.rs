//! Detects rate limits, and how long they last.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::HeaderMap;

use super::error_text::ErrorText;
use crate::Error;

/// A rate limit: nothing was executed, and the request may be sent again after `wait`.
#[derive(Debug)]
pub(crate) struct Limit {
    /// The error if that is too long to wait.
    pub(crate) error: Error,
    /// How long to wait.
    pub(crate) wait: Duration,
    /// Whether it is the primary limit of one API. A secondary limit applies to all requests of the user.
    pub(crate) is_primary: bool,
}

impl Limit {
    /// The limit of a response with this message and these headers.
    pub(crate) fn new(message: &str, headers: &HeaderMap, is_primary: bool) -> Self {
        let wait = wait(headers, is_primary);
        let message = if message.is_empty() { "GitHub's rate limit is exceeded" } else { message };
        Self { error: Error::rate_limit(message).with_retry_at(SystemTime::now() + wait), wait, is_primary }
    }
}

/// The rate limit that a GraphQL or REST response with this status reports, if any.
pub(crate) fn limit_of(status: u16, headers: &HeaderMap, body: &ErrorText) -> Option<Limit> {
    if !matches!(status, 403 | 429) {
        return None;
    }
    let message = body.message().unwrap_or_default();
    let is_primary = if is_secondary(message) {
        false
    } else if is_exhausted(headers) || message.contains("API rate limit") {
        true
    } else if status == 429 || headers.contains_key("retry-after") {
        false
    } else {
        return None;
    };
    Some(Limit::new(message, headers, is_primary))
}

/// How long to wait if GitHub does not say: the minimum in its documentation.
pub(crate) const DEFAULT_WAIT: Duration = Duration::from_secs(60);

/// The longest wait that is accepted from a header, so that it can be added to the current time.
const MAX_WAIT_SECONDS: u64 = 365 * 24 * 60 * 60;

/// Whether a message is about a secondary limit. GitHub does not mark these limits in any other way.
pub(crate) fn is_secondary(message: &str) -> bool {
    let message = message.to_lowercase();
    message.contains("secondary rate") || message.contains("abuse detection")
}

/// How long to wait: `retry-after`, else until `x-ratelimit-reset`, else a minute.
///
/// The primary limit ends at the reset whatever `x-ratelimit-remaining` says (it has been seen above zero); a secondary
/// limit does so only if nothing remains.
pub(super) fn wait(headers: &HeaderMap, is_primary: bool) -> Duration {
    if let Some(seconds) = number(headers, "retry-after") {
        // Never retry immediately.
        return Duration::from_secs(seconds.clamp(1, MAX_WAIT_SECONDS));
    }
    let follows_reset = is_primary || number(headers, "x-ratelimit-remaining") == Some(0);
    match number(headers, "x-ratelimit-reset") {
        // One second more, because the header is rounded down.
        Some(reset) if follows_reset => Duration::from_secs(reset.saturating_sub(unix_now()).min(MAX_WAIT_SECONDS) + 1),
        _ => DEFAULT_WAIT,
    }
}

/// Whether the headers say that the budget is exhausted. They may be absent: GHES can have no limits.
fn is_exhausted(headers: &HeaderMap) -> bool {
    number(headers, "x-ratelimit-remaining") == Some(0)
}

fn number(headers: &HeaderMap, name: &str) -> Option<u64> {
    headers.get(name)?.to_str().ok()?.trim().parse().ok()
}

fn unix_now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(list: &[(&'static str, String)]) -> HeaderMap {
        list.iter().map(|(name, value)| (name.parse::<http::HeaderName>().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn waits_for_retry_after_else_the_reset_else_a_minute() {
        let reset = ("x-ratelimit-reset", (unix_now() + 100).to_string());
        let none_left = ("x-ratelimit-remaining", "0".to_owned());
        let some_left = ("x-ratelimit-remaining", "4".to_owned());
        let after = ("retry-after", "7".to_owned());
        let blank = ("retry-after", String::new());
        assert_eq!(wait(&headers(&[after, reset.clone(), none_left.clone()]), true).as_secs(), 7);
        assert!((100..=101).contains(&wait(&headers(&[reset.clone(), some_left.clone()]), true).as_secs()));
        assert!((100..=101).contains(&wait(&headers(&[reset.clone(), none_left, blank]), false).as_secs()));
        assert_eq!(wait(&headers(&[reset, some_left]), false), DEFAULT_WAIT);
        assert_eq!(wait(&HeaderMap::new(), true), DEFAULT_WAIT);
    }

    #[test]
    fn a_secondary_limit_is_recognised_by_its_message() {
        assert!(is_secondary("You have exceeded a secondary rate limit."));
        assert!(is_secondary("You have triggered an abuse detection mechanism."));
        assert!(!is_secondary("Resource not accessible by integration"));
    }
}
