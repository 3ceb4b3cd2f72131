//! Pull requests.

use serde::Deserialize;

use super::{Builder, CommentSeed, IssueSeed, Result, ReviewSeed, SeedError, ThreadSeed};
use crate::state::{Key, MergeOptions, Mergeable, NewPull, Repo};

seed_struct! {
    /// A pull request.
    #[derive(Clone, Debug, Default, Deserialize)]
    pub struct PullSeed {
        required {
            /// The title.
            title: String,
            /// The head branch.
            head: String,
        }
        optional {
            /// Its number; the next free one if absent.
            number: Option<u32>,
            /// The body.
            body: String,
            /// The author's login; the viewer if absent.
            author: Option<String>,
            /// Whether it is closed without a merge.
            closed: bool,
            /// Whether it is merged.
            merged: bool,
            /// Names of labels.
            labels: Vec<String>,
            /// Logins.
            assignees: Vec<String>,
            /// The number of a milestone.
            milestone: Option<u32>,
            /// The base branch; the default branch if absent.
            base: Option<String>,
            /// Whether it is a draft.
            draft: bool,
            /// Whether it can be merged.
            mergeable: Mergeable,
            /// Whether maintainers may push to its branch.
            maintainer_can_modify: bool,
            /// The unified diff.
            diff: String,
            /// Logins of requested reviewers.
            requested_reviewers: Vec<String>,
            /// Comments, oldest first.
            comments: Vec<CommentSeed>,
            /// Reviews without inline comments.
            reviews: Vec<ReviewSeed>,
            /// Review threads.
            threads: Vec<ThreadSeed>,
        }
    }
}

impl PullSeed {
    /// An open pull request from a branch.
    pub fn new(title: impl Into<String>, head: impl Into<String>) -> Self {
        Self { title: title.into(), head: head.into(), ..Self::default() }
    }

    /// Sets the number.
    #[must_use]
    pub fn number(mut self, number: u32) -> Self {
        self.number = Some(number);
        self
    }

    /// Sets the author.
    #[must_use]
    pub fn by(mut self, login: impl Into<String>) -> Self {
        self.author = Some(login.into());
        self
    }

    /// Sets the unified diff.
    #[must_use]
    pub fn diff(mut self, diff: impl Into<String>) -> Self {
        self.diff = diff.into();
        self
    }

    /// Adds a review thread.
    #[must_use]
    pub fn thread(mut self, thread: ThreadSeed) -> Self {
        self.threads.push(thread);
        self
    }
}

impl Builder {
    pub(super) fn pull(&mut self, repo: Key<Repo>, default_branch: &str, seed: &PullSeed) -> Result<()> {
        let as_issue = IssueSeed {
            title: seed.title.clone(),
            body: seed.body.clone(),
            author: seed.author.clone(),
            labels: seed.labels.clone(),
            assignees: seed.assignees.clone(),
            milestone: seed.milestone,
            ..IssueSeed::default()
        };
        let shared = self.shared(repo, &as_issue)?;
        let new = NewPull {
            base: seed.base.clone().unwrap_or_else(|| default_branch.to_owned()),
            head: seed.head.clone(),
            draft: seed.draft,
            mergeable: seed.mergeable,
            maintainer_can_modify: seed.maintainer_can_modify,
            diff: seed.diff.clone(),
        };
        let key = self.store.create_pull(repo, shared, new)?;
        self.comments(key, &seed.comments)?;
        self.reviews(key, seed)?;
        self.store.pull_mut(key)?.requested_reviewers = self.all(&seed.requested_reviewers)?;
        if seed.merged {
            let by = self.viewer.ok_or_else(|| SeedError::Inconsistent("the seed has no viewer".to_owned()))?;
            self.store.merge_pull(key, &MergeOptions::plain(by))?;
        } else if seed.closed {
            self.store.close_issue(key, "COMPLETED", None)?;
        }
        Ok(())
    }
}
