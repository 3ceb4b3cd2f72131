//! Releases of a repository.

use super::{Account, Key, Repo, Timestamp};

#[derive(Debug)]
pub(crate) struct Release {
    pub(crate) repo: Key<Repo>,
    pub(crate) tag: String,
    pub(crate) name: String,
    pub(crate) body: String,
    pub(crate) draft: bool,
    pub(crate) prerelease: bool,
    pub(crate) immutable: bool,
    pub(crate) author: Option<Key<Account>>,
    pub(crate) created_at: Timestamp,
}
