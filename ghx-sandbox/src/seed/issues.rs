//! The seeds of issues and pull requests.

use serde::Deserialize;

use crate::state::Mergeable;

/// An issue.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IssueSeed {
    /// Its number; the next free one if absent.
    #[serde(default)]
    pub number: Option<u32>,
    /// The title.
    pub title: String,
    /// The body.
    #[serde(default)]
    pub body: String,
    /// The author's login; the viewer if absent.
    #[serde(default)]
    pub author: Option<String>,
    /// `completed`, `not_planned` or `duplicate` closes it.
    #[serde(default)]
    pub closed: Option<String>,
    /// Names of labels.
    #[serde(default)]
    pub labels: Vec<String>,
    /// Logins.
    #[serde(default)]
    pub assignees: Vec<String>,
    /// The number of a milestone.
    #[serde(default)]
    pub milestone: Option<u32>,
    /// The name of an issue type.
    #[serde(default, rename = "type")]
    pub issue_type: Option<String>,
    /// The number of its parent, which must come before it.
    #[serde(default)]
    pub parent: Option<u32>,
    /// Numbers of the issues that block it, which must come before it.
    #[serde(default)]
    pub blocked_by: Vec<u32>,
    /// Whether it is pinned.
    #[serde(default)]
    pub pinned: bool,
    /// Whether it is locked.
    #[serde(default)]
    pub locked: bool,
    /// Comments, oldest first.
    #[serde(default)]
    pub comments: Vec<CommentSeed>,
}

/// A comment.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommentSeed {
    /// The author's login; the viewer if absent.
    #[serde(default)]
    pub author: Option<String>,
    /// The text.
    pub body: String,
}

/// A pull request.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on GitHub")]
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PullSeed {
    /// Its number; the next free one if absent.
    #[serde(default)]
    pub number: Option<u32>,
    /// The title.
    pub title: String,
    /// The body.
    #[serde(default)]
    pub body: String,
    /// The author's login; the viewer if absent.
    #[serde(default)]
    pub author: Option<String>,
    /// Whether it is closed without a merge.
    #[serde(default)]
    pub closed: bool,
    /// Whether it is merged.
    #[serde(default)]
    pub merged: bool,
    /// Names of labels.
    #[serde(default)]
    pub labels: Vec<String>,
    /// Logins.
    #[serde(default)]
    pub assignees: Vec<String>,
    /// The number of a milestone.
    #[serde(default)]
    pub milestone: Option<u32>,
    /// The branch it goes to; the default branch if absent.
    #[serde(default)]
    pub base: Option<String>,
    /// The branch it comes from.
    pub head: String,
    /// Whether it is a draft.
    #[serde(default)]
    pub draft: bool,
    /// Whether it can be merged.
    #[serde(default)]
    pub mergeable: Mergeable,
    /// Whether maintainers may push to its branch.
    #[serde(default)]
    pub maintainer_can_modify: bool,
    /// The unified diff.
    #[serde(default)]
    pub diff: String,
    /// Logins who are asked for a review.
    #[serde(default)]
    pub requested_reviewers: Vec<String>,
    /// Comments, oldest first.
    #[serde(default)]
    pub comments: Vec<CommentSeed>,
    /// Reviews without inline comments.
    #[serde(default)]
    pub reviews: Vec<ReviewSeed>,
    /// Review threads.
    #[serde(default)]
    pub threads: Vec<ThreadSeed>,
}

/// A review.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewSeed {
    /// The reviewer's login.
    pub author: String,
    /// `approved`, `changes_requested` or `commented`.
    pub state: String,
    /// The text.
    #[serde(default)]
    pub body: String,
}

/// A review thread with its comments.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThreadSeed {
    /// The file.
    pub path: String,
    /// The line.
    #[serde(default)]
    pub line: Option<u32>,
    /// Who resolved it.
    #[serde(default)]
    pub resolved_by: Option<String>,
    /// Whether the code below it has changed.
    #[serde(default)]
    pub outdated: bool,
    /// The comments, oldest first.
    pub comments: Vec<CommentSeed>,
}

impl IssueSeed {
    /// An open issue.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Sets the number.
    #[must_use]
    pub fn number(mut self, number: u32) -> Self {
        self.number = Some(number);
        self
    }

    /// Sets the body.
    #[must_use]
    pub fn body(mut self, body: impl Into<String>) -> Self {
        self.body = body.into();
        self
    }

    /// Sets the author.
    #[must_use]
    pub fn by(mut self, login: impl Into<String>) -> Self {
        self.author = Some(login.into());
        self
    }

    /// Adds a label of the repository.
    #[must_use]
    pub fn label(mut self, name: impl Into<String>) -> Self {
        self.labels.push(name.into());
        self
    }

    /// Adds an assignee.
    #[must_use]
    pub fn assignee(mut self, login: impl Into<String>) -> Self {
        self.assignees.push(login.into());
        self
    }

    /// Closes it as `completed`, `not_planned` or `duplicate`.
    #[must_use]
    pub fn closed(mut self, reason: impl Into<String>) -> Self {
        self.closed = Some(reason.into());
        self
    }

    /// Adds a comment.
    #[must_use]
    pub fn comment(mut self, login: impl Into<String>, body: impl Into<String>) -> Self {
        self.comments.push(CommentSeed { author: Some(login.into()), body: body.into() });
        self
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
