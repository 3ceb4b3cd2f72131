//! The state: rows in tables, one file per domain. Each file has the rows of its domain and the writes on them,
//! which GraphQL and REST share. A new domain is a new file, a table here and a row of [`Node`].

mod access;
mod accounts;
mod clock;
mod comments;
mod diff;
mod git;
mod issues;
mod labels;
mod milestones;
mod node;
mod pulls;
mod refusal;
mod relations;
mod releases;
mod repos;
mod reviews;
mod table;
mod threads;
mod workflows;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use jiff::Timestamp;

pub(crate) use self::{
    access::Actor,
    accounts::{Account, AccountKind},
    clock::Clock,
    comments::Comment,
    git::{Branch, Commit, blob_oid},
    issues::{Closed, Issue, IssueType, NewIssue},
    labels::{Label, LabelChange},
    milestones::Milestone,
    node::Node,
    pulls::{MergeOptions, NewPull, Pull},
    refusal::{Refusal, RefusalKind},
    releases::Release,
    repos::{Found, Repo},
    reviews::{NewReview, PENDING, Review},
    table::{Key, Table},
    threads::{Inline, Place, ReviewComment, Thread},
    workflows::{CheckRun, Progress, Rerun, Workflow, WorkflowRun},
};
pub use self::{
    pulls::Mergeable,
    repos::{MergeMethod, Permission},
};

/// The state of one sandbox.
#[derive(Debug, Default)]
pub(crate) struct Store {
    pub(crate) clock: Clock,
    pub(crate) accounts: Table<Account>,
    pub(crate) repos: Table<Repo>,
    pub(crate) labels: Table<Label>,
    pub(crate) milestones: Table<Milestone>,
    pub(crate) issues: Table<Issue>,
    pub(crate) issue_types: Table<IssueType>,
    pub(crate) comments: Table<Comment>,
    pub(crate) reviews: Table<Review>,
    pub(crate) threads: Table<Thread>,
    pub(crate) review_comments: Table<ReviewComment>,
    pub(crate) branches: Table<Branch>,
    pub(crate) commits: Table<Commit>,
    pub(crate) workflows: Table<Workflow>,
    pub(crate) runs: Table<WorkflowRun>,
    pub(crate) check_runs: Table<CheckRun>,
    pub(crate) releases: Table<Release>,
    by_number: BTreeMap<(Key<Repo>, u32), Key<Issue>>,
    last_action_id: u64,
    /// Ids of new nodes since the last call of `take_created`, for the fault that hides them for a while.
    created: BTreeSet<String>,
}

impl Store {
    fn mark_created(&mut self, node: Node) {
        let id = node.id(self);
        self.created.insert(id);
    }

    /// The ids of what was created since the last call.
    pub(crate) fn take_created(&mut self) -> BTreeSet<String> {
        std::mem::take(&mut self.created)
    }
}
