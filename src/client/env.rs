//! The environment variables of a client, with the same meaning as for `gh`.

use secrecy::SecretString;

use super::endpoint::SettingValue;
use super::host::Host;
use crate::Error;
use crate::error::Phase;

/// The variables that ghx uses, read once. An empty variable counts as not set.
#[derive(Clone)]
pub(super) struct Environment {
    pub(super) host: Option<SettingValue>,
    pub(super) graphql_url: Option<SettingValue>,
    pub(super) rest_url: Option<SettingValue>,
    tokens: Vec<Variable>,
    codespaces: bool,
}

/// A token and the variable it came from.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: &'static str,
    pub(super) secret: SecretString,
}

/// For github.com, tenants of ghe.com and github.localhost. The first that is set is used.
const COMMON: [&str; 2] = ["GH_TOKEN", "GITHUB_TOKEN"];
/// For Enterprise Servers.
const ENTERPRISE: [&str; 2] = ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"];
/// For Enterprise Servers in a codespace, whose `GITHUB_TOKEN` belongs to the server it runs on.
const ENTERPRISE_CODESPACE: [&str; 3] = ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN", "GITHUB_TOKEN"];

impl Environment {
    pub(super) fn of_process() -> Self {
        // A value that is not Unicode is refused later, with the name of its variable.
        Self::read(|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
    }

    pub(super) fn read(variable: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        let given = |name: &'static str| set(name).map(|text| SettingValue { name, text });
        let token = |name: &'static str| set(name).map(|secret| Variable { name, secret: secret.into() });
        Self {
            host: given("GH_HOST"),
            graphql_url: given("GITHUB_GRAPHQL_URL"),
            rest_url: given("GITHUB_API_URL"),
            tokens: COMMON.into_iter().chain(ENTERPRISE).filter_map(token).collect(),
            codespaces: set("CODESPACES").is_some_and(|value| value.trim() == "true"),
        }
    }

    /// The token for a host, by the precedence of `gh`.
    pub(super) fn token(&self, host: &Host) -> Result<&Variable, Error> {
        let names: &[&str] = match (host.is_enterprise_server(), self.codespaces) {
            (false, _) => &COMMON,
            (true, false) => &ENTERPRISE,
            (true, true) => &ENTERPRISE_CODESPACE,
        };
        let find = |name: &&str| self.tokens.iter().find(|token| token.name == *name);
        names.iter().find_map(find).ok_or_else(|| missing(host, names))
    }
}

fn missing(host: &Host, names: &[&str]) -> Error {
    let names = names.join("` or `");
    Error::auth(format!("no token for {host}: set `{names}`, or run `gh auth login --hostname {host}`"))
        .in_phase(Phase::NotSent)
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;
    use crate::ErrorCode;

    fn environment(variables: &[(&str, &str)]) -> Environment {
        Environment::read(|name| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    }

    /// Sets each variable to its own name, so that the token shows which one was used.
    fn chosen(host: &str, set: &[&str]) -> Option<String> {
        let variables: Vec<_> =
            set.iter().map(|name| if *name == "CODESPACES" { (*name, "true") } else { (*name, *name) }).collect();
        let environment = environment(&variables);
        let token = environment.token(&host.parse().unwrap());
        token.ok().map(|variable| variable.secret.expose_secret().to_owned())
    }

    #[test]
    fn uses_the_same_token_as_gh() {
        let all = ["GITHUB_ENTERPRISE_TOKEN", "GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN", "GH_TOKEN", "CODESPACES"];
        for host in ["github.com", "acme.ghe.com", "github.localhost"] {
            assert_eq!(chosen(host, &all).as_deref(), Some("GH_TOKEN"));
            assert_eq!(chosen(host, &["GITHUB_TOKEN", "GH_ENTERPRISE_TOKEN"]).as_deref(), Some("GITHUB_TOKEN"));
            assert_eq!(chosen(host, &["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]), None);
        }
        let server = "ghe.example.com";
        assert_eq!(chosen(server, &all).as_deref(), Some("GH_ENTERPRISE_TOKEN"));
        assert_eq!(chosen(server, &all[..2]).as_deref(), Some("GITHUB_ENTERPRISE_TOKEN"));
        assert_eq!(chosen(server, &["GH_TOKEN", "GITHUB_TOKEN"]), None);
        assert_eq!(chosen(server, &["GH_TOKEN", "GITHUB_TOKEN", "CODESPACES"]).as_deref(), Some("GITHUB_TOKEN"));
    }

    #[test]
    fn an_empty_variable_is_not_set() {
        let environment = environment(&[("GH_TOKEN", ""), ("GITHUB_TOKEN", "second"), ("GH_HOST", " ")]);
        assert!(environment.host.is_none());
        assert_eq!(environment.token(&Host::github()).unwrap().name, "GITHUB_TOKEN");
    }

    #[test]
    fn says_which_variable_to_set() {
        let error = environment(&[]).token(&Host::github()).unwrap_err();
        assert_eq!((error.code(), error.phase()), (ErrorCode::Auth, Phase::NotSent));
        let message = "no token for github.com: set `GH_TOKEN` or `GITHUB_TOKEN`, or run `gh auth login --hostname \
            github.com`";
        assert_eq!(error.message(), message);
        let error = environment(&[("GH_TOKEN", "x")]).token(&"ghe.example.com".parse().unwrap()).unwrap_err();
        assert!(error.message().contains("set `GH_ENTERPRISE_TOKEN` or `GITHUB_ENTERPRISE_TOKEN`"), "{error}");
    }
}
