//! Repositories.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{
    Builder, HOUR, IssueSeed, IssueTypeSeed, LabelSeed, MilestoneSeed, PullSeed, ReleaseSeed, Result, SeedError,
    UserSeed, WorkflowSeed,
};
use crate::state::{AccountKind, Key, MergeMethod, Permission, Repo};

seed_struct! {
    /// A repository.
    #[derive(Clone, Debug, Deserialize)]
    pub struct RepoSeed {
        required {
            /// `owner/name`.
            name: String,
        }
        optional {
            /// `owner/name` under which it was known before.
            former_names: Vec<String>,
            /// The description.
            description: Option<String>,
            /// The home page.
            homepage: Option<String>,
            /// The text of README.md.
            readme: Option<String>,
            /// Topics.
            topics: Vec<String>,
            /// Whether only its owner and collaborators see it.
            private: bool,
            /// Whether it is archived, and so read-only.
            archived: bool,
            /// Whether issues are switched off.
            issues_disabled: bool,
            /// The ways in which pull requests may be merged; all of them if absent.
            merge_methods: Vec<MergeMethod> = "all_methods",
            /// Whether a merge deletes the head branch.
            delete_branch_on_merge: bool,
            /// Number of stars.
            stars: u32,
            /// Number of forks.
            forks: u32,
            /// The default branch.
            default_branch: String = "main_branch",
            /// Protected branches: a merge into them needs an approving review.
            protected_branches: Vec<String>,
            /// Logins and what they may do.
            collaborators: BTreeMap<String, Permission>,
            /// Labels.
            labels: Vec<LabelSeed>,
            /// How many more labels to create: `label-001`, `label-002`, …
            numbered_labels: u32,
            /// Milestones, numbered from 1.
            milestones: Vec<MilestoneSeed>,
            /// Issue types.
            issue_types: Vec<IssueTypeSeed>,
            /// Issues.
            issues: Vec<IssueSeed>,
            /// Pull requests.
            pulls: Vec<PullSeed>,
            /// Workflows with their runs.
            workflows: Vec<WorkflowSeed>,
            /// Releases, oldest first.
            releases: Vec<ReleaseSeed>,
        }
    }
}

fn all_methods() -> Vec<MergeMethod> {
    MergeMethod::ALL.to_vec()
}

fn main_branch() -> String {
    "main".to_owned()
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

    /// Protects a branch: a merge into it needs an approving review.
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
        self.labels.push(LabelSeed::new(name));
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

impl Builder {
    pub(super) fn repo(&mut self, seed: &RepoSeed) -> Result<()> {
        let repo = self.bare_repo(seed)?;
        for branch in std::iter::once(&seed.default_branch).chain(&seed.protected_branches) {
            self.store.ensure_branch(repo, branch, self.viewer);
        }
        self.labels(repo, seed)?;
        for milestone in &seed.milestones {
            self.milestone(repo, milestone)?;
        }
        for kind in &seed.issue_types {
            self.issue_type(repo, kind);
        }
        self.numbered_items(repo, seed)?;
        for workflow in &seed.workflows {
            self.workflow(repo, &seed.default_branch, workflow)?;
        }
        for release in &seed.releases {
            self.release(repo, release);
        }
        Ok(())
    }

    pub(super) fn bare_repo(&mut self, seed: &RepoSeed) -> Result<Key<Repo>> {
        let Some((owner, name)) = seed.name.split_once('/') else {
            return Err(SeedError::Inconsistent("expected a repository name like `owner/name`".to_owned()));
        };
        if self.store.account(owner).is_none() {
            let organization = UserSeed { login: owner.to_owned(), ..UserSeed::default() };
            self.account(&organization, AccountKind::Organization);
        }
        let mut collaborators = std::collections::BTreeMap::new();
        for (login, permission) in &seed.collaborators {
            collaborators.insert(self.who(login)?, *permission);
        }
        let now = self.store.clock.advance(HOUR);
        Ok(self.store.repos.insert(Repo {
            owner: self.who(owner)?,
            name: name.to_owned(),
            former_names: seed.former_names.clone(),
            description: seed.description.clone(),
            homepage: seed.homepage.clone(),
            readme: seed.readme.clone(),
            topics: seed.topics.clone(),
            private: seed.private,
            archived: seed.archived,
            issues_enabled: !seed.issues_disabled,
            merge_methods: seed.merge_methods.clone(),
            delete_branch_on_merge: seed.delete_branch_on_merge,
            stars: seed.stars,
            forks: seed.forks,
            default_branch: seed.default_branch.clone(),
            protected_branches: seed.protected_branches.clone(),
            collaborators,
            created_at: now,
            updated_at: now,
            pushed_at: now,
            last_number: 0,
        }))
    }

    /// Issues and pull requests in the order of their numbers; those without one come last.
    pub(super) fn numbered_items(&mut self, repo: Key<Repo>, seed: &RepoSeed) -> Result<()> {
        enum Item<'a> {
            Issue(&'a IssueSeed),
            Pull(&'a PullSeed),
        }
        let mut items: Vec<(Option<u32>, Item<'_>)> = Vec::new();
        items.extend(seed.issues.iter().map(|issue| (issue.number, Item::Issue(issue))));
        items.extend(seed.pulls.iter().map(|pull| (pull.number, Item::Pull(pull))));
        items.sort_by_key(|(number, _)| number.unwrap_or(u32::MAX));
        for (number, item) in items {
            self.reserve(repo, number)?;
            match item {
                Item::Issue(issue) => self.issue(repo, issue)?,
                Item::Pull(pull) => self.pull(repo, &seed.default_branch, pull)?,
            }
        }
        Ok(())
    }

    pub(super) fn reserve(&mut self, repo: Key<Repo>, number: Option<u32>) -> Result<()> {
        self.store.clock.advance(HOUR);
        let row = self.store.repos.get_mut(repo)?;
        match number {
            Some(number) if number <= row.last_number => {
                Err(SeedError::Inconsistent(format!("number {number} is used twice")))
            }
            Some(number) => {
                row.last_number = number - 1;
                Ok(())
            }
            None => Ok(()),
        }
    }
}
