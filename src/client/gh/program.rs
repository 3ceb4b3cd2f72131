//! The `gh` program and its extra environment variables.

use std::ffi::{OsStr, OsString};
use std::fmt;

/// The `gh` program: its path and extra environment variables.
///
/// By default it is the program that `GH_PATH` names, else `gh` on `PATH`. It does not get the whole environment: only the
/// variables that it needs to run, to find its configuration and to reach GitHub, and those that
/// [`variable`](Self::variable) adds. Host and token are those of the client.
///
/// ```
/// use ghx::client::Gh;
///
/// let gh = Gh::at("/opt/gh/bin/gh").variable("GH_CONFIG_DIR", "/etc/gh");
/// assert_eq!(format!("{gh:?}"), r#"Gh { program: "/opt/gh/bin/gh", variables: ["GH_CONFIG_DIR"] }"#);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Gh {
    program: OsString,
    variables: Vec<(OsString, OsString)>,
}

impl Gh {
    /// The program that `GH_PATH` names, else `gh` on `PATH`.
    pub fn new() -> Self {
        let named = std::env::var_os("GH_PATH").filter(|path| !path.is_empty());
        Self::at(named.unwrap_or_else(|| "gh".into()))
    }

    /// The program at this path; a name without a path is searched for on `PATH`.
    pub fn at(program: impl Into<OsString>) -> Self {
        Self { program: program.into(), variables: Vec::new() }
    }

    /// Adds an environment variable.
    #[must_use]
    pub fn variable(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    pub(crate) fn program(&self) -> &OsStr {
        &self.program
    }

    pub(crate) fn variables(&self) -> &[(OsString, OsString)] {
        &self.variables
    }
}

impl Default for Gh {
    fn default() -> Self {
        Self::new()
    }
}

/// Does not show the values of variables, which may be secrets.
impl fmt::Debug for Gh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&OsString> = self.variables.iter().map(|(name, _)| name).collect();
        f.debug_struct("Gh").field("program", &self.program).field("variables", &names).finish()
    }
}
