//! Which URLs mean what a client works with.

use http::Uri;

use super::Host;
use crate::Error;
use crate::capability::input::InputHost;
use crate::client::transport::is_local;
use crate::error::InputProblem;

/// The hosts whose web pages show what a client works with; the first is its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Home(Vec<String>);

impl Home {
    /// The home of a client of this host whose API is at this URL.
    ///
    /// An API on this machine is a stand-in, such as a sandbox, which gives out URLs of the GitHub that it stands in for. An
    /// API on another host than the client's is that of an Enterprise Server, whose pages are there as well.
    pub(super) fn new(host: &Host, api: &Uri) -> Self {
        let name = api.host().unwrap_or_default();
        let authority = api.authority().map(|authority| authority.as_str().to_ascii_lowercase()).unwrap_or_default();
        if host.owns(name) {
            return Self(vec![host.web()]);
        }
        if !is_local(name) {
            return Self(vec![authority.parse().map_or(authority, |host: Host| host.web())]);
        }
        let played = [Host::github().web(), Host::local().web()];
        let played = played.into_iter().filter(|played| !host.is_enterprise_server() && *played != host.web());
        Self([host.web()].into_iter().chain(played).chain([authority]).collect())
    }

    pub(crate) fn hosts(&self) -> &[String] {
        &self.0
    }

    /// What is wrong with the URLs of an input; empty if all are at home.
    pub(crate) fn problems(&self, hosts: &[InputHost]) -> Vec<InputProblem> {
        hosts.iter().filter(|found| !self.has(&found.host)).map(|found| self.problem(found)).collect()
    }

    /// The same as an error.
    pub(crate) fn check(&self, hosts: &[InputHost]) -> Result<(), Error> {
        let problems = self.problems(hosts);
        if problems.is_empty() { Ok(()) } else { Err(Error::invalid_input(problems)) }
    }

    pub(super) fn has(&self, host: &str) -> bool {
        // The local GitHub gives out URLs without the port that it listens on.
        let host = if host.starts_with("github.localhost:") { "github.localhost" } else { host };
        self.0.iter().any(|known| known == host)
    }

    fn problem(&self, found: &InputHost) -> InputProblem {
        let InputHost { input, host } = found;
        let own = self.0.first().map(String::as_str).unwrap_or_default();
        let rule = format!("is a URL of `{host}`, but this client works with `{own}`");
        let is_same = host.parse::<Host>().is_ok_and(|host| self.has(&host.web()));
        let hint = if is_same {
            format!("write the URL of its page on `{own}`")
        } else {
            format!("use a client of `{host}`, as `GH_HOST` or `host` makes one, or name what you mean on `{own}`")
        };
        InputProblem::new(format!("/{input}"), format!("a URL of {own}"), format!("a URL of {host}"), rule).hint(hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(host: &str, api: &str) -> Vec<String> {
        Home::new(&host.parse().unwrap(), &api.parse().unwrap()).0
    }

    /// The host of a URL was once ignored: a write went to the repository of the same name on github.com.
    #[test]
    fn the_pages_are_those_of_the_host_that_is_asked() {
        for (host, api, expected) in [
            ("github.com", "https://api.github.com/graphql", vec!["github.com"]),
            ("acme.ghe.com", "https://api.acme.ghe.com/graphql", vec!["acme.ghe.com"]),
            ("ghe:8443", "https://ghe:8443/api/graphql", vec!["ghe:8443"]),
            ("ghe:443", "https://ghe:443/api/graphql", vec!["ghe"]),
            ("github.localhost:8080", "http://api.github.localhost:8080/graphql", vec!["github.localhost"]),
            // No host was named, and the URL leads to a server.
            ("github.com", "https://GHE.io/api/graphql", vec!["ghe.io"]),
            ("github.com", "https://ghe.io:8443/api/graphql", vec!["ghe.io:8443"]),
            ("github.com", "https://ghe.io:443/api/graphql", vec!["ghe.io"]),
            ("github.com", "https://api.acme.ghe.com/graphql", vec!["acme.ghe.com"]),
            // A stand-in.
            ("github.com", "http://127.0.0.1:80/graphql", vec!["github.com", "github.localhost", "127.0.0.1:80"]),
            ("ghe.io", "http://127.0.0.1:9/graphql", vec!["ghe.io", "127.0.0.1:9"]),
        ] {
            assert_eq!(home(host, api), expected, "{host} {api}");
        }
        let sandbox = home("github.localhost", "http://127.0.0.1:9/graphql");
        assert_eq!(sandbox, ["github.localhost", "github.com", "127.0.0.1:9"]);
    }

    #[test]
    fn a_url_of_another_host_names_the_field_both_hosts_and_the_fix() {
        let home = Home::new(&Host::github(), &"https://api.github.com/graphql".parse().unwrap());
        let of = |host: &str| home.check(&[InputHost { input: "issue", host: host.to_owned() }]);
        of("github.com").unwrap();
        assert_eq!(
            of("ghe.example.com").unwrap_err().message(),
            "`issue` is a URL of `ghe.example.com`, but this client works with `github.com` (use a client of \
             `ghe.example.com`, as `GH_HOST` or `host` makes one, or name what you mean on `github.com`)"
        );
        assert_eq!(
            of("gist.github.com").unwrap_err().message(),
            "`issue` is a URL of `gist.github.com`, but this client works with `github.com` (write the URL of its page on \
             `github.com`)"
        );
        for host in ["github.com.evil.example", "evilgithub.com", "github.com:8443", "api.github.com", "com", ""] {
            of(host).unwrap_err();
        }
    }
}
