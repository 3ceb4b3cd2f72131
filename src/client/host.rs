//! The GitHub host that a client talks to.

use std::fmt;
use std::str::FromStr;

use crate::Error;

const GITHUB: &str = "github.com";
const TENANTS: &str = "ghe.com";
const LOCAL: &str = "github.localhost";

/// A GitHub host: github.com, a tenant of ghe.com, an Enterprise Server, or github.localhost for development and sandboxes.
///
/// ```
/// use ghx::client::Host;
///
/// let host: Host = "GitHub.com".parse()?;
/// assert_eq!(host, Host::github());
/// assert_eq!(host.graphql_url(), "https://api.github.com/graphql");
/// let server: Host = "ghe.example.com".parse()?;
/// assert_eq!(server.rest_url(), "https://ghe.example.com/api/v3/");
/// # Ok::<(), ghx::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Host {
    name: String,
    port: Option<u16>,
    kind: HostKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum HostKind {
    GitHub,
    Tenant,
    Local,
    Server,
}

impl Host {
    /// github.com.
    pub fn github() -> Self {
        Self { name: GITHUB.to_owned(), port: None, kind: HostKind::GitHub }
    }

    /// github.localhost, the host of a sandbox.
    pub(super) fn local() -> Self {
        Self { name: LOCAL.to_owned(), port: None, kind: HostKind::Local }
    }

    /// The host in the URLs of web pages: without the default port, and without any port for github.localhost.
    pub(super) fn web(&self) -> String {
        match (self.kind, self.port) {
            (HostKind::Server, Some(port)) if port != 443 => self.to_string(),
            _ => self.name.clone(),
        }
    }

    /// The URL for GraphQL requests.
    pub fn graphql_url(&self) -> String {
        match self.kind {
            HostKind::Server => format!("https://{self}/api/graphql"),
            _ => format!("{}graphql", self.rest_url()),
        }
    }

    /// The root of the REST API, with a slash at the end.
    pub fn rest_url(&self) -> String {
        match self.kind {
            HostKind::GitHub | HostKind::Tenant => format!("https://api.{self}/"),
            HostKind::Local => format!("http://api.{self}/"),
            HostKind::Server => format!("https://{self}/api/v3/"),
        }
    }

    /// Whether it is an Enterprise Server, which has separate token variables.
    pub fn is_enterprise_server(&self) -> bool {
        self.kind == HostKind::Server
    }

    /// Whether this name is the host or a subdomain of it.
    pub(super) fn owns(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        name.strip_suffix(&self.name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    }
}

impl FromStr for Host {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let lower = text.trim().to_ascii_lowercase();
        let (name, port) = split_port(&lower).ok_or_else(|| invalid(text))?;
        let (name, kind) = normalise(name);
        match (kind, port) {
            _ if !is_name(&name) => Err(invalid(text)),
            (HostKind::GitHub | HostKind::Tenant, Some(_)) => {
                Err(Error::validation(format!("`{text}` is not a GitHub host (write `{name}` without a port)")))
            }
            (HostKind::Server, _) if name == TENANTS => {
                Err(Error::validation(format!("`{TENANTS}` is not a host (write `SUBDOMAIN.{TENANTS}`)")))
            }
            _ => Ok(Self { name, port, kind }),
        }
    }
}

/// Splits name and port; `None` if the port is invalid.
fn split_port(text: &str) -> Option<(&str, Option<u16>)> {
    match text.split_once(':') {
        None => Some((text, None)),
        Some((name, port)) => port.parse().ok().filter(|port| *port != 0).map(|port| (name, Some(port))),
    }
}

/// Removes subdomains as `gh` does: `api.github.com` is github.com, and `api.acme.ghe.com` is acme.ghe.com.
fn normalise(name: &str) -> (String, HostKind) {
    let below = |parent: &str| name.strip_suffix(parent).and_then(|rest| rest.strip_suffix('.'));
    if name == GITHUB || below(GITHUB).is_some() {
        (GITHUB.to_owned(), HostKind::GitHub)
    } else if name == LOCAL || below(LOCAL).is_some() {
        (LOCAL.to_owned(), HostKind::Local)
    } else if let Some(rest) = below(TENANTS) {
        let tenant = rest.rsplit('.').next().unwrap_or(rest);
        (format!("{tenant}.{TENANTS}"), HostKind::Tenant)
    } else {
        (name.to_owned(), HostKind::Server)
    }
}

pub(super) fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    name.len() <= 253 && name.split('.').all(|label| !label.is_empty() && label.bytes().all(allowed))
}

/// The error for an invalid host, with what to write instead.
fn invalid(text: &str) -> Error {
    // The text before an `@` may be a password.
    if text.contains('@') {
        return Error::validation("a host cannot contain a user or password (write `github.com` or `ghe.example.com`)");
    }
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let name = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let fix = if name != text && is_name(name) { name } else { "ghe.example.com" };
    Error::validation(format!("`{text}` is not a host name (write `{fix}`)"))
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match self.port {
            Some(port) => write!(f, ":{port}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_kind_has_its_endpoints() {
        for (text, name, graphql, rest) in [
            ("github.com", "github.com", "https://api.github.com/graphql", "https://api.github.com/"),
            (" API.GitHub.com\n", "github.com", "https://api.github.com/graphql", "https://api.github.com/"),
            ("acme.ghe.com", "acme.ghe.com", "https://api.acme.ghe.com/graphql", "https://api.acme.ghe.com/"),
            ("api.Acme.ghe.com", "acme.ghe.com", "https://api.acme.ghe.com/graphql", "https://api.acme.ghe.com/"),
            (
                "ghe.example.com",
                "ghe.example.com",
                "https://ghe.example.com/api/graphql",
                "https://ghe.example.com/api/v3/",
            ),
            ("ghe:8443", "ghe:8443", "https://ghe:8443/api/graphql", "https://ghe:8443/api/v3/"),
            (
                "github.localhost",
                "github.localhost",
                "http://api.github.localhost/graphql",
                "http://api.github.localhost/",
            ),
            (
                "github.localhost:8080",
                "github.localhost:8080",
                "http://api.github.localhost:8080/graphql",
                "http://api.github.localhost:8080/",
            ),
        ] {
            let host: Host = text.parse().unwrap();
            let found = (host.to_string(), host.graphql_url(), host.rest_url());
            assert_eq!(found, (name.to_owned(), graphql.to_owned(), rest.to_owned()));
        }
    }

    #[test]
    fn similar_names_are_enterprise_servers() {
        for text in ["notgithub.com", "github.com.example.com", "ghe.com.example.com", "myghe.com", "github.org"] {
            assert!(text.parse::<Host>().unwrap().is_enterprise_server(), "{text}");
        }
    }

    #[test]
    fn the_error_says_what_to_write_instead() {
        for (text, message) in [
            ("https://github.com", "`https://github.com` is not a host name (write `github.com`)"),
            ("ghe.example.com/api/v3", "`ghe.example.com/api/v3` is not a host name (write `ghe.example.com`)"),
            ("ghe.acme.io:port", "`ghe.acme.io:port` is not a host name (write `ghe.acme.io`)"),
            ("ghe.acme.io:0", "`ghe.acme.io:0` is not a host name (write `ghe.acme.io`)"),
            ("ghe.acme.io:99999", "`ghe.acme.io:99999` is not a host name (write `ghe.acme.io`)"),
            ("a..b", "`a..b` is not a host name (write `ghe.example.com`)"),
            ("", "`` is not a host name (write `ghe.example.com`)"),
            ("github.com:443", "`github.com:443` is not a GitHub host (write `github.com` without a port)"),
            ("ghe.com", "`ghe.com` is not a host (write `SUBDOMAIN.ghe.com`)"),
            (
                "me:canary@ghe.acme.io",
                "a host cannot contain a user or password (write `github.com` or `ghe.example.com`)",
            ),
        ] {
            assert_eq!(text.parse::<Host>().unwrap_err().message(), message);
        }
    }

    #[test]
    fn owns_itself_and_its_subdomains() {
        let host = Host::github();
        assert!(host.owns("github.com") && host.owns("API.github.com"));
        assert!(!host.owns("evilgithub.com") && !host.owns("github.com.evil.org") && !host.owns("com"));
    }

    proptest! {
        #[test]
        fn parsing_never_panics_and_is_stable(text in any::<String>()) {
            if let Ok(host) = text.parse::<Host>() {
                prop_assert_eq!(host.to_string().parse::<Host>().unwrap(), host);
            }
        }
    }
}
