//! The error of a transport.

use std::error::Error;
use std::fmt;

use http::Uri;

use crate::error::Cause;

type Source = Box<dyn Error + Send + Sync + 'static>;

/// Why there is no response, and whether GitHub may have received the request.
///
/// ```
/// use ghx::transport::{Cause, TransportError};
///
/// let error = TransportError::not_sent("no listener").because(Cause::Refused);
/// assert!(!error.was_sent());
/// assert_eq!(error.to_string(), "the connection was refused");
/// assert!(TransportError::no_answer("connection reset").was_sent());
/// ```
#[derive(Debug)]
pub struct TransportError {
    sent: bool,
    cause: Option<Cause>,
    /// Details, such as the problem of a certificate or the size limit.
    detail: Option<String>,
    /// Host and port of the request.
    destination: Option<String>,
    source: Source,
}

impl TransportError {
    /// GitHub definitely did not receive the request: connecting or TLS failed, or the request is invalid. Repeating it is
    /// safe.
    pub fn not_sent(source: impl Into<Source>) -> Self {
        Self { sent: false, cause: None, detail: None, destination: None, source: source.into() }
    }

    /// The request may have reached GitHub, at least partly, and there is no usable response.
    pub fn no_answer(source: impl Into<Source>) -> Self {
        Self { sent: true, ..Self::not_sent(source) }
    }

    /// Like [`no_answer`](Self::no_answer), because of a timeout.
    pub fn timed_out(source: impl Into<Source>) -> Self {
        Self::no_answer(source).as_timeout()
    }

    /// The same error, marked as a timeout: `TransportError::not_sent(cause).as_timeout()` for a timeout while connecting.
    #[must_use]
    pub fn as_timeout(self) -> Self {
        self.because(Cause::Timeout)
    }

    /// The same error with its cause, which becomes part of the message.
    #[must_use]
    pub fn because(mut self, cause: Cause) -> Self {
        self.cause = Some(cause);
        self
    }

    /// The same error with details.
    #[must_use]
    pub(crate) fn with_detail(mut self, detail: Option<String>) -> Self {
        self.detail = detail;
        self
    }

    /// The same error for a request to this URL.
    #[must_use]
    pub(crate) fn with_destination(mut self, url: &Uri) -> Self {
        self.destination = url.authority().map(ToString::to_string);
        self
    }

    /// Host and port of the request.
    pub(crate) fn destination(&self) -> Option<&str> {
        self.destination.as_deref()
    }

    /// Whether GitHub may have received the request. If so, a write must not be repeated.
    pub fn was_sent(&self) -> bool {
        self.sent
    }

    /// Whether it is a timeout.
    pub fn is_timeout(&self) -> bool {
        self.cause == Some(Cause::Timeout)
    }

    /// The cause, if known.
    pub fn cause(&self) -> Option<Cause> {
        self.cause
    }

    /// What the user can check, if anything.
    pub(crate) fn hint(&self) -> Option<&'static str> {
        self.cause.and_then(|cause| cause.hint(self.sent))
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.cause, self.sent) {
            (Some(cause), sent) => cause.description(sent),
            (None, false) => "the request could not be sent",
            (None, true) => "no response was received",
        })?;
        if let Some(detail) = &self.detail {
            write!(f, ": {detail}")?;
        }
        f.write_str(if self.sent { ", and GitHub may have received the request" } else { "" })
    }
}

impl Error for TransportError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.source)
    }
}
