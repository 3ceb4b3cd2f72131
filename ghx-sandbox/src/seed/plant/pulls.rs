//! Pull requests with their reviews.

use super::{Planted, Planter};
use crate::{
    seed::{IssueSeed, PullSeed, SeedError, ThreadSeed},
    state::{Inline, Issue, Key, MergeOrder, NewPull, NewReview, Place, Repo},
};

impl Planter {
    pub(super) fn pull(&mut self, repo: Key<Repo>, default_branch: &str, seed: &PullSeed) -> Planted<()> {
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
            let by = self.viewer.ok_or_else(|| SeedError::Inconsistent("there is no viewer".to_owned()))?;
            self.store.merge_pull(key, &MergeOrder::plain(by))?;
        } else if seed.closed {
            self.store.close_issue(key, "COMPLETED", None)?;
        }
        Ok(())
    }

    fn reviews(&mut self, pull: Key<Issue>, seed: &PullSeed) -> Planted<()> {
        for review in &seed.reviews {
            self.store.clock.advance(60);
            let state = match review.state.as_str() {
                "approved" => "APPROVED",
                "changes_requested" => "CHANGES_REQUESTED",
                "commented" => "COMMENTED",
                other => return Err(SeedError::Inconsistent(format!("a review cannot be `{other}`"))),
            };
            let author = Some(self.who(&review.author)?);
            self.store.add_review(NewReview { pull, author, state, body: &review.body, inline: Vec::new() })?;
        }
        for thread in &seed.threads {
            self.thread(pull, thread)?;
        }
        Ok(())
    }

    fn thread(&mut self, pull: Key<Issue>, seed: &ThreadSeed) -> Planted<()> {
        let Some((first, replies)) = seed.comments.split_first() else {
            return Err(SeedError::Inconsistent("a review thread needs a comment".to_owned()));
        };
        self.store.clock.advance(60);
        let place = Place { path: seed.path.clone(), line: seed.line, ..Place::default() };
        let inline = Inline { place, body: first.body.clone() };
        let author = self.who_or_viewer(first.author.as_ref())?;
        self.store.add_review(NewReview { pull, author, state: "COMMENTED", body: "", inline: vec![inline] })?;
        let Some(key) = self.store.threads_of(pull).pop() else { return Ok(()) };
        for reply in replies {
            let author = self.who_or_viewer(reply.author.as_ref())?;
            self.store.reply(key, author, &reply.body)?;
        }
        let resolved_by = seed.resolved_by.as_ref().map(|login| self.who(login)).transpose()?;
        let row = self.store.threads.get_mut(key)?;
        row.resolved_by = resolved_by;
        row.outdated = seed.outdated;
        Ok(())
    }
}
