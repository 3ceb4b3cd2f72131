//! The URLs in responses.

use crate::state::{Issue, Key, Node, Repo, Store};

/// The base URLs that a client sees.
#[derive(Clone, Debug)]
pub(crate) struct Urls {
    /// Without a slash at the end.
    pub(crate) web: String,
    pub(crate) api: String,
}

impl Urls {
    /// Clients of `api.github.localhost` get web URLs below `github.localhost`, all others below github.com.
    pub(crate) fn of_host(host: &str, prefix: &str) -> Self {
        let name = host.split(':').next().unwrap_or(host);
        let is_local = name == "github.localhost" || name.ends_with(".github.localhost");
        let web = if is_local { "http://github.localhost" } else { "https://github.com" };
        Self { web: web.to_owned(), api: format!("http://{host}{prefix}") }
    }

    pub(crate) fn account(&self, store: &Store, key: Key<crate::state::Account>) -> String {
        format!("{}/{}", self.web, store.login(key))
    }

    pub(crate) fn repo(&self, store: &Store, key: Key<Repo>) -> String {
        format!("{}/{}", self.web, store.full_name(key))
    }

    pub(crate) fn ssh(&self, store: &Store, key: Key<Repo>) -> String {
        let host = self.web.split_once("://").map_or(self.web.as_str(), |(_, host)| host);
        format!("git@{host}:{}.git", store.full_name(key))
    }

    pub(crate) fn repo_api(&self, store: &Store, key: Key<Repo>) -> String {
        format!("{}/repos/{}", self.api, store.full_name(key))
    }

    pub(crate) fn issue(&self, store: &Store, key: Key<Issue>) -> String {
        let Ok(issue) = store.issues.get(key) else { return self.web.clone() };
        let kind = if issue.pull.is_some() { "pull" } else { "issues" };
        format!("{}/{kind}/{}", self.repo(store, issue.repo), issue.number)
    }

    /// The URL of an account's avatar.
    pub(crate) fn avatar(store: &Store, key: Key<crate::state::Account>) -> String {
        format!("https://avatars.githubusercontent.com/u/{}?v=4", Node::Account(key).database_id(store))
    }
}
