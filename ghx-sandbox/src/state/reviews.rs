//! Reviews of pull requests.

use super::{Account, Inline, Issue, Key, Node, Refusal, ReviewComment, Store, Thread, Timestamp};

/// The state of a review that only its author sees.
pub(crate) const PENDING: &str = "PENDING";

#[derive(Debug)]
pub(crate) struct Review {
    pub(crate) pull: Key<Issue>,
    pub(crate) author: Option<Key<Account>>,
    pub(crate) body: String,
    /// A value of `PullRequestReviewState`.
    pub(crate) state: &'static str,
    pub(crate) commit: String,
    pub(crate) created_at: Timestamp,
    /// `None` while it is pending.
    pub(crate) submitted_at: Option<Timestamp>,
}

impl Review {
    /// Whether only its author sees it, because it is not submitted.
    pub(crate) fn is_pending(&self) -> bool {
        self.submitted_at.is_none()
    }
}

/// The values of a new review.
#[derive(Debug)]
pub(crate) struct NewReview<'a> {
    pub(crate) pull: Key<Issue>,
    pub(crate) author: Option<Key<Account>>,
    /// A value of `PullRequestReviewState`.
    pub(crate) state: &'static str,
    pub(crate) body: &'a str,
    pub(crate) inline: Vec<Inline>,
}

impl Store {
    pub(crate) fn reviews_of(&self, pull: Key<Issue>) -> Vec<Key<Review>> {
        self.reviews.keys_where(|review| review.pull == pull)
    }

    /// `None` if the base branch requires no review. Otherwise the last review of each reviewer counts: a request for
    /// changes outweighs an approval.
    pub(crate) fn review_decision(&self, pull: Key<Issue>) -> Option<&'static str> {
        let base = &self.pull(pull).ok()?.base;
        if !self.is_protected(self.issues.get(pull).ok()?.repo, base) {
            return None;
        }
        let mut verdicts: Vec<(Option<Key<Account>>, &'static str)> = Vec::new();
        for (_, review) in self.reviews.iter().filter(|(_, review)| review.pull == pull) {
            if matches!(review.state, "APPROVED" | "CHANGES_REQUESTED") {
                verdicts.retain(|(author, _)| *author != review.author);
                verdicts.push((review.author, review.state));
            }
        }
        let has = |state| verdicts.iter().any(|(_, verdict)| *verdict == state);
        Some(if has("CHANGES_REQUESTED") {
            "CHANGES_REQUESTED"
        } else if has("APPROVED") {
            "APPROVED"
        } else {
            "REVIEW_REQUIRED"
        })
    }

    pub(crate) fn add_review(&mut self, new: NewReview<'_>) -> Result<Key<Review>, Refusal> {
        self.check_review(&new)?;
        let NewReview { pull, author, state, body, inline } = new;
        let commit = self.pull(pull)?.head_commit().map_or_else(String::new, |commit| self.oid(commit).to_owned());
        let created_at = self.clock.now();
        let submitted_at = (state != PENDING).then_some(created_at);
        let body = body.to_owned();
        let review = self.reviews.insert(Review { pull, author, body, state, commit, created_at, submitted_at });
        for Inline { place, body } in inline {
            let thread = self.threads.insert(Thread { pull, place, resolved_by: None, outdated: false });
            let comment = self.review_comments.insert(ReviewComment { thread, review, author, body, created_at });
            self.mark_created(Node::Thread(thread));
            self.mark_created(Node::ReviewComment(comment));
        }
        self.mark_created(Node::Review(review));
        let row = self.pull_mut(pull)?;
        row.requested_reviewers.retain(|reviewer| Some(*reviewer) != author);
        Ok(review)
    }

    fn check_review(&self, new: &NewReview<'_>) -> Result<(), Refusal> {
        if self.pending_review(new.pull, new.author).is_some() {
            return Err(Refusal::unprocessable("User can only have one pending review per pull request"));
        }
        self.check_verdict(new, !new.inline.is_empty())?;
        let files = self.pull(new.pull)?.files();
        match new.inline.iter().find(|comment| !files.iter().any(|file| file.path == comment.place.path)) {
            Some(_) => Err(Refusal::unprocessable("Path could not be resolved")),
            None => Ok(()),
        }
    }

    /// Checks whether the author may give a review of this state and body.
    fn check_verdict(&self, new: &NewReview<'_>, has_comments: bool) -> Result<(), Refusal> {
        let own = new.author.is_some() && self.issues.get(new.pull)?.author == new.author;
        if own && new.state == "APPROVED" {
            return Err(Refusal::unprocessable("Can not approve your own pull request"));
        }
        if own && new.state == "CHANGES_REQUESTED" {
            return Err(Refusal::unprocessable("Can not request changes on your own pull request"));
        }
        let needs_text = matches!(new.state, "COMMENTED" | "CHANGES_REQUESTED");
        if needs_text && new.body.trim().is_empty() && !has_comments {
            return Err(Refusal::unprocessable("Body can't be blank"));
        }
        Ok(())
    }

    /// The pending review of an account on a pull request.
    pub(crate) fn pending_review(&self, pull: Key<Issue>, author: Option<Key<Account>>) -> Option<Key<Review>> {
        let is_own = |review: &Review| review.pull == pull && review.is_pending() && review.author == author;
        author?;
        self.reviews.keys_where(is_own).first().copied()
    }

    /// Submits a pending review with its comments.
    pub(crate) fn submit_review(
        &mut self,
        key: Key<Review>,
        state: &'static str,
        body: Option<&str>,
    ) -> Result<(), Refusal> {
        let review = self.reviews.get(key)?;
        if !review.is_pending() {
            return Err(Refusal::unprocessable("Can not submit a review that is not pending"));
        }
        let (pull, author) = (review.pull, review.author);
        let submitted = NewReview { pull, author, state, body: body.unwrap_or_default(), inline: Vec::new() };
        self.check_verdict(&submitted, !self.comments_of_review(key).is_empty())?;
        let now = self.clock.now();
        let review = self.reviews.get_mut(key)?;
        review.state = state;
        review.submitted_at = Some(now);
        if let Some(body) = body {
            body.clone_into(&mut review.body);
        }
        Ok(())
    }

    /// Whether a node belongs to a pending review of another account.
    pub(crate) fn is_anothers_draft(&self, account: Option<Key<Account>>, node: Node) -> bool {
        let hidden = |review: Key<Review>| {
            self.reviews.get(review).is_ok_and(|row| row.is_pending() && (account.is_none() || row.author != account))
        };
        let comment = |key| self.review_comments.get(key).is_ok_and(|row: &ReviewComment| hidden(row.review));
        match node {
            Node::Review(key) => hidden(key),
            Node::ReviewComment(key) => comment(key),
            Node::Thread(key) => self.comments_of_thread(key).first().copied().is_some_and(comment),
            _ => false,
        }
    }
}
