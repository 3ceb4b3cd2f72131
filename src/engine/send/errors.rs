//! The errors of requests without a response.

use crate::Error;
use crate::client::transport::TransportError;
use crate::error::{Cause, Phase};

/// The error of a request that never reached GitHub.
pub(super) fn not_reached(error: TransportError) -> Error {
    let place = error.destination().map(|place| format!(" at `{place}`")).unwrap_or_default();
    failed(&format!("GitHub cannot be reached{place}"), error).in_phase(Phase::NotSent)
}

/// The error of a request that was sent and got no usable response.
pub(super) fn no_response(error: TransportError) -> Error {
    let what = match error.cause() {
        Some(Cause::Timeout) => "GitHub did not respond in time",
        Some(Cause::TooLarge | Cause::Protocol) => "no usable response",
        _ => "the connection was lost",
    };
    failed(what, error)
}

/// The error with its cause and a hint.
fn failed(what: &str, error: TransportError) -> Error {
    let hint = error.hint().map(|hint| format!(" ({hint})")).unwrap_or_default();
    Error::network(format!("{what}: {error}{hint}")).with_transport_cause(error.cause()).with_source(error)
}

/// The error of a request that is not sent, because the run was stopped.
pub(crate) fn stopped_before_sending() -> Error {
    Error::skipped("the run was stopped before this was sent")
}

/// The error of a request that was in flight when the run was stopped.
pub(super) fn stopped_in_flight() -> Error {
    Error::network("the run was stopped while this request was in flight")
}
