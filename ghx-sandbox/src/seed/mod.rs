//! What a sandbox starts with: the standard seed, a YAML file, or a value built in code. All three are the same data.
//!
//! ```
//! use ghx_sandbox::{IssueSeed, RepoSeed, Seed};
//!
//! let seed = Seed::empty("octocat").user("mona").repo(
//!     RepoSeed::new("acme/rockets").label("bug").issue(IssueSeed::new("It does not fly").by("mona").label("bug")),
//! );
//! assert_eq!(seed.repositories.len(), 1);
//! ```

mod actions;
mod issues;
mod plant;
mod repo;

use std::path::Path;

use serde::Deserialize;

pub(crate) use self::plant::plant;
pub use self::{
    actions::{JobSeed, ReleaseSeed, RunSeed, StepSeed, WorkflowSeed},
    issues::{CommentSeed, IssueSeed, PullSeed, ReviewSeed, ThreadSeed},
    repo::{IssueTypeSeed, LabelSeed, MilestoneSeed, RepoSeed},
};

/// The seed that [`Seed::standard`] reads.
const STANDARD: &str = include_str!("standard.yaml");

/// The content of a new sandbox.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seed {
    /// The login that a token acts for unless it is one of `tokens`.
    pub viewer: String,
    /// Users.
    #[serde(default)]
    pub users: Vec<UserSeed>,
    /// Organisations.
    #[serde(default)]
    pub organizations: Vec<UserSeed>,
    /// Tokens with a meaning of their own.
    #[serde(default)]
    pub tokens: Vec<TokenSeed>,
    /// Repositories.
    #[serde(default)]
    pub repositories: Vec<RepoSeed>,
}

/// A user, a bot or an organisation.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UserSeed {
    /// The login.
    pub login: String,
    /// The display name.
    #[serde(default)]
    pub name: Option<String>,
    /// The public address, if it shows one.
    #[serde(default)]
    pub email: Option<String>,
    /// Whether it is a site administrator.
    #[serde(default)]
    pub site_admin: bool,
    /// Whether it is a bot.
    #[serde(default)]
    pub bot: bool,
}

/// A token, whom it acts for and what it may do.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenSeed {
    /// The token as clients send it.
    pub token: String,
    /// The login that it acts for.
    pub login: String,
    /// Its scopes, as in `x-oauth-scopes`.
    #[serde(default = "all_scopes")]
    pub scopes: Vec<String>,
    /// Whether every write is refused as FORBIDDEN.
    #[serde(default)]
    pub read_only: bool,
    /// Whether it is answered with 401.
    #[serde(default)]
    pub expired: bool,
}

/// The scopes of a token that says nothing about them.
pub(crate) fn all_scopes() -> Vec<String> {
    ["gist", "project", "read:org", "repo", "user", "workflow"].map(str::to_owned).to_vec()
}

/// Why a seed cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeedError {
    /// The file cannot be read.
    #[error("cannot read the seed file")]
    Io(#[from] std::io::Error),
    /// The text is not the YAML of a seed.
    #[error("the seed is not valid: {0}")]
    Yaml(String),
    /// A name in the seed points nowhere, or a value is not possible.
    #[error("the seed is not consistent: {0}")]
    Inconsistent(String),
}

impl Seed {
    /// The documented default: `acme/widgets` and friends, see the README of this crate.
    pub fn standard() -> Result<Self, SeedError> {
        Self::from_yaml(STANDARD)
    }

    /// Nothing but one user, who is the viewer.
    pub fn empty(viewer: impl Into<String>) -> Self {
        let viewer = viewer.into();
        Self { viewer: viewer.clone(), ..Self::default() }.user(viewer)
    }

    /// Reads a seed from YAML text.
    pub fn from_yaml(text: &str) -> Result<Self, SeedError> {
        serde_saphyr::from_str(text).map_err(|error| SeedError::Yaml(error.to_string()))
    }

    /// Reads a seed from a YAML file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, SeedError> {
        Self::from_yaml(&std::fs::read_to_string(path)?)
    }

    /// Adds a user.
    #[must_use]
    pub fn user(mut self, login: impl Into<String>) -> Self {
        self.users.push(UserSeed { login: login.into(), ..UserSeed::default() });
        self
    }

    /// Adds an organisation.
    #[must_use]
    pub fn organization(mut self, login: impl Into<String>) -> Self {
        self.organizations.push(UserSeed { login: login.into(), ..UserSeed::default() });
        self
    }

    /// Adds a repository; its owner becomes an organisation unless it is known.
    #[must_use]
    pub fn repo(mut self, repo: RepoSeed) -> Self {
        self.repositories.push(repo);
        self
    }

    /// Adds a token.
    #[must_use]
    pub fn token(mut self, token: TokenSeed) -> Self {
        self.tokens.push(token);
        self
    }
}

impl TokenSeed {
    /// A token that acts for a login with every scope.
    pub fn new(token: impl Into<String>, login: impl Into<String>) -> Self {
        Self { token: token.into(), login: login.into(), scopes: all_scopes(), read_only: false, expired: false }
    }
}
