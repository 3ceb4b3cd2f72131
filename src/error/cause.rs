//! What went wrong on the way, in one word.

use std::fmt;

/// What went wrong on the way to GitHub or back: `details.cause` of an error in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The name of the host could not be resolved.
    Dns,
    /// The host refused the connection: nothing listens there, or a firewall is in the way.
    Refused,
    /// There is no way to the host.
    Unreachable,
    /// TLS failed: the certificate is not trusted or is for another name, or the other side speaks no TLS.
    Tls,
    /// Time ran out.
    Timeout,
    /// The connection was closed too early.
    Reset,
    /// The response is larger than ghx reads.
    TooLarge,
    /// The response is not HTTP, or cannot be unpacked.
    Protocol,
}

impl Cause {
    /// The word for it: `dns`, `too_large`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dns => "dns",
            Self::Refused => "refused",
            Self::Unreachable => "unreachable",
            Self::Tls => "tls",
            Self::Timeout => "timeout",
            Self::Reset => "reset",
            Self::TooLarge => "too_large",
            Self::Protocol => "protocol",
        }
    }

    /// What happened, before or after something was sent.
    pub(crate) const fn what(self, sent: bool) -> &'static str {
        match (self, sent) {
            (Self::Dns, _) => "the name of the host cannot be resolved",
            (Self::Refused, _) => "the connection was refused",
            (Self::Unreachable, _) => "there is no route to the host",
            (Self::Tls, _) => "TLS failed",
            (Self::Timeout, false) => "no connection was made in time",
            (Self::Timeout, true) => "no complete response came in time",
            (Self::Reset, false) => "the connection was closed before the request was sent",
            (Self::Reset, true) => "the connection was closed before the response was complete",
            (Self::TooLarge, _) => "the response is too large",
            (Self::Protocol, _) => "the response is broken",
        }
    }

    /// What to look at, where the reader can do something about it.
    pub(crate) const fn hint(self, sent: bool) -> Option<&'static str> {
        match (self, sent) {
            (Self::Dns, _) => Some("check the spelling of the host, the network and the proxy variables"),
            (Self::Refused, _) => Some("check host and port, and whether a proxy or firewall is in the way"),
            (Self::Unreachable, _) => Some("check the network"),
            (Self::Tls, _) => Some(
                "check that this is the right host; the system must trust its certificate, and `SSL_CERT_FILE` can name \
                 the one of a company",
            ),
            (Self::Timeout, false) => Some("check the network, or allow more time for connecting"),
            (Self::TooLarge, _) => Some("ask for less at once"),
            (Self::Protocol, _) => Some("something else than GitHub may have answered, such as a proxy"),
            (Self::Timeout | Self::Reset, _) => None,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
