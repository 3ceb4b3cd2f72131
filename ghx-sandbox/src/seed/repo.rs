//! The seed of a repository and of what hangs on it directly.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{IssueSeed, PullSeed, ReleaseSeed, WorkflowSeed};
use crate::state::{MergeMethod, Permission};

/// A repository.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on GitHub")]
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepoSeed {
    /// `owner/name`.
    pub name: String,
    /// `owner/name` under which it was known before.
    #[serde(default)]
    pub former_names: Vec<String>,
    /// The description.
    #[serde(default)]
    pub description: Option<String>,
    /// The home page.
    #[serde(default)]
    pub homepage: Option<String>,
    /// The text of README.md.
    #[serde(default)]
    pub readme: Option<String>,
    /// Topics.
    #[serde(default)]
    pub topics: Vec<String>,
    /// Whether only its owner and collaborators see it.
    #[serde(default)]
    pub private: bool,
    /// Whether it is archived, and so read-only.
    #[serde(default)]
    pub archived: bool,
    /// Whether issues are switched off.
    #[serde(default)]
    pub issues_disabled: bool,
    /// The ways in which pull requests may be merged; all of them if absent.
    #[serde(default = "all_methods")]
    pub merge_methods: Vec<MergeMethod>,
    /// Whether a merge deletes the head branch.
    #[serde(default)]
    pub delete_branch_on_merge: bool,
    /// Number of stars.
    #[serde(default)]
    pub stars: u32,
    /// Number of forks.
    #[serde(default)]
    pub forks: u32,
    /// The default branch.
    #[serde(default = "main_branch")]
    pub default_branch: String,
    /// Branches that are protected: what goes into them needs an approving review.
    #[serde(default)]
    pub protected_branches: Vec<String>,
    /// Logins and what they may do.
    #[serde(default)]
    pub collaborators: BTreeMap<String, Permission>,
    /// Labels.
    #[serde(default)]
    pub labels: Vec<LabelSeed>,
    /// How many further labels to make: `label-001`, `label-002`, …
    #[serde(default)]
    pub numbered_labels: u32,
    /// Milestones, numbered from 1.
    #[serde(default)]
    pub milestones: Vec<MilestoneSeed>,
    /// Issue types.
    #[serde(default)]
    pub issue_types: Vec<IssueTypeSeed>,
    /// Issues.
    #[serde(default)]
    pub issues: Vec<IssueSeed>,
    /// Pull requests.
    #[serde(default)]
    pub pulls: Vec<PullSeed>,
    /// Workflows with their runs.
    #[serde(default)]
    pub workflows: Vec<WorkflowSeed>,
    /// Releases, oldest first.
    #[serde(default)]
    pub releases: Vec<ReleaseSeed>,
}

fn all_methods() -> Vec<MergeMethod> {
    MergeMethod::ALL.to_vec()
}

fn main_branch() -> String {
    "main".to_owned()
}

/// A label.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelSeed {
    /// The name.
    pub name: String,
    /// Six hexadecimal digits.
    #[serde(default = "grey")]
    pub color: String,
    /// The description.
    #[serde(default)]
    pub description: Option<String>,
    /// Whether GitHub put it there when the repository was made.
    #[serde(default)]
    pub default: bool,
}

fn grey() -> String {
    "ededed".to_owned()
}

/// A milestone.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MilestoneSeed {
    /// The title.
    pub title: String,
    /// The description.
    #[serde(default)]
    pub description: Option<String>,
    /// When it is due, as `2026-12-31T00:00:00Z`.
    #[serde(default)]
    pub due_on: Option<String>,
    /// Whether it is closed.
    #[serde(default)]
    pub closed: bool,
}

/// An issue type.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IssueTypeSeed {
    /// The name.
    pub name: String,
    /// The description.
    #[serde(default)]
    pub description: Option<String>,
    /// A value of GitHub's `IssueTypeColor`.
    #[serde(default = "gray")]
    pub color: String,
    /// Whether it can be given to issues.
    #[serde(default = "yes")]
    pub enabled: bool,
}

fn yes() -> bool {
    true
}

fn gray() -> String {
    "GRAY".to_owned()
}

impl RepoSeed {
    /// An empty public repository, `owner/name`.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            former_names: Vec::new(),
            description: None,
            homepage: None,
            readme: None,
            topics: Vec::new(),
            private: false,
            archived: false,
            issues_disabled: false,
            merge_methods: all_methods(),
            delete_branch_on_merge: false,
            stars: 0,
            forks: 0,
            default_branch: main_branch(),
            protected_branches: Vec::new(),
            collaborators: BTreeMap::new(),
            labels: Vec::new(),
            numbered_labels: 0,
            milestones: Vec::new(),
            issue_types: Vec::new(),
            issues: Vec::new(),
            pulls: Vec::new(),
            workflows: Vec::new(),
            releases: Vec::new(),
        }
    }

    /// Makes it private.
    #[must_use]
    pub fn private(mut self) -> Self {
        self.private = true;
        self
    }

    /// Protects a branch: what goes into it needs an approving review.
    #[must_use]
    pub fn protect(mut self, branch: impl Into<String>) -> Self {
        self.protected_branches.push(branch.into());
        self
    }

    /// Lets a login act in it.
    #[must_use]
    pub fn collaborator(mut self, login: impl Into<String>, permission: Permission) -> Self {
        self.collaborators.insert(login.into(), permission);
        self
    }

    /// Adds a grey label.
    #[must_use]
    pub fn label(mut self, name: impl Into<String>) -> Self {
        self.labels.push(LabelSeed { name: name.into(), color: grey(), description: None, default: false });
        self
    }

    /// Adds an open milestone.
    #[must_use]
    pub fn milestone(mut self, title: impl Into<String>) -> Self {
        self.milestones.push(MilestoneSeed { title: title.into(), ..MilestoneSeed::default() });
        self
    }

    /// Adds an issue.
    #[must_use]
    pub fn issue(mut self, issue: IssueSeed) -> Self {
        self.issues.push(issue);
        self
    }

    /// Adds a pull request.
    #[must_use]
    pub fn pull(mut self, pull: PullSeed) -> Self {
        self.pulls.push(pull);
        self
    }

    /// Adds a workflow.
    #[must_use]
    pub fn workflow(mut self, workflow: WorkflowSeed) -> Self {
        self.workflows.push(workflow);
        self
    }
}
