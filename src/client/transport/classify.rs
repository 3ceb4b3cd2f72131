//! What an error of the layers below means, by its type: reqwest around hyper around rustls around the system.

use std::error::Error;
use std::io::{self, ErrorKind};

use super::TransportError;
use crate::error::Cause;

/// Sorts an error by what GitHub may have: nothing before there is a connection, anything after.
pub(super) fn unanswered(error: reqwest::Error) -> TransportError {
    let is_before = error.is_builder() || error.is_connect();
    let (cause, detail) = cause(&error, is_before);
    let error = error.without_url();
    let error = if is_before { TransportError::not_sent(error) } else { TransportError::no_answer(error) };
    let error = error.with_detail(detail);
    cause.into_iter().fold(error, TransportError::because)
}

/// The cause, and what is known about this case.
fn cause(error: &reqwest::Error, is_before: bool) -> (Option<Cause>, Option<String>) {
    if error.is_timeout() {
        return (Some(Cause::Timeout), None);
    }
    if error.is_dns() {
        return (Some(Cause::Dns), None);
    }
    let mut within_hyper = false;
    let mut found = None;
    let mut next: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = next {
        if let Some(tls) = error.downcast_ref::<rustls::Error>() {
            return (Some(Cause::Tls), Some(tls.to_string()));
        }
        if let Some(error) = error.downcast_ref::<hyper::Error>() {
            within_hyper = true;
            found = Some(of_http(error));
        } else if let Some(error) = error.downcast_ref::<io::Error>() {
            found = of_system(error.kind(), is_before, within_hyper).or(found);
        }
        next = below(error);
    }
    // Of a whole response, only unpacking is left to fail.
    (found.or(error.is_decode().then_some(Cause::Protocol)), None)
}

/// The next error below. What stands inside an error of the system, its `source` would pass over.
fn below<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e (dyn Error + 'static)> {
    match error.downcast_ref::<io::Error>() {
        Some(error) => error.get_ref().map(|inner| inner as &(dyn Error + 'static)),
        None => error.source(),
    }
}

fn of_http(error: &hyper::Error) -> Cause {
    if error.is_incomplete_message() || error.is_canceled() || error.is_closed() {
        return Cause::Reset;
    }
    Cause::Protocol
}

fn of_system(kind: ErrorKind, is_before: bool, within_hyper: bool) -> Option<Cause> {
    Some(match kind {
        ErrorKind::ConnectionRefused => Cause::Refused,
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable | ErrorKind::AddrNotAvailable => Cause::Unreachable,
        ErrorKind::TimedOut => Cause::Timeout,
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe => Cause::Reset,
        // While connecting, only TLS waits for bytes; after that, hyper does, or else what unpacks them.
        ErrorKind::UnexpectedEof if is_before => Cause::Tls,
        ErrorKind::UnexpectedEof if within_hyper => Cause::Reset,
        ErrorKind::UnexpectedEof | ErrorKind::InvalidData => Cause::Protocol,
        _ => return None,
    })
}
