//! The hosts whose web URLs a client accepts in inputs.

use http::Uri;

use super::Host;
use crate::Error;
use crate::capability::input::InputHost;
use crate::client::transport::is_local;
use crate::error::InputProblem;

/// The hosts whose web URLs a client accepts in inputs; the first is its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AcceptedHosts(Vec<String>);

impl AcceptedHosts {
    /// The accepted hosts of a client for this host, with its API at this URL.
    ///
    /// An API on this machine is a replacement for GitHub, such as a sandbox, and returns URLs on the host that it replaces.
    /// An API on another host than the client's is that of an Enterprise Server, which has its web pages on the same host.
    pub(super) fn new(host: &Host, api: &Uri) -> Self {
        let name = api.host().unwrap_or_default();
        let authority = api.authority().map(|authority| authority.as_str().to_ascii_lowercase()).unwrap_or_default();
        if host.owns(name) {
            return Self(vec![host.web()]);
        }
        if !is_local(name) {
            return Self(vec![authority.parse().map_or(authority, |host: Host| host.web())]);
        }
        let replaced = [Host::github().web(), Host::local().web()];
        let replaced = replaced.into_iter().filter(|name| !host.is_enterprise_server() && *name != host.web());
        Self([host.web()].into_iter().chain(replaced).chain([authority]).collect())
    }

    pub(crate) fn hosts(&self) -> &[String] {
        &self.0
    }

    /// The problems of the URLs in an input; empty if all their hosts are accepted.
    pub(crate) fn problems(&self, hosts: &[InputHost]) -> Vec<InputProblem> {
        hosts.iter().filter(|found| !self.contains(&found.host)).map(|found| self.problem(found)).collect()
    }

    /// The same problems as an error.
    pub(crate) fn check(&self, hosts: &[InputHost]) -> Result<(), Error> {
        let problems = self.problems(hosts);
        if problems.is_empty() { Ok(()) } else { Err(Error::invalid_input(problems)) }
    }

    pub(super) fn contains(&self, host: &str) -> bool {
        // The URLs of a local GitHub do not have the port that it listens on.
        let host = if host.starts_with("github.localhost:") { "github.localhost" } else { host };
        self.0.iter().any(|known| known == host)
    }

    fn problem(&self, found: &InputHost) -> InputProblem {
        let InputHost { input, host } = found;
        let own = self.0.first().map(String::as_str).unwrap_or_default();
        let rule = format!("is a URL on `{host}`, but this client uses `{own}`");
        let is_same = host.parse::<Host>().is_ok_and(|host| self.contains(&host.web()));
        let hint = if is_same {
            format!("write its URL on `{own}`")
        } else {
            format!("use a client for `{host}`: set `GH_HOST` or `host`")
        };
        InputProblem::new(format!("/{input}"), format!("a URL on {own}"), format!("a URL on {host}"), rule).hint(hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(host: &str, api: &str) -> Vec<String> {
        AcceptedHosts::new(&host.parse().unwrap(), &api.parse().unwrap()).0
    }

    #[test]
    fn the_accepted_hosts_follow_from_host_and_api_url() {
        for (host, api, expected) in [
            ("github.com", "https://api.github.com/graphql", vec!["github.com"]),
            ("acme.ghe.com", "https://api.acme.ghe.com/graphql", vec!["acme.ghe.com"]),
            ("ghe:8443", "https://ghe:8443/api/graphql", vec!["ghe:8443"]),
            ("ghe:443", "https://ghe:443/api/graphql", vec!["ghe"]),
            ("github.localhost:8080", "http://api.github.localhost:8080/graphql", vec!["github.localhost"]),
            // No host was set, and the API URL is that of an Enterprise Server.
            ("github.com", "https://GHE.io/api/graphql", vec!["ghe.io"]),
            ("github.com", "https://ghe.io:8443/api/graphql", vec!["ghe.io:8443"]),
            ("github.com", "https://ghe.io:443/api/graphql", vec!["ghe.io"]),
            ("github.com", "https://api.acme.ghe.com/graphql", vec!["acme.ghe.com"]),
            // A replacement for GitHub on this machine.
            ("github.com", "http://127.0.0.1:80/graphql", vec!["github.com", "github.localhost", "127.0.0.1:80"]),
            ("ghe.io", "http://127.0.0.1:9/graphql", vec!["ghe.io", "127.0.0.1:9"]),
        ] {
            assert_eq!(accepted(host, api), expected, "{host} {api}");
        }
        let sandbox = accepted("github.localhost", "http://127.0.0.1:9/graphql");
        assert_eq!(sandbox, ["github.localhost", "github.com", "127.0.0.1:9"]);
    }

    /// The host of a URL was once ignored, so that a write went to the repository of the same name on the client's host.
    #[test]
    fn a_url_of_another_host_names_the_field_both_hosts_and_the_fix() {
        let accepted = AcceptedHosts::new(&Host::github(), &"https://api.github.com/graphql".parse().unwrap());
        let of = |host: &str| accepted.check(&[InputHost { input: "issue", host: host.to_owned() }]);
        of("github.com").unwrap();
        assert_eq!(
            of("ghe.example.com").unwrap_err().message(),
            "`issue` is a URL on `ghe.example.com`, but this client uses `github.com` (use a client for `ghe.example.com`: \
             set `GH_HOST` or `host`)"
        );
        assert_eq!(
            of("gist.github.com").unwrap_err().message(),
            "`issue` is a URL on `gist.github.com`, but this client uses `github.com` (write its URL on `github.com`)"
        );
        for host in ["github.com.evil.example", "evilgithub.com", "github.com:8443", "api.github.com", "com", ""] {
            of(host).unwrap_err();
        }
    }
}
