//! Why there is no answer.

use std::error::Error;
use std::fmt;

type Source = Box<dyn Error + Send + Sync + 'static>;

/// Why there is no answer, and whether GitHub may have the request all the same.
///
/// ```
/// use ghx::transport::TransportError;
///
/// let error = TransportError::not_sent("connection refused");
/// assert!(!error.was_sent());
/// assert!(TransportError::no_answer("connection reset").was_sent());
/// ```
#[derive(Debug)]
pub struct TransportError {
    sent: bool,
    timeout: bool,
    source: Source,
}

impl TransportError {
    /// GitHub surely does not have the request: no connection, no TLS, no valid request. Sending it again is safe.
    pub fn not_sent(source: impl Into<Source>) -> Self {
        Self { sent: false, timeout: false, source: source.into() }
    }

    /// The request, or a part of it, may have reached GitHub, and no usable answer came back.
    pub fn no_answer(source: impl Into<Source>) -> Self {
        Self { sent: true, timeout: false, source: source.into() }
    }

    /// Like [`no_answer`](Self::no_answer), because time ran out.
    pub fn timed_out(source: impl Into<Source>) -> Self {
        Self::no_answer(source).as_timeout()
    }

    /// The same error, known to be one of time: `TransportError::not_sent(cause).as_timeout()` for a connection that did
    /// not come about in time.
    #[must_use]
    pub fn as_timeout(mut self) -> Self {
        self.timeout = true;
        self
    }

    /// May GitHub have the request? Then a write must not be sent again.
    pub fn was_sent(&self) -> bool {
        self.sent
    }

    /// Did time run out?
    pub fn is_timeout(&self) -> bool {
        self.timeout
    }
}

impl fmt::Display for TransportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.sent, self.timeout) {
            (false, false) => "the request could not be sent",
            (false, true) => "the request could not be sent in time",
            (true, false) => "no answer came, and GitHub may have the request",
            (true, true) => "no answer came in time, and GitHub may have the request",
        })
    }
}

impl Error for TransportError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.source)
    }
}
