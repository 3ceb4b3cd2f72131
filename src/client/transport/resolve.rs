//! Resolves the names of this machine without DNS.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::is_local;

/// Resolves only `localhost` and its subdomains, to loopback addresses, as RFC 6761 requires. Requests to them without TLS
/// never leave the machine, whatever a name server says.
#[derive(Debug)]
pub(super) struct LoopbackResolver;

impl Resolve for LoopbackResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let found = if is_local(name.as_str()) {
            // Port 0 means the port of the URL.
            let addresses = [SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), SocketAddr::from((Ipv6Addr::LOCALHOST, 0))];
            Ok(Box::new(addresses.into_iter()) as Addrs)
        } else {
            Err(format!("{} is not a name of this machine", name.as_str()).into())
        };
        Box::pin(std::future::ready(found))
    }
}
