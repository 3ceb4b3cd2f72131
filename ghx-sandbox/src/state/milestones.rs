//! Milestones of a repository.

use super::{Account, Key, Node, Refusal, Repo, Store, Timestamp};

#[derive(Debug)]
pub(crate) struct Milestone {
    pub(crate) repo: Key<Repo>,
    pub(crate) number: u32,
    pub(crate) title: String,
    pub(crate) description: Option<String>,
    pub(crate) due_on: Option<String>,
    pub(crate) open: bool,
    pub(crate) creator: Option<Key<Account>>,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
}

impl Milestone {
    pub(crate) fn state(&self) -> &'static str {
        if self.open { "OPEN" } else { "CLOSED" }
    }
}

impl Store {
    pub(crate) fn milestone(&self, repo: Key<Repo>, number: u32) -> Option<Key<Milestone>> {
        self.milestones.find(|row| row.repo == repo && row.number == number).map(|(key, _)| key)
    }

    pub(crate) fn milestones_of(&self, repo: Key<Repo>) -> Vec<Key<Milestone>> {
        self.milestones.keys_where(|row| row.repo == repo)
    }

    /// The numbers of open and closed issues of a milestone.
    pub(crate) fn milestone_counts(&self, key: Key<Milestone>) -> (usize, usize) {
        let mut counts = (0, 0);
        for (_, issue) in self.issues.iter().filter(|(_, issue)| issue.milestone == Some(key)) {
            if issue.is_open() { counts.0 += 1 } else { counts.1 += 1 }
        }
        counts
    }

    pub(crate) fn create_milestone(
        &mut self,
        repo: Key<Repo>,
        title: &str,
        description: Option<String>,
        creator: Option<Key<Account>>,
    ) -> Result<Key<Milestone>, Refusal> {
        if title.trim().is_empty() {
            return Err(Refusal::invalid("Milestone", "title", "missing_field", "Title can't be blank".to_owned()));
        }
        let number = self.milestones_of(repo).len() + 1;
        let now = self.clock.now();
        let key = self.milestones.insert(Milestone {
            repo,
            number: u32::try_from(number).unwrap_or(u32::MAX),
            title: title.to_owned(),
            description,
            due_on: None,
            open: true,
            creator,
            created_at: now,
            updated_at: now,
        });
        self.mark_created(Node::Milestone(key));
        Ok(key)
    }
}
