//! Classifies errors of reqwest by the types of their sources: hyper, rustls and I/O errors.

use std::error::Error;
use std::io::{self, ErrorKind};

use super::TransportError;
use crate::error::Cause;

/// Converts an error of reqwest. Before there is a connection, GitHub has definitely not received the request.
pub(super) fn from_reqwest(error: reqwest::Error) -> TransportError {
    let is_before = error.is_builder() || error.is_connect();
    let (cause, detail) = cause(&error, is_before);
    let error = error.without_url();
    let error = if is_before { TransportError::not_sent(error) } else { TransportError::no_answer(error) };
    let error = error.with_detail(detail);
    cause.into_iter().fold(error, TransportError::because)
}

/// The cause, and details about it.
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
            found = Some(http_cause(error));
        } else if let Some(error) = error.downcast_ref::<io::Error>() {
            found = io_cause(error.kind(), is_before, within_hyper).or(found);
        }
        next = inner_error(error);
    }
    // After a whole response, only decompression can fail.
    (found.or(error.is_decode().then_some(Cause::Protocol)), None)
}

/// The next inner error. The `source` of an I/O error would skip the error inside it.
fn inner_error<'e>(error: &'e (dyn Error + 'static)) -> Option<&'e (dyn Error + 'static)> {
    match error.downcast_ref::<io::Error>() {
        Some(error) => error.get_ref().map(|inner| inner as &(dyn Error + 'static)),
        None => error.source(),
    }
}

fn http_cause(error: &hyper::Error) -> Cause {
    if error.is_incomplete_message() || error.is_canceled() || error.is_closed() {
        return Cause::Reset;
    }
    Cause::Protocol
}

fn io_cause(kind: ErrorKind, is_before: bool, within_hyper: bool) -> Option<Cause> {
    Some(match kind {
        ErrorKind::ConnectionRefused => Cause::Refused,
        ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable | ErrorKind::AddrNotAvailable => Cause::Unreachable,
        ErrorKind::TimedOut => Cause::Timeout,
        ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe => Cause::Reset,
        // While connecting, only TLS reads; after that, hyper or the decompression does.
        ErrorKind::UnexpectedEof if is_before => Cause::Tls,
        ErrorKind::UnexpectedEof if within_hyper => Cause::Reset,
        ErrorKind::UnexpectedEof | ErrorKind::InvalidData => Cause::Protocol,
        _ => return None,
    })
}
