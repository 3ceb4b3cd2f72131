//! Which hosts are this machine.

use std::net::IpAddr;

/// `localhost`, 127.0.0.0/8 and `::1`: what never goes through a proxy.
pub(super) fn is_loopback(host: &str) -> bool {
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    host.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

/// Also `*.localhost`, which resolves to this machine: where a token may travel without TLS.
pub(crate) fn is_local(host: &str) -> bool {
    is_loopback(host) || host.to_ascii_lowercase().ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_this_machine() {
        for host in ["localhost", "LOCALHOST", "127.0.0.1", "127.9.9.9", "[::1]", "::1", "[::ffff:127.0.0.1]"] {
            assert!(is_loopback(host) && is_local(host), "{host}");
        }
        for host in ["github.localhost", "api.github.localhost"] {
            assert!(!is_loopback(host) && is_local(host), "{host}");
        }
        for host in ["github.com", "localhost.example.com", "notlocalhost", "128.0.0.1", "127.evil.com", "[::2]", ""] {
            assert!(!is_local(host), "{host}");
        }
    }
}
