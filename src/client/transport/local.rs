//! Recognises the hosts that are this machine.

use std::net::IpAddr;

/// Whether a host is this machine: `localhost`, `*.localhost`, 127.0.0.0/8 or `::1`. A token may be sent to it without TLS,
/// and it is never reached through a proxy.
pub(crate) fn is_local(host: &str) -> bool {
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    let name = host.to_ascii_lowercase();
    name == "localhost"
        || name.ends_with(".localhost")
        || bare.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_this_machine() {
        for host in ["localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "[::1]", "::1", "[::ffff:127.0.0.1]"] {
            assert!(is_local(host), "{host}");
        }
        for host in ["github.localhost", "API.github.localhost"] {
            assert!(is_local(host), "{host}");
        }
        for host in ["github.com", "localhost.example.com", "notlocalhost", "128.0.0.1", "127.evil.com", "[::2]", ""] {
            assert!(!is_local(host), "{host}");
        }
    }
}
