//! What a pull request has beyond an issue.

use super::{
    Account, Branch, Closed, Commit, Issue, Key, MergeMethod, NewIssue, Refusal, RefusalKind, Repo, Store, Timestamp,
};

#[derive(Debug)]
pub(crate) struct Pull {
    pub(crate) base: String,
    pub(crate) head: String,
    pub(crate) base_oid: String,
    pub(crate) commits: Vec<Key<Commit>>,
    pub(crate) draft: bool,
    pub(crate) mergeable: Mergeable,
    pub(crate) maintainer_can_modify: bool,
    pub(crate) diff: String,
    pub(crate) requested_reviewers: Vec<Key<Account>>,
    pub(crate) merge: Option<Merge>,
}

#[derive(Debug)]
pub(crate) struct Merge {
    pub(crate) at: Timestamp,
    pub(crate) by: Key<Account>,
    pub(crate) commit: Key<Commit>,
}

/// Whether GitHub could merge a pull request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mergeable {
    /// It can be merged.
    #[default]
    Clean,
    /// It has conflicts with its base.
    Conflicting,
    /// GitHub has not checked yet.
    Unknown,
}

/// The values of a new pull request, besides those that it shares with an issue.
#[derive(Debug)]
pub(crate) struct NewPull {
    pub(crate) base: String,
    pub(crate) head: String,
    pub(crate) draft: bool,
    pub(crate) mergeable: Mergeable,
    pub(crate) maintainer_can_modify: bool,
    pub(crate) diff: String,
}

/// How to merge a pull request.
#[derive(Debug)]
pub(crate) struct MergeOptions<'a> {
    pub(crate) by: Key<Account>,
    pub(crate) method: MergeMethod,
    /// The expected head commit, if the client gives one.
    pub(crate) expected_head: Option<&'a str>,
    pub(crate) headline: Option<&'a str>,
    pub(crate) body: Option<&'a str>,
}

impl MergeOptions<'_> {
    /// A merge commit with GitHub's default message.
    pub(crate) fn plain(by: Key<Account>) -> Self {
        Self { by, method: MergeMethod::Merge, expected_head: None, headline: None, body: None }
    }
}

impl Pull {
    pub(crate) fn head_commit(&self) -> Option<Key<Commit>> {
        self.commits.last().copied()
    }
}

impl Store {
    pub(crate) fn pull(&self, key: Key<Issue>) -> Result<&Pull, Refusal> {
        self.issues.get(key)?.pull.as_deref().ok_or_else(|| Refusal::not_found("Could not resolve to a PullRequest."))
    }

    pub(crate) fn pull_mut(&mut self, key: Key<Issue>) -> Result<&mut Pull, Refusal> {
        let issue = self.touch_issue(key)?;
        issue.pull.as_deref_mut().ok_or_else(|| Refusal::not_found("Could not resolve to a PullRequest."))
    }

    pub(crate) fn create_pull(
        &mut self,
        repo: Key<Repo>,
        shared: NewIssue,
        new: NewPull,
    ) -> Result<Key<Issue>, Refusal> {
        let base = self.ensure_branch(repo, &new.base, shared.author);
        let head = self.ensure_branch(repo, &new.head, shared.author);
        let pull = Pull {
            base_oid: self.oid(base).to_owned(),
            base: new.base,
            head: new.head,
            commits: vec![head],
            draft: new.draft,
            mergeable: new.mergeable,
            maintainer_can_modify: new.maintainer_can_modify,
            diff: new.diff,
            requested_reviewers: Vec::new(),
            merge: None,
        };
        self.create_issue(repo, NewIssue { pull: Some(Box::new(pull)), ..shared })
    }

    /// Merges, or refuses with GitHub's message.
    pub(crate) fn merge_pull(&mut self, key: Key<Issue>, options: &MergeOptions<'_>) -> Result<Key<Commit>, Refusal> {
        self.check_merge(key, options)?;
        let message = self.merge_message(key, options)?;
        let repo = self.issues.get(key)?.repo;
        let base = self.pull(key)?.base.clone();
        let commit = self.add_commit(repo, &message, Some(options.by));
        if let Some(branch) = self.branch(repo, &base) {
            self.branches.get_mut(branch)?.head = commit;
        }
        let at = self.clock.now();
        self.pull_mut(key)?.merge = Some(Merge { at, by: options.by, commit });
        self.touch_issue(key)?.closed = Some(Closed { at, reason: "COMPLETED", duplicate_of: None });
        let row = self.repos.get_mut(repo)?;
        row.pushed_at = at;
        if row.delete_branch_on_merge
            && let Some(branch) = self.head_branch(key)
        {
            self.branches.remove(branch);
        }
        Ok(commit)
    }

    /// The message of the merge commit; a rebase keeps the message of the last commit.
    fn merge_message(&self, key: Key<Issue>, options: &MergeOptions<'_>) -> Result<String, Refusal> {
        let issue = self.issues.get(key)?;
        let pull = self.pull(key)?;
        let owner = self.login(self.repos.get(issue.repo)?.owner);
        let (default, below) = match options.method {
            MergeMethod::Merge => {
                (format!("Merge pull request #{} from {owner}/{}", issue.number, pull.head), issue.title.as_str())
            }
            MergeMethod::Squash => (format!("{} (#{})", issue.title, issue.number), ""),
            MergeMethod::Rebase => {
                let last = pull.head_commit().and_then(|key| self.commits.get(key).ok());
                return Ok(last.map_or_else(String::new, |commit| commit.message.clone()));
            }
        };
        let body = options.body.unwrap_or(below);
        let headline = options.headline.unwrap_or(&default);
        Ok(if body.is_empty() { headline.to_owned() } else { format!("{headline}\n\n{body}") })
    }

    /// A value of `MergeStateStatus`. A missing review blocks, and a failed check makes it unstable.
    pub(crate) fn merge_state(&self, key: Key<Issue>) -> Result<&'static str, Refusal> {
        let issue = self.issues.get(key)?;
        let pull = self.pull(key)?;
        let passed = |job: &Key<_>| {
            self.check_runs.get(*job).is_ok_and(|job| job.progress.is_complete() && !job.progress.has_failed())
        };
        Ok(match pull.mergeable {
            _ if !issue.is_open() => "UNKNOWN",
            _ if pull.draft => "DRAFT",
            Mergeable::Conflicting => "DIRTY",
            Mergeable::Unknown => "UNKNOWN",
            Mergeable::Clean if self.lacks_review(key) => "BLOCKED",
            Mergeable::Clean if pull.head_commit().is_none_or(|head| self.checks_on(head).iter().all(passed)) => {
                "CLEAN"
            }
            Mergeable::Clean => "UNSTABLE",
        })
    }

    fn lacks_review(&self, key: Key<Issue>) -> bool {
        self.review_decision(key).is_some_and(|decision| decision != "APPROVED")
    }

    fn check_merge(&self, key: Key<Issue>, options: &MergeOptions<'_>) -> Result<(), Refusal> {
        let issue = self.issues.get(key)?;
        let pull = self.pull(key)?;
        let not_mergeable = |message: &str| Refusal::new(RefusalKind::NotMergeable, message);
        if issue.is_merged() {
            return Err(not_mergeable("Pull Request is already merged"));
        }
        if !issue.is_open() {
            return Err(not_mergeable("Pull Request is closed"));
        }
        if pull.draft {
            return Err(not_mergeable("Pull Request is still a draft"));
        }
        if pull.mergeable != Mergeable::Clean {
            return Err(not_mergeable("Pull Request has merge conflicts"));
        }
        if self.lacks_review(key) {
            return Err(not_mergeable("At least 1 approving review is required by reviewers with write access."));
        }
        if !self.repos.get(issue.repo)?.merge_methods.contains(&options.method) {
            return Err(not_mergeable(match options.method {
                MergeMethod::Merge => "Merge commits are not allowed on this repository.",
                MergeMethod::Squash => "Squash merges are not allowed on this repository.",
                MergeMethod::Rebase => "Rebase merges are not allowed on this repository.",
            }));
        }
        let head = pull.head_commit().map_or("", |commit| self.oid(commit));
        match options.expected_head {
            Some(expected) if expected != head => {
                Err(Refusal::new(RefusalKind::StaleData, "Head branch was modified. Review and try the merge again."))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn head_branch(&self, key: Key<Issue>) -> Option<Key<Branch>> {
        let issue = self.issues.get(key).ok()?;
        self.branch(issue.repo, &issue.pull.as_ref()?.head)
    }
}
