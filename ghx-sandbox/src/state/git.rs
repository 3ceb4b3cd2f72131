//! The part of git that the API shows: branches and commits.

use sha1::{Digest, Sha1};

use super::{Account, Key, Repo, Store, Timestamp};

#[derive(Debug)]
pub(crate) struct Branch {
    pub(crate) repo: Key<Repo>,
    pub(crate) name: String,
    pub(crate) head: Key<Commit>,
}

#[derive(Debug)]
pub(crate) struct Commit {
    pub(crate) repo: Key<Repo>,
    pub(crate) oid: String,
    pub(crate) message: String,
    pub(crate) author: Option<Key<Account>>,
    pub(crate) committed_at: Timestamp,
}

impl Store {
    pub(crate) fn add_commit(&mut self, repo: Key<Repo>, message: &str, author: Option<Key<Account>>) -> Key<Commit> {
        let commit =
            Commit { repo, oid: String::new(), message: message.to_owned(), author, committed_at: self.clock.now() };
        let key = self.commits.insert(commit);
        if let Ok(row) = self.commits.get_mut(key) {
            row.oid = oid(repo.index(), key.index(), message);
        }
        key
    }

    pub(crate) fn branch(&self, repo: Key<Repo>, name: &str) -> Option<Key<Branch>> {
        let name = name.strip_prefix("refs/heads/").unwrap_or(name);
        self.branches.find(|branch| branch.repo == repo && branch.name == name).map(|(key, _)| key)
    }

    /// Whether a merge into a branch needs an approving review.
    pub(crate) fn is_protected(&self, repo: Key<Repo>, branch: &str) -> bool {
        self.repos.get(repo).is_ok_and(|repo| repo.protected_branches.iter().any(|name| name == branch))
    }

    /// The commit at the tip of a branch, which is created if needed.
    pub(crate) fn ensure_branch(&mut self, repo: Key<Repo>, name: &str, author: Option<Key<Account>>) -> Key<Commit> {
        if let Some(branch) = self.branch(repo, name).and_then(|key| self.branches.get(key).ok()) {
            return branch.head;
        }
        let head = self.add_commit(repo, &format!("Tip of {name}"), author);
        self.branches.insert(Branch { repo, name: name.to_owned(), head });
        head
    }

    pub(crate) fn oid(&self, key: Key<Commit>) -> &str {
        self.commits.get(key).map_or("", |commit| &commit.oid)
    }

    pub(crate) fn commit_by_oid(&self, repo: Key<Repo>, oid: &str) -> Option<Key<Commit>> {
        self.commits.find(|commit| commit.repo == repo && commit.oid == oid).map(|(key, _)| key)
    }
}

/// Git's object id of a file with this content.
pub(crate) fn blob_oid(content: &[u8]) -> String {
    let mut hash = Sha1::new_with_prefix(format!("blob {}\0", content.len()));
    hash.update(content);
    hash.finalize().iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// Forty hexadecimal digits that look like a commit id and depend on the arguments only.
fn oid(repo: u32, index: u32, message: &str) -> String {
    let mut state = (u64::from(repo) << 32) | u64::from(index);
    for byte in message.bytes() {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    let mut text = String::with_capacity(48);
    while text.len() < 40 {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        let digits = format!("{:08x}", state >> 32);
        text.push_str(&digits);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::blob_oid;

    #[test]
    fn blob_ids_match_git() {
        assert_eq!(blob_oid(b""), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
        assert_eq!(blob_oid(b"# Widgets"), "32b1666b50e0ee95f730911551ac64f46156f1d8");
    }
}
