//! Rate limits: is it one, and how long does it last?

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::HeaderMap;

use super::error_text::ErrorText;
use crate::Error;

/// A rate limit: nothing was executed, and the same may be sent again after a while.
#[derive(Debug)]
pub(crate) struct Limit {
    /// What to say if that is too long.
    pub(crate) error: Error,
    /// How long.
    pub(crate) wait: Duration,
    /// Whether only the budget of one API is used up; a secondary limit is on everything that the user does.
    pub(crate) is_primary: bool,
}

impl Limit {
    /// The limit that an answer with these headers tells of.
    pub(crate) fn new(message: &str, headers: &HeaderMap, is_primary: bool) -> Self {
        let wait = wait(headers, is_primary);
        let message = if message.is_empty() { "GitHub's rate limit is exceeded" } else { message };
        Self { error: Error::rate_limit(message).with_retry_at(SystemTime::now() + wait), wait, is_primary }
    }
}

/// The rate limit that a response with this status tells of, if it does. It is the same for GraphQL and REST.
pub(crate) fn limit_of(status: u16, headers: &HeaderMap, body: &ErrorText) -> Option<Limit> {
    if !matches!(status, 403 | 429) {
        return None;
    }
    let message = body.message().unwrap_or_default();
    let is_primary = if is_secondary(message) {
        false
    } else if is_used_up(headers) || message.contains("API rate limit") {
        true
    } else if status == 429 || headers.contains_key("retry-after") {
        false
    } else {
        return None;
    };
    Some(Limit::new(message, headers, is_primary))
}

/// Where GitHub does not say how long: the least that its documentation asks for.
pub(crate) const UNSAID: Duration = Duration::from_secs(60);

/// What a header may say at most; GitHub's limits last an hour. More would not fit into a moment of the clock.
const LONGEST: u64 = 365 * 24 * 60 * 60;

/// Whether a message is about a secondary limit. GitHub has no other sign of it.
pub(crate) fn is_secondary(message: &str) -> bool {
    let message = message.to_lowercase();
    message.contains("secondary rate") || message.contains("abuse detection")
}

/// How long to wait: `retry-after`, else until `x-ratelimit-reset`, else a minute.
///
/// The primary limit is reset then whatever `x-ratelimit-remaining` says (it has been seen above zero); a secondary limit
/// only follows the reset if nothing remains.
pub(super) fn wait(headers: &HeaderMap, is_primary: bool) -> Duration {
    if let Some(seconds) = number(headers, "retry-after") {
        // Never at once: that would be hammering at a closed door.
        return Duration::from_secs(seconds.clamp(1, LONGEST));
    }
    let follows_reset = is_primary || number(headers, "x-ratelimit-remaining") == Some(0);
    match number(headers, "x-ratelimit-reset") {
        // A second more, since the header is rounded down.
        Some(reset) if follows_reset => Duration::from_secs(reset.saturating_sub(unix_now()).min(LONGEST) + 1),
        _ => UNSAID,
    }
}

/// Whether the budget is used up, by the headers. Absent headers say nothing: GHES may have no limits.
fn is_used_up(headers: &HeaderMap) -> bool {
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
    fn retry_after_wins_then_the_reset_then_a_minute() {
        let reset = ("x-ratelimit-reset", (unix_now() + 100).to_string());
        let none_left = ("x-ratelimit-remaining", "0".to_owned());
        let some_left = ("x-ratelimit-remaining", "4".to_owned());
        let after = ("retry-after", "7".to_owned());
        let blank = ("retry-after", String::new());
        assert_eq!(wait(&headers(&[after, reset.clone(), none_left.clone()]), true).as_secs(), 7);
        assert!((100..=101).contains(&wait(&headers(&[reset.clone(), some_left.clone()]), true).as_secs()));
        assert!((100..=101).contains(&wait(&headers(&[reset.clone(), none_left, blank]), false).as_secs()));
        assert_eq!(wait(&headers(&[reset, some_left]), false), UNSAID);
        assert_eq!(wait(&HeaderMap::new(), true), UNSAID);
    }

    #[test]
    fn only_the_message_tells_a_secondary_limit() {
        assert!(is_secondary("You have exceeded a secondary rate limit."));
        assert!(is_secondary("You have triggered an abuse detection mechanism."));
        assert!(!is_secondary("Resource not accessible by integration"));
    }
}
