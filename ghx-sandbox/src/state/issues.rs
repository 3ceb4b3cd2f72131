//! Issues and, as on GitHub, what a pull request shares with them.

use super::{Account, Comment, Key, Label, Milestone, Node, Pull, Refusal, RefusalKind, Repo, Store, Timestamp};

/// An issue; with `pull`, a pull request.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on GitHub")]
#[derive(Debug)]
pub(crate) struct Issue {
    pub(crate) repo: Key<Repo>,
    pub(crate) number: u32,
    pub(crate) title: String,
    pub(crate) body: String,
    pub(crate) author: Option<Key<Account>>,
    pub(crate) closed: Option<Closed>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
    pub(crate) edited: bool,
    pub(crate) reopened: bool,
    pub(crate) pinned: bool,
    pub(crate) locked: bool,
    pub(crate) lock_reason: Option<String>,
    pub(crate) labels: Vec<Key<Label>>,
    pub(crate) assignees: Vec<Key<Account>>,
    pub(crate) milestone: Option<Key<Milestone>>,
    pub(crate) kind: Option<Key<IssueType>>,
    pub(crate) comments: Vec<Key<Comment>>,
    pub(crate) parent: Option<Key<Issue>>,
    pub(crate) sub_issues: Vec<Key<Issue>>,
    pub(crate) blocked_by: Vec<Key<Issue>>,
    pub(crate) pull: Option<Box<Pull>>,
}

/// How an issue was closed.
#[derive(Debug)]
pub(crate) struct Closed {
    pub(crate) at: Timestamp,
    /// A value of `IssueStateReason`.
    pub(crate) reason: &'static str,
    pub(crate) duplicate_of: Option<Key<Issue>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IssueType {
    pub(crate) repo: Key<Repo>,
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) color: String,
    pub(crate) enabled: bool,
}

/// The values of a new issue.
#[derive(Debug, Default)]
pub(crate) struct NewIssue {
    pub(crate) title: String,
    pub(crate) body: String,
    pub(crate) author: Option<Key<Account>>,
    pub(crate) labels: Vec<Key<Label>>,
    pub(crate) assignees: Vec<Key<Account>>,
    pub(crate) milestone: Option<Key<Milestone>>,
    pub(crate) issue_type: Option<Key<IssueType>>,
    pub(crate) pull: Option<Box<Pull>>,
}

/// GitHub's limit of assignees per issue.
const MAX_ASSIGNEES: usize = 10;
/// GitHub's limit of pinned issues per repository.
const MAX_PINNED: usize = 3;

impl Issue {
    pub(crate) fn is_open(&self) -> bool {
        self.closed.is_none()
    }

    pub(crate) fn is_merged(&self) -> bool {
        self.pull.as_ref().is_some_and(|pull| pull.merge.is_some())
    }

    /// A value of `IssueState` or `PullRequestState`.
    pub(crate) fn state(&self) -> &'static str {
        match (self.is_merged(), self.is_open()) {
            (true, _) => "MERGED",
            (false, true) => "OPEN",
            (false, false) => "CLOSED",
        }
    }

    /// A value of `IssueStateReason`.
    pub(crate) fn state_reason(&self) -> Option<&'static str> {
        match &self.closed {
            Some(closed) => Some(closed.reason),
            None => self.reopened.then_some("REOPENED"),
        }
    }
}

impl Store {
    pub(crate) fn is_pull(&self, key: Key<Issue>) -> bool {
        self.issues.get(key).is_ok_and(|issue| issue.pull.is_some())
    }

    /// The issue or pull request of a number.
    pub(crate) fn numbered(&self, repo: Key<Repo>, number: u32) -> Option<Key<Issue>> {
        self.by_number.get(&(repo, number)).copied()
    }

    pub(crate) fn issues_of(&self, repo: Key<Repo>, mut pick: impl FnMut(&Issue) -> bool) -> Vec<Key<Issue>> {
        self.issues.keys_where(|issue| issue.repo == repo && pick(issue))
    }

    pub(crate) fn parent_of(&self, key: Key<Issue>) -> Option<Key<Issue>> {
        self.issues.get(key).ok()?.parent
    }

    pub(crate) fn create_issue(&mut self, repo: Key<Repo>, new: NewIssue) -> Result<Key<Issue>, Refusal> {
        if new.title.trim().is_empty() {
            return Err(Refusal::invalid("Issue", "title", "missing_field", "Title can't be blank".to_owned()));
        }
        if new.pull.is_none() {
            self.check_issues_enabled(repo)?;
        }
        let number = self.next_number(repo)?;
        let now = self.clock.now();
        let key = self.issues.insert(Issue {
            repo,
            number,
            title: new.title,
            body: new.body,
            author: new.author,
            closed: None,
            created_at: now,
            updated_at: now,
            edited: false,
            reopened: false,
            pinned: false,
            locked: false,
            lock_reason: None,
            labels: Vec::new(),
            assignees: Vec::new(),
            milestone: new.milestone,
            kind: new.issue_type,
            comments: Vec::new(),
            parent: None,
            sub_issues: Vec::new(),
            blocked_by: Vec::new(),
            pull: new.pull,
        });
        self.by_number.insert((repo, number), key);
        self.mark_created(Node::Issue(key));
        self.add_labels(key, &new.labels)?;
        self.add_assignees(key, &new.assignees)?;
        Ok(key)
    }

    pub(crate) fn check_issues_enabled(&self, repo: Key<Repo>) -> Result<(), Refusal> {
        if self.repos.get(repo)?.issues_enabled {
            return Ok(());
        }
        Err(Refusal::new(RefusalKind::IssuesDisabled, "Issues are disabled for this repo"))
    }

    /// The row of an issue, marked as changed now.
    pub(crate) fn touch_issue(&mut self, key: Key<Issue>) -> Result<&mut Issue, Refusal> {
        let now = self.clock.now();
        let issue = self.issues.get_mut(key)?;
        issue.updated_at = now;
        Ok(issue)
    }

    pub(crate) fn add_labels(&mut self, key: Key<Issue>, labels: &[Key<Label>]) -> Result<(), Refusal> {
        let repo = self.issues.get(key)?.repo;
        for label in labels {
            if self.labels.get(*label)?.repo != repo {
                let id = Node::Label(*label).id(self);
                return Err(Refusal::wrong_kind("Label", &id));
            }
        }
        let issue = self.touch_issue(key)?;
        for label in labels {
            if !issue.labels.contains(label) {
                issue.labels.push(*label);
            }
        }
        Ok(())
    }

    pub(crate) fn remove_labels(&mut self, key: Key<Issue>, labels: &[Key<Label>]) -> Result<(), Refusal> {
        self.touch_issue(key)?.labels.retain(|label| !labels.contains(label));
        Ok(())
    }

    /// Adds assignees, up to GitHub's limit; organisations cannot be assigned.
    pub(crate) fn add_assignees(&mut self, key: Key<Issue>, people: &[Key<Account>]) -> Result<(), Refusal> {
        for person in people {
            if self.accounts.get(*person)?.kind == super::AccountKind::Organization {
                return Err(Refusal::unprocessable("Could not assign: an organization cannot be an assignee"));
            }
        }
        let issue = self.touch_issue(key)?;
        for person in people {
            if !issue.assignees.contains(person) && issue.assignees.len() < MAX_ASSIGNEES {
                issue.assignees.push(*person);
            }
        }
        Ok(())
    }

    pub(crate) fn remove_assignees(&mut self, key: Key<Issue>, people: &[Key<Account>]) -> Result<(), Refusal> {
        self.touch_issue(key)?.assignees.retain(|person| !people.contains(person));
        Ok(())
    }

    pub(crate) fn close_issue(
        &mut self,
        key: Key<Issue>,
        reason: &'static str,
        duplicate_of: Option<Key<Issue>>,
    ) -> Result<(), Refusal> {
        let at = self.clock.now();
        let issue = self.touch_issue(key)?;
        if issue.is_open() || issue.pull.is_none() {
            issue.closed = Some(Closed { at, reason, duplicate_of });
        }
        Ok(())
    }

    pub(crate) fn reopen_issue(&mut self, key: Key<Issue>) -> Result<(), Refusal> {
        let issue = self.touch_issue(key)?;
        if issue.is_merged() {
            return Err(Refusal::unprocessable("Could not open the pull request: it has been merged."));
        }
        issue.reopened = issue.closed.take().is_some() || issue.reopened;
        Ok(())
    }

    pub(crate) fn pin_issue(&mut self, key: Key<Issue>, pinned: bool) -> Result<(), Refusal> {
        let repo = self.issues.get(key)?.repo;
        if pinned && self.issues_of(repo, |issue| issue.pinned).len() >= MAX_PINNED {
            return Err(Refusal::unprocessable("Maximum 3 pinned issues per repository"));
        }
        self.issues.get_mut(key)?.pinned = pinned;
        Ok(())
    }

    pub(crate) fn delete_issue(&mut self, key: Key<Issue>) -> Result<(), Refusal> {
        let issue = self.issues.remove(key).ok_or_else(Refusal::gone)?;
        self.by_number.remove(&(issue.repo, issue.number));
        for comment in issue.comments {
            self.comments.remove(comment);
        }
        for child in issue.sub_issues {
            self.issues.get_mut(child)?.parent = None;
        }
        for other in self.issues.keys_where(|other| other.sub_issues.contains(&key) || other.blocked_by.contains(&key))
        {
            let other = self.issues.get_mut(other)?;
            other.sub_issues.retain(|issue| *issue != key);
            other.blocked_by.retain(|issue| *issue != key);
        }
        Ok(())
    }
}
