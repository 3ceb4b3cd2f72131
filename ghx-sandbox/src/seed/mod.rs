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

// Each domain is a file: the data that a seed can have for it, and how the `Builder` turns the data into state.
#[macro_use]
mod macros;

mod accounts;
mod issues;
mod labels;
mod milestones;
mod pulls;
mod releases;
mod repos;
mod reviews;
mod workflows;

use std::path::Path;

use serde::Deserialize;

pub(crate) use self::accounts::all_scopes;
pub use self::{
    accounts::{TokenSeed, UserSeed},
    issues::{CommentSeed, IssueSeed, IssueTypeSeed},
    labels::LabelSeed,
    milestones::MilestoneSeed,
    pulls::PullSeed,
    releases::ReleaseSeed,
    repos::RepoSeed,
    reviews::{ReviewSeed, ThreadSeed},
    workflows::{JobSeed, RunSeed, StepSeed, WorkflowSeed},
};
use crate::state::{Account, AccountKind, Key, Refusal, Store};

/// The seed that [`Seed::standard`] reads.
const STANDARD: &str = include_str!("standard.yaml");

/// The time that passes between two seeded things, in seconds.
const HOUR: u32 = 3600;

type Result<T> = std::result::Result<T, SeedError>;

seed_struct! {
    /// The content of a new sandbox.
    #[derive(Clone, Debug, Default, Deserialize)]
    pub struct Seed {
        required {
            /// The login that a token acts for unless it is one of `tokens`.
            viewer: String,
        }
        optional {
            /// Users.
            users: Vec<UserSeed>,
            /// Organisations.
            organizations: Vec<UserSeed>,
            /// Tokens that act for other logins or with other permissions.
            tokens: Vec<TokenSeed>,
            /// Repositories.
            repositories: Vec<RepoSeed>,
        }
    }
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
    /// A name in the seed is unknown, or a value is invalid.
    #[error("the seed is inconsistent: {0}")]
    Inconsistent(String),
}

impl From<Refusal> for SeedError {
    fn from(refusal: Refusal) -> Self {
        Self::Inconsistent(refusal.message)
    }
}

impl Seed {
    /// The default: `acme/widgets` and more, see the [README](crate#the-standard-seed).
    pub fn standard() -> Result<Self> {
        Self::from_yaml(STANDARD)
    }

    /// Only one user, the viewer.
    pub fn empty(viewer: impl Into<String>) -> Self {
        let viewer = viewer.into();
        Self { viewer: viewer.clone(), ..Self::default() }.user(viewer)
    }

    /// Reads a seed from YAML text.
    pub fn from_yaml(text: &str) -> Result<Self> {
        serde_saphyr::from_str(text).map_err(|error| SeedError::Yaml(error.to_string()))
    }

    /// Reads a seed from a YAML file.
    pub fn load(path: impl AsRef<Path>) -> Result<Self> {
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

    /// Adds a repository; an unknown owner becomes an organisation.
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

/// Builds the state that a seed describes, through the same writes that clients use.
struct Builder {
    store: Store,
    viewer: Option<Key<Account>>,
}

/// Builds the state of a seed.
pub(crate) fn build(seed: &Seed) -> Result<Store> {
    let mut builder = Builder { store: Store::default(), viewer: None };
    for user in &seed.users {
        builder.account(user, if user.bot { AccountKind::Bot } else { AccountKind::User });
    }
    for organization in &seed.organizations {
        builder.account(organization, AccountKind::Organization);
    }
    builder.viewer = Some(builder.who(&seed.viewer)?);
    for token in &seed.tokens {
        builder.who(&token.login)?;
    }
    for repo in &seed.repositories {
        builder.repo(repo).map_err(|error| match error {
            SeedError::Inconsistent(why) => SeedError::Inconsistent(format!("{}: {why}", repo.name)),
            other => other,
        })?;
    }
    builder.store.take_created();
    Ok(builder.store)
}
