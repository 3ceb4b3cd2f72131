//! Issues, their types and their comments.

use serde::Deserialize;

use super::{Builder, Result, SeedError};
use crate::state::{Issue, IssueType, Key, NewIssue, Repo};

seed_struct! {
    /// An issue.
    #[derive(Clone, Debug, Default, Deserialize)]
    pub struct IssueSeed {
        required {
            /// The title.
            title: String,
        }
        optional {
            /// Its number; the next free one if absent.
            number: Option<u32>,
            /// The body.
            body: String,
            /// The author's login; the viewer if absent.
            author: Option<String>,
            /// `completed`, `not_planned` or `duplicate` closes it.
            closed: Option<String>,
            /// Names of labels.
            labels: Vec<String>,
            /// Logins.
            assignees: Vec<String>,
            /// The number of a milestone.
            milestone: Option<u32>,
            /// The name of an issue type.
            #[serde(rename = "type")]
            issue_type: Option<String>,
            /// The number of its parent, which must come before it.
            parent: Option<u32>,
            /// Numbers of the issues that block it, which must come before it.
            blocked_by: Vec<u32>,
            /// Whether it is pinned.
            pinned: bool,
            /// Whether it is locked.
            locked: bool,
            /// Comments, oldest first.
            comments: Vec<CommentSeed>,
        }
    }
}

seed_struct! {
    /// An issue type.
    #[derive(Clone, Debug, Deserialize)]
    pub struct IssueTypeSeed {
        required {
            /// The name.
            name: String,
        }
        optional {
            /// The description.
            description: Option<String>,
            /// A value of GitHub's `IssueTypeColor`.
            color: String = "gray",
            /// Whether it can be given to issues.
            enabled: bool = "yes",
        }
    }
}

fn yes() -> bool {
    true
}

fn gray() -> String {
    "GRAY".to_owned()
}

seed_struct! {
    /// A comment.
    #[derive(Clone, Debug, Default, Deserialize)]
    pub struct CommentSeed {
        required {
            /// The text.
            body: String,
        }
        optional {
            /// The author's login; the viewer if absent.
            author: Option<String>,
        }
    }
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

impl Builder {
    pub(super) fn issue_type(&mut self, repo: Key<Repo>, seed: &IssueTypeSeed) {
        let IssueTypeSeed { name, description, color, enabled } = seed.clone();
        self.store.issue_types.insert(IssueType { repo, name, description, color, enabled });
    }

    pub(super) fn issue(&mut self, repo: Key<Repo>, seed: &IssueSeed) -> Result<()> {
        let shared = self.shared(repo, seed)?;
        let key = self.store.create_issue(repo, shared)?;
        self.comments(key, &seed.comments)?;
        if let Some(parent) = seed.parent {
            self.store.add_sub_issue(self.number(repo, parent)?, key, false)?;
        }
        for blocking in &seed.blocked_by {
            self.store.add_blocked_by(key, self.number(repo, *blocking)?)?;
        }
        match seed.closed.as_deref() {
            None => {}
            Some("completed") => self.store.close_issue(key, "COMPLETED", None)?,
            Some("not_planned") => self.store.close_issue(key, "NOT_PLANNED", None)?,
            Some("duplicate") => self.store.close_issue(key, "DUPLICATE", None)?,
            Some(other) => {
                return Err(SeedError::Inconsistent(format!(
                    "unknown reason `{other}` for closing an issue; expected `completed`, `not_planned` or `duplicate`"
                )));
            }
        }
        self.store.issues.get_mut(key)?.locked = seed.locked;
        if seed.pinned {
            self.store.pin_issue(key, true)?;
        }
        Ok(())
    }

    pub(super) fn shared(&self, repo: Key<Repo>, seed: &IssueSeed) -> Result<NewIssue> {
        let labels = seed.labels.iter().map(|name| {
            self.store.label(repo, name).ok_or_else(|| SeedError::Inconsistent(format!("unknown label `{name}`")))
        });
        let milestone = seed.milestone.map(|number| {
            let found = self.store.milestone(repo, number);
            found.ok_or_else(|| SeedError::Inconsistent(format!("unknown milestone {number}")))
        });
        let issue_type = seed.issue_type.as_ref().map(|name| {
            let found = self.store.issue_types.find(|kind| kind.repo == repo && kind.name == *name);
            found.map(|(key, _)| key).ok_or_else(|| SeedError::Inconsistent(format!("unknown issue type `{name}`")))
        });
        Ok(NewIssue {
            title: seed.title.clone(),
            body: seed.body.clone(),
            author: self.who_or_viewer(seed.author.as_ref())?,
            labels: labels.collect::<Result<_>>()?,
            assignees: self.all(&seed.assignees)?,
            milestone: milestone.transpose()?,
            issue_type: issue_type.transpose()?,
            pull: None,
        })
    }

    pub(super) fn number(&self, repo: Key<Repo>, number: u32) -> Result<Key<Issue>> {
        self.store.numbered(repo, number).ok_or_else(|| SeedError::Inconsistent(format!("unknown issue {number}")))
    }

    pub(super) fn comments(&mut self, issue: Key<Issue>, comments: &[CommentSeed]) -> Result<()> {
        for comment in comments {
            self.store.clock.advance(60);
            let author = self.who_or_viewer(comment.author.as_ref())?;
            self.store.add_comment(issue, author, &comment.body)?;
        }
        Ok(())
    }
}
