//! Users, organisations and bots.

use super::{Key, Node, Refusal, Store};

#[derive(Debug)]
pub(crate) struct Account {
    pub(crate) login: String,
    pub(crate) name: Option<String>,
    /// The public address, if there is one.
    pub(crate) email: Option<String>,
    pub(crate) site_admin: bool,
    pub(crate) kind: AccountKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AccountKind {
    User,
    Organization,
    Bot,
}

impl Store {
    /// The account of a login; case does not matter, as on GitHub.
    pub(crate) fn account(&self, login: &str) -> Option<Key<Account>> {
        self.accounts.find(|account| account.login.eq_ignore_ascii_case(login)).map(|(key, _)| key)
    }

    /// A user: neither an organisation nor a bot, which `user(login:)` does not find.
    pub(crate) fn person(&self, login: &str) -> Result<Key<Account>, Refusal> {
        self.of_kind(login, login, AccountKind::User)
    }

    /// An assignee by login; the login of a bot ends in `[bot]`.
    pub(crate) fn assignee(&self, login: &str) -> Result<Key<Account>, Refusal> {
        match login.strip_suffix("[bot]") {
            Some(name) => self.of_kind(name, login, AccountKind::Bot),
            None => self.person(login),
        }
    }

    fn of_kind(&self, name: &str, login: &str, kind: AccountKind) -> Result<Key<Account>, Refusal> {
        self.account(name)
            .filter(|key| self.accounts.get(*key).is_ok_and(|account| account.kind == kind))
            .ok_or_else(|| Refusal::not_found(format!("Could not resolve to a User with the login of '{login}'.")))
    }

    /// A user or a bot, not an organisation.
    pub(crate) fn user(&self, login: &str) -> Result<Key<Account>, Refusal> {
        self.account(login)
            .filter(|key| self.accounts.get(*key).is_ok_and(|account| account.kind != AccountKind::Organization))
            .ok_or_else(|| Refusal::not_found(format!("Could not resolve to a User with the login of '{login}'.")))
    }

    /// The address in the commits of an account: its public one or, as on GitHub, a no-reply address.
    pub(crate) fn commit_email(&self, key: Key<Account>) -> String {
        let own = self.accounts.get(key).ok().and_then(|account| account.email.clone());
        own.unwrap_or_else(|| {
            format!("{}+{}@users.noreply.github.com", Node::Account(key).database_id(self), self.login(key))
        })
    }

    pub(crate) fn login(&self, key: Key<Account>) -> &str {
        self.accounts.get(key).map_or("ghost", |account| &account.login)
    }
}
