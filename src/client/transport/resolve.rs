//! Names of this machine, which no name server is asked for.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::is_local;

/// Resolves `localhost` and every name below it to this machine, as RFC 6761 has it, and nothing else. So what is sent there
/// without TLS never leaves the machine, whatever a name server says.
#[derive(Debug)]
pub(super) struct ThisMachine;

impl Resolve for ThisMachine {
    fn resolve(&self, name: Name) -> Resolving {
        let found = if is_local(name.as_str()) {
            // Port 0 stands for that of the URL.
            let addresses = [SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), SocketAddr::from((Ipv6Addr::LOCALHOST, 0))];
            Ok(Box::new(addresses.into_iter()) as Addrs)
        } else {
            Err(format!("{} is not a name of this machine", name.as_str()).into())
        };
        Box::pin(std::future::ready(found))
    }
}
