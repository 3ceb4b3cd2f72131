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
            (Self::Dns, _) => "the host name could not be resolved",
            (Self::Refused, _) => "the connection was refused",
            (Self::Unreachable, _) => "there is no network route to the host",
            (Self::Tls, _) => "TLS failed",
            (Self::Timeout, false) => "the connection timed out",
            (Self::Timeout, true) => "the response timed out",
            (Self::Reset, false) => "the connection was closed before the request was sent",
            (Self::Reset, true) => "the connection was closed before the response was complete",
            (Self::TooLarge, _) => "the response is too large",
            (Self::Protocol, _) => "the response is malformed",
        }
    }

    /// What to look at, where the reader can do something about it.
    pub(crate) const fn hint(self, sent: bool) -> Option<&'static str> {
        match (self, sent) {
            (Self::Dns, _) => Some("check the host name, the network and the proxy variables"),
            (Self::Refused, _) => {
                Some("check the host and port, and whether a proxy or firewall blocks the connection")
            }
            (Self::Unreachable, _) => Some("check the network"),
            (Self::Tls, _) => Some(
                "check the host name, and that the system trusts its certificate; `SSL_CERT_FILE` can name a company \
                 certificate",
            ),
            (Self::Timeout, false) => Some("check the network, or increase the connect timeout"),
            (Self::TooLarge, _) => Some("request less at once"),
            (Self::Protocol, _) => Some("a proxy may have answered instead of GitHub"),
            (Self::Timeout | Self::Reset, _) => None,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
