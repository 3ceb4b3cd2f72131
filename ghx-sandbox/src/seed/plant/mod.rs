//! From a seed to the state, through the same writes that clients use.

mod actions;
mod pulls;

use super::{CommentSeed, IssueSeed, IssueTypeSeed, PullSeed, RepoSeed, Seed, SeedError, UserSeed};
use crate::state::{Account, AccountKind, Issue, IssueType, Key, LabelChange, NewIssue, Refusal, Repo, Store};

type Planted<T> = Result<T, SeedError>;

impl From<Refusal> for SeedError {
    fn from(refusal: Refusal) -> Self {
        Self::Inconsistent(refusal.message)
    }
}

/// Makes the state that a seed describes.
pub(crate) fn plant(seed: &Seed) -> Planted<Store> {
    let mut planter = Planter { store: Store::default(), viewer: None };
    for user in &seed.users {
        planter.account(user, if user.bot { AccountKind::Bot } else { AccountKind::User });
    }
    for organization in &seed.organizations {
        planter.account(organization, AccountKind::Organization);
    }
    planter.viewer = Some(planter.who(&seed.viewer)?);
    for token in &seed.tokens {
        planter.who(&token.login)?;
    }
    for repo in &seed.repositories {
        planter.repo(repo).map_err(|error| match error {
            SeedError::Inconsistent(why) => SeedError::Inconsistent(format!("{}: {why}", repo.name)),
            other => other,
        })?;
    }
    planter.store.take_created();
    Ok(planter.store)
}

/// An hour passes between two seeded things.
const STEP: u32 = 3600;

struct Planter {
    store: Store,
    viewer: Option<Key<Account>>,
}

impl Planter {
    fn account(&mut self, seed: &UserSeed, kind: AccountKind) {
        let UserSeed { login, name, email, site_admin, .. } = seed.clone();
        self.store.accounts.insert(Account { login, name, email, site_admin, kind });
    }

    fn who(&self, login: &str) -> Planted<Key<Account>> {
        self.store.account(login).ok_or_else(|| SeedError::Inconsistent(format!("there is no user `{login}`")))
    }

    fn who_or_viewer(&self, login: Option<&String>) -> Planted<Option<Key<Account>>> {
        login.map_or(Ok(self.viewer), |login| self.who(login).map(Some))
    }

    fn all(&self, logins: &[String]) -> Planted<Vec<Key<Account>>> {
        logins.iter().map(|login| self.who(login)).collect()
    }

    fn repo(&mut self, seed: &RepoSeed) -> Planted<()> {
        let repo = self.bare_repo(seed)?;
        for branch in std::iter::once(&seed.default_branch).chain(&seed.protected_branches) {
            self.store.ensure_branch(repo, branch, self.viewer);
        }
        self.labels(repo, seed)?;
        for milestone in &seed.milestones {
            let key =
                self.store.create_milestone(repo, &milestone.title, milestone.description.clone(), self.viewer)?;
            let row = self.store.milestones.get_mut(key)?;
            row.due_on.clone_from(&milestone.due_on);
            row.open = !milestone.closed;
        }
        for kind in &seed.issue_types {
            let IssueTypeSeed { name, description, color, enabled } = kind.clone();
            self.store.issue_types.insert(IssueType { repo, name, description, color, enabled });
        }
        self.numbered_items(repo, seed)?;
        for workflow in &seed.workflows {
            self.workflow(repo, &seed.default_branch, workflow)?;
        }
        self.releases(repo, seed);
        Ok(())
    }

    fn bare_repo(&mut self, seed: &RepoSeed) -> Planted<Key<Repo>> {
        let Some((owner, name)) = seed.name.split_once('/') else {
            return Err(SeedError::Inconsistent("a repository is named `owner/name`".to_owned()));
        };
        if self.store.account(owner).is_none() {
            let organization = UserSeed { login: owner.to_owned(), ..UserSeed::default() };
            self.account(&organization, AccountKind::Organization);
        }
        let mut collaborators = std::collections::BTreeMap::new();
        for (login, permission) in &seed.collaborators {
            collaborators.insert(self.who(login)?, *permission);
        }
        let now = self.store.clock.advance(STEP);
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

    fn labels(&mut self, repo: Key<Repo>, seed: &RepoSeed) -> Planted<()> {
        for label in &seed.labels {
            let (name, color) = (Some(label.name.clone()), Some(label.color.clone()));
            let change = LabelChange { name, color, description: label.description.clone() };
            let key = self.store.create_label(repo, change)?;
            self.store.labels.get_mut(key)?.default = label.default;
        }
        for number in 1..=seed.numbered_labels {
            let name = Some(format!("label-{number:03}"));
            self.store.create_label(repo, LabelChange { name, ..LabelChange::default() })?;
        }
        Ok(())
    }

    /// Issues and pull requests in the order of their numbers; those without one come last.
    fn numbered_items(&mut self, repo: Key<Repo>, seed: &RepoSeed) -> Planted<()> {
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

    fn reserve(&mut self, repo: Key<Repo>, number: Option<u32>) -> Planted<()> {
        self.store.clock.advance(STEP);
        let row = self.store.repos.get_mut(repo)?;
        match number {
            Some(number) if number <= row.last_number => {
                Err(SeedError::Inconsistent(format!("the number {number} is used twice")))
            }
            Some(number) => {
                row.last_number = number - 1;
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn issue(&mut self, repo: Key<Repo>, seed: &IssueSeed) -> Planted<()> {
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
            Some(other) => return Err(SeedError::Inconsistent(format!("an issue cannot be closed as `{other}`"))),
        }
        self.store.issues.get_mut(key)?.locked = seed.locked;
        if seed.pinned {
            self.store.pin_issue(key, true)?;
        }
        Ok(())
    }

    fn shared(&self, repo: Key<Repo>, seed: &IssueSeed) -> Planted<NewIssue> {
        let labels = seed.labels.iter().map(|name| {
            self.store.label(repo, name).ok_or_else(|| SeedError::Inconsistent(format!("there is no label `{name}`")))
        });
        let milestone = seed.milestone.map(|number| {
            let found = self.store.milestone(repo, number);
            found.ok_or_else(|| SeedError::Inconsistent(format!("there is no milestone {number}")))
        });
        let issue_type = seed.issue_type.as_ref().map(|name| {
            let found = self.store.issue_types.find(|kind| kind.repo == repo && kind.name == *name);
            found.map(|(key, _)| key).ok_or_else(|| SeedError::Inconsistent(format!("there is no issue type `{name}`")))
        });
        Ok(NewIssue {
            title: seed.title.clone(),
            body: seed.body.clone(),
            author: self.who_or_viewer(seed.author.as_ref())?,
            labels: labels.collect::<Planted<_>>()?,
            assignees: self.all(&seed.assignees)?,
            milestone: milestone.transpose()?,
            issue_type: issue_type.transpose()?,
            pull: None,
        })
    }

    fn number(&self, repo: Key<Repo>, number: u32) -> Planted<Key<Issue>> {
        self.store.numbered(repo, number).ok_or_else(|| SeedError::Inconsistent(format!("there is no issue {number}")))
    }

    fn comments(&mut self, issue: Key<Issue>, comments: &[CommentSeed]) -> Planted<()> {
        for comment in comments {
            self.store.clock.advance(60);
            let author = self.who_or_viewer(comment.author.as_ref())?;
            self.store.add_comment(issue, author, &comment.body)?;
        }
        Ok(())
    }
}
