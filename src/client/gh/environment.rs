//! The environment of a `gh` process: only the variables that are listed here.

use std::ffi::{OsStr, OsString};
use std::fmt;

use secrecy::{ExposeSecret, SecretString};

use super::program::Gh;
use crate::client::Host;

/// Variables that `gh` needs to run, to find its configuration and keyring, to reach GitHub, and for the user's locale.
const PASSED_ON: [&str; 33] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "TMPDIR",
    "TEMP",
    "TMP",
    "TZ",
    "LANG",
    "LANGUAGE",
    "GH_CONFIG_DIR",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "DBUS_SESSION_BUS_ADDRESS",
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "WINDIR",
    "APPDATA",
    "LOCALAPPDATA",
    "PROGRAMDATA",
    "USERPROFILE",
    "USERNAME",
    "HOMEDRIVE",
    "HOMEPATH",
    "PATHEXT",
];

/// Prefixes of variables that are passed on as well.
const PREFIXES: [&str; 2] = ["XDG_", "LC_"];

/// Variables that are always set: no prompts, no colours, no update notices, and no telemetry, which would leave a process
/// running in the background.
const ALWAYS: [(&str, &str); 7] = [
    ("GH_TELEMETRY", "false"),
    ("GH_PROMPT_DISABLED", "1"),
    ("GH_NO_UPDATE_NOTIFIER", "1"),
    ("GH_SPINNER_DISABLED", "1"),
    ("GH_PAGER", "cat"),
    ("NO_COLOR", "1"),
    ("CLICOLOR", "0"),
];

/// Variables that are never passed on: `GH_DEBUG` prints tokens, and the client decides on host, token and repository.
const NEVER: [&str; 9] = [
    "GH_DEBUG",
    "DEBUG",
    "GH_HOST",
    "GH_REPO",
    "GH_TOKEN",
    "GITHUB_TOKEN",
    "GH_ENTERPRISE_TOKEN",
    "GITHUB_ENTERPRISE_TOKEN",
    "GH_FORCE_TTY",
];

/// The environment variables of a `gh` process.
pub(crate) struct GhEnvironment(Vec<(OsString, OsString)>);

impl GhEnvironment {
    /// The variables for requests to a host, with a token unless `gh` uses its own.
    pub(crate) fn new(gh: &Gh, host: &Host, token: Option<&SecretString>) -> Self {
        let mut environment = Self::bare(gh);
        environment.set("GH_HOST", host.to_string());
        if let Some(token) = token {
            let name = if host.is_enterprise_server() { "GH_ENTERPRISE_TOKEN" } else { "GH_TOKEN" };
            environment.set(name, token.expose_secret());
        }
        environment
    }

    /// The variables for commands that send no requests.
    pub(crate) fn bare(gh: &Gh) -> Self {
        Self::of(std::env::vars_os(), gh)
    }

    fn of(process: impl Iterator<Item = (OsString, OsString)>, gh: &Gh) -> Self {
        let own = gh.variables().iter().filter(|(name, _)| !is_one_of(&NEVER, name)).cloned();
        let mut environment = Self(process.filter(|(name, _)| is_passed_on(name)).chain(own).collect());
        for (name, value) in ALWAYS {
            environment.set(name, value);
        }
        environment
    }

    fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.0.push((name.into(), value.into()));
    }

    /// The variables. Later ones replace earlier ones of the same name.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.0.iter().map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }
}

fn is_passed_on(name: &OsStr) -> bool {
    let has_prefix = name.to_str().is_some_and(|name| PREFIXES.iter().any(|prefix| name.starts_with(prefix)));
    has_prefix || is_one_of(&PASSED_ON, name)
}

/// Whether the name is in the list. Windows ignores the case of names.
fn is_one_of(names: &[&str], name: &OsStr) -> bool {
    names.iter().any(|known| if cfg!(windows) { name.eq_ignore_ascii_case(known) } else { name == OsStr::new(known) })
}

/// Does not show the values, because one of them is the token.
impl fmt::Debug for GhEnvironment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn variables(pairs: &[(&str, &str)]) -> impl Iterator<Item = (OsString, OsString)> {
        let pairs: Vec<_> = pairs.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        pairs.into_iter()
    }

    fn seen(environment: &GhEnvironment) -> HashMap<String, String> {
        let text = |text: &OsStr| text.to_str().unwrap().to_owned();
        environment.iter().map(|(name, value)| (text(name), text(value))).collect()
    }

    #[test]
    fn only_listed_variables_are_passed_on() {
        let process = [
            ("PATH", "/bin"),
            ("https_proxy", "http://proxy"),
            ("XDG_CONFIG_HOME", "/config"),
            ("LC_ALL", "C"),
            ("AWS_SECRET_ACCESS_KEY", "canary"),
            ("GH_TOKEN", "canary"),
            ("GITHUB_TOKEN", "canary"),
            ("GH_ENTERPRISE_TOKEN", "canary"),
            ("GH_DEBUG", "api"),
            ("GH_REPO", "evil/repo"),
            ("GH_HOST", "evil.example.com"),
            ("GH_FORCE_TTY", "1"),
            ("GH_PAGER", "less"),
            ("LD_PRELOAD", "x"),
        ];
        let gh = Gh::at("gh").variable("EXTRA", "1").variable("GH_DEBUG", "api").variable("GH_PROMPT_DISABLED", "");
        let seen = seen(&GhEnvironment::of(variables(&process), &gh));
        let passed = ["PATH", "https_proxy", "XDG_CONFIG_HOME", "LC_ALL", "EXTRA"];
        let mut expected: Vec<&str> = passed.into_iter().chain(ALWAYS.map(|(name, _)| name)).collect();
        let mut names: Vec<&str> = seen.keys().map(String::as_str).collect();
        expected.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, expected);
        assert_eq!((seen["GH_PAGER"].as_str(), seen["GH_PROMPT_DISABLED"].as_str()), ("cat", "1"));
    }

    #[test]
    fn the_token_variable_depends_on_the_host_and_is_not_shown() {
        let token = SecretString::from("canary");
        for (host, name) in [
            ("github.com", "GH_TOKEN"),
            ("acme.ghe.com", "GH_TOKEN"),
            ("github.localhost", "GH_TOKEN"),
            ("ghe.example.com", "GH_ENTERPRISE_TOKEN"),
        ] {
            let host: Host = host.parse().unwrap();
            let environment = GhEnvironment::new(&Gh::at("gh"), &host, Some(&token));
            assert!(!format!("{environment:?}").contains("canary"));
            let seen = seen(&environment);
            assert_eq!((seen[name].as_str(), seen["GH_HOST"].as_str()), ("canary", host.to_string().as_str()));
            assert_eq!(seen.values().filter(|value| *value == "canary").count(), 1);
            let without = GhEnvironment::new(&Gh::at("gh"), &host, None);
            assert!(!without.iter().any(|(name, _)| name.to_str().unwrap().ends_with("TOKEN")));
        }
    }
}
