//! Repositories, their names, and what may be done in them.

use std::collections::BTreeMap;

use super::{Account, Key, Refusal, Store, Timestamp};

#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on GitHub")]
#[derive(Debug)]
pub(crate) struct Repo {
    pub(crate) owner: Key<Account>,
    pub(crate) name: String,
    /// `owner/name` under which it was known before it was renamed.
    pub(crate) former_names: Vec<String>,
    pub(crate) description: Option<String>,
    pub(crate) homepage: Option<String>,
    pub(crate) readme: Option<String>,
    pub(crate) topics: Vec<String>,
    pub(crate) private: bool,
    pub(crate) archived: bool,
    pub(crate) issues_enabled: bool,
    /// How pull requests may be merged.
    pub(crate) merge_methods: Vec<MergeMethod>,
    pub(crate) delete_branch_on_merge: bool,
    pub(crate) stars: u32,
    pub(crate) forks: u32,
    pub(crate) default_branch: String,
    /// A merge into these branches needs an approving review.
    pub(crate) protected_branches: Vec<String>,
    pub(crate) collaborators: BTreeMap<Key<Account>, Permission>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
    pub(crate) pushed_at: Timestamp,
    /// The last number given to an issue or a pull request.
    pub(crate) last_number: u32,
}

/// A way to merge a pull request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MergeMethod {
    /// A merge commit.
    Merge,
    /// All commits as one.
    Squash,
    /// Each commit anew, on top of the base.
    Rebase,
}

impl MergeMethod {
    /// All methods; a new repository allows them.
    pub(crate) const ALL: [Self; 3] = [Self::Merge, Self::Squash, Self::Rebase];

    /// From the value of either API.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "merge" => Some(Self::Merge),
            "squash" => Some(Self::Squash),
            "rebase" => Some(Self::Rebase),
            _ => None,
        }
    }
}

/// What an account may do in a repository, in ascending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Permission {
    /// Read, open issues and comment.
    Read,
    /// Also label, assign, close.
    Triage,
    /// Also push and merge.
    Write,
    /// Also manage the repository.
    Maintain,
    /// Everything.
    Admin,
}

impl Permission {
    /// A value of `RepositoryPermission`.
    pub(crate) fn graphql(self) -> &'static str {
        match self {
            Self::Read => "READ",
            Self::Triage => "TRIAGE",
            Self::Write => "WRITE",
            Self::Maintain => "MAINTAIN",
            Self::Admin => "ADMIN",
        }
    }
}

/// How a repository was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    ByName,
    ByFormerName,
}

impl Store {
    /// A repository by owner and name, or by a former name; case does not matter.
    pub(crate) fn find_repo(&self, owner: &str, name: &str) -> Option<(Key<Repo>, Found)> {
        let by_name = self
            .repos
            .find(|repo| repo.name.eq_ignore_ascii_case(name) && self.login(repo.owner).eq_ignore_ascii_case(owner));
        if let Some((key, _)) = by_name {
            return Some((key, Found::ByName));
        }
        let full = format!("{owner}/{name}");
        let by_former_name =
            self.repos.find(|repo| repo.former_names.iter().any(|former| former.eq_ignore_ascii_case(&full)));
        by_former_name.map(|(key, _)| (key, Found::ByFormerName))
    }

    pub(crate) fn full_name(&self, key: Key<Repo>) -> String {
        self.repos.get(key).map_or_else(|_| String::new(), |repo| format!("{}/{}", self.login(repo.owner), repo.name))
    }

    /// How an author is related to a repository: a value of `CommentAuthorAssociation`.
    pub(crate) fn association(&self, repo: Key<Repo>, author: Option<Key<Account>>) -> &'static str {
        match (author, self.repos.get(repo)) {
            (Some(author), Ok(row)) if row.owner == author => "OWNER",
            (Some(author), Ok(row)) if row.collaborators.contains_key(&author) => "COLLABORATOR",
            (Some(author), Ok(_)) if self.has_merged(repo, author) => "CONTRIBUTOR",
            _ => "NONE",
        }
    }

    fn has_merged(&self, repo: Key<Repo>, author: Key<Account>) -> bool {
        self.issues.find(|issue| issue.repo == repo && issue.author == Some(author) && issue.is_merged()).is_some()
    }

    pub(crate) fn no_such_repo(owner: &str, name: &str) -> Refusal {
        Refusal::not_found(format!("Could not resolve to a Repository with the name '{owner}/{name}'."))
    }

    /// The next number, shared by issues and pull requests.
    pub(crate) fn next_number(&mut self, repo: Key<Repo>) -> Result<u32, Refusal> {
        let repo = self.repos.get_mut(repo)?;
        repo.last_number += 1;
        Ok(repo.last_number)
    }
}
