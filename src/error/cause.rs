//! Why a request failed between ghx and GitHub.

use std::fmt;

/// Why a request failed between ghx and GitHub: `details.cause` of an error in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cause {
    /// The host name could not be resolved.
    Dns,
    /// The host refused the connection: nothing listens there, or a firewall is in the way.
    Refused,
    /// There is no network route to the host.
    Unreachable,
    /// TLS failed: the certificate is not trusted or is for another name, or the server does not support TLS.
    Tls,
    /// The connection or the response timed out.
    Timeout,
    /// The connection was closed too early.
    Reset,
    /// The response is larger than ghx accepts.
    TooLarge,
    /// The response is not HTTP, or cannot be decompressed.
    Protocol,
}

impl Cause {
    /// The name in JSON: `dns`, `too_large`.
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

    /// What happened. `sent` is true if the request may have reached GitHub.
    pub(crate) const fn description(self, sent: bool) -> &'static str {
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

    /// What the user can check, if anything.
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
