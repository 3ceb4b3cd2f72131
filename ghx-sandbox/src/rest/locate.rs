//! Which repository a path is about.

use serde_json::json;

use super::{Rest, Result};
use crate::{
    http::{DOCS, Response},
    state::{Found, Key, Node, Refusal, Repo, Store},
};

/// What a path is about.
pub(super) enum Located<'p> {
    /// A repository, with the rest of the path.
    Repo(Key<Repo>, Vec<&'p str>),
    /// A repository that was renamed: the redirect.
    Moved(Response),
    /// Something else.
    Elsewhere,
}

impl Rest<'_> {
    /// The repository of a path and what follows it; or the redirect for one that was renamed.
    pub(super) fn locate<'p>(&self, store: &Store, parts: &[&'p str]) -> Result<Located<'p>> {
        let not_found = || Refusal::not_found("Not Found");
        let (key, rest) = match parts {
            ["repos", owner, name, rest @ ..] => {
                let (key, found) = store.find_repo(owner, name).ok_or_else(not_found)?;
                if found == Found::ByFormerName && store.permission(self.actor, key).is_some() {
                    return Ok(Located::Moved(self.moved(store, key, rest)));
                }
                (key, rest)
            }
            ["repositories", id, rest @ ..] => {
                let has_id = |key: &Key<Repo>| Node::Repo(*key).database_id(store).to_string() == **id;
                (store.repos.keys_where(|_| true).into_iter().find(has_id).ok_or_else(not_found)?, rest)
            }
            _ => return Ok(Located::Elsewhere),
        };
        if store.permission(self.actor, key).is_none() {
            return Err(not_found());
        }
        Ok(Located::Repo(key, rest.to_vec()))
    }

    fn moved(&self, store: &Store, key: Key<Repo>, rest: &[&str]) -> Response {
        let id = Node::Repo(key).database_id(store);
        let mut url = format!("{}/repositories/{id}", self.request.urls.api);
        for part in rest {
            url.push('/');
            url.push_str(part);
        }
        if !self.request.query.is_empty() {
            url.push('?');
            url.push_str(&self.request.query);
        }
        let (status, message) =
            if self.request.is_read() { (301, "Moved Permanently") } else { (307, "Temporary Redirect") };
        let body = json!({ "message": message, "url": url, "documentation_url": DOCS });
        Response::json(status, &body).with("location", url)
    }
}
