//! The values of the field `event` in the `tracing` events that programs may rely on, for example to show progress.
//!
//! Texts of events may change; these names do not.

/// A response was received.
pub const RESPONSE: &str = "response";
/// GitHub reported a rate limit. The field `wait` says how long nothing is sent.
pub const RATE_LIMITED: &str = "rate_limited";
/// A write waits for its turn. The field `wait` says how long.
pub const PACING: &str = "pacing";
/// A request is sent again after a pause. The field `wait` says how long.
pub const RETRYING: &str = "retrying";
/// GitHub does not find yet what was just created. The field `wait` says how long it is given.
pub const NOT_FOUND_YET: &str = "not_found_yet";
