//! Why there is no answer.

use std::error::Error;
use std::fmt;

use http::Uri;

use crate::error::Cause;

type Source = Box<dyn Error + Send + Sync + 'static>;

/// Why there is no answer, and whether GitHub may have the request all the same.
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
    /// What is known about this case: which certificate, which limit.
    detail: Option<String>,
    /// Where the request was to go.
    place: Option<String>,
    source: Source,
}

impl TransportError {
    /// GitHub surely does not have the request: no connection, no TLS, no valid request. Sending it again is safe.
    pub fn not_sent(source: impl Into<Source>) -> Self {
        Self { sent: false, cause: None, detail: None, place: None, source: source.into() }
    }

    /// The request, or a part of it, may have reached GitHub, and no usable answer came back.
    pub fn no_answer(source: impl Into<Source>) -> Self {
        Self { sent: true, ..Self::not_sent(source) }
    }

    /// Like [`no_answer`](Self::no_answer), because time ran out.
    pub fn timed_out(source: impl Into<Source>) -> Self {
        Self::no_answer(source).as_timeout()
    }

    /// The same error, known to be one of time: `TransportError::not_sent(cause).as_timeout()` for a connection that did
    /// not come about in time.
    #[must_use]
    pub fn as_timeout(self) -> Self {
        self.because(Cause::Timeout)
    }

    /// The same error with its cause, which is then a part of its message.
    #[must_use]
    pub fn because(mut self, cause: Cause) -> Self {
        self.cause = Some(cause);
        self
    }

    /// The same error with what is known about this case.
    #[must_use]
    pub(crate) fn with_detail(mut self, detail: Option<String>) -> Self {
        self.detail = detail;
        self
    }

    /// The same error of a request to this host.
    #[must_use]
    pub(crate) fn toward(mut self, url: &Uri) -> Self {
        self.place = url.authority().map(ToString::to_string);
        self
    }

    /// Host and port that the request was to go to.
    pub(crate) fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// May GitHub have the request? Then a write must not be sent again.
    pub fn was_sent(&self) -> bool {
        self.sent
    }

    /// Did time run out?
    pub fn is_timeout(&self) -> bool {
        self.cause == Some(Cause::Timeout)
    }

    /// What went wrong, where that is known.
    pub fn cause(&self) -> Option<Cause> {
        self.cause
    }

    /// What to look at, where the reader can do something about it.
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
