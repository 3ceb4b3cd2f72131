//! Users, bots, organisations and tokens.

use serde::Deserialize;

use super::{Builder, Result, SeedError};
use crate::state::{Account, AccountKind, Key};

seed_struct! {
    /// A user, a bot or an organisation.
    #[derive(Clone, Debug, Default, Deserialize)]
    pub struct UserSeed {
        required {
            /// The login.
            login: String,
        }
        optional {
            /// The display name.
            name: Option<String>,
            /// The public address, if it shows one.
            email: Option<String>,
            /// Whether it is a site administrator.
            site_admin: bool,
            /// Whether it is a bot.
            bot: bool,
        }
    }
}

seed_struct! {
    /// A token, the login it acts for and what it may do.
    #[derive(Clone, Debug, Deserialize)]
    pub struct TokenSeed {
        required {
            /// The token as clients send it.
            token: String,
            /// The login that it acts for.
            login: String,
        }
        optional {
            /// Its scopes, as in `x-oauth-scopes`.
            scopes: Vec<String> = "all_scopes",
            /// Whether every write is refused as FORBIDDEN.
            read_only: bool,
            /// Whether requests with it get 401.
            expired: bool,
        }
    }
}

/// The scopes of a token that does not list any.
pub(crate) fn all_scopes() -> Vec<String> {
    ["gist", "project", "read:org", "repo", "user", "workflow"].map(str::to_owned).to_vec()
}

impl TokenSeed {
    /// A token that acts for a login with every scope.
    pub fn new(token: impl Into<String>, login: impl Into<String>) -> Self {
        Self { token: token.into(), login: login.into(), scopes: all_scopes(), read_only: false, expired: false }
    }
}

impl Builder {
    pub(super) fn account(&mut self, seed: &UserSeed, kind: AccountKind) {
        let UserSeed { login, name, email, site_admin, .. } = seed.clone();
        self.store.accounts.insert(Account { login, name, email, site_admin, kind });
    }

    pub(super) fn who(&self, login: &str) -> Result<Key<Account>> {
        self.store.account(login).ok_or_else(|| SeedError::Inconsistent(format!("unknown user `{login}`")))
    }

    pub(super) fn who_or_viewer(&self, login: Option<&String>) -> Result<Option<Key<Account>>> {
        login.map_or(Ok(self.viewer), |login| self.who(login).map(Some))
    }

    pub(super) fn all(&self, logins: &[String]) -> Result<Vec<Key<Account>>> {
        logins.iter().map(|login| self.who(login)).collect()
    }
}
