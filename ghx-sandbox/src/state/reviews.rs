//! Reviews of pull requests, their threads and comments.

use super::{Account, Issue, Key, Node, Refusal, Store, Timestamp};

/// The state of a review that only its author sees.
pub(crate) const PENDING: &str = "PENDING";

#[derive(Debug)]
pub(crate) struct Review {
    pub(crate) pull: Key<Issue>,
    pub(crate) author: Option<Key<Account>>,
    pub(crate) body: String,
    /// As `PullRequestReviewState` spells it.
    pub(crate) state: &'static str,
    pub(crate) commit: String,
    pub(crate) created_at: Timestamp,
    /// Nothing while it is pending.
    pub(crate) submitted_at: Option<Timestamp>,
}

impl Review {
    /// Whether only its author sees it, because it is not submitted.
    pub(crate) fn is_pending(&self) -> bool {
        self.submitted_at.is_none()
    }
}

#[derive(Debug)]
pub(crate) struct Thread {
    pub(crate) pull: Key<Issue>,
    pub(crate) place: Place,
    pub(crate) resolved_by: Option<Key<Account>>,
    pub(crate) outdated: bool,
}

/// Where in the diff a thread hangs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) path: String,
    pub(crate) line: Option<u32>,
    pub(crate) start_line: Option<u32>,
    /// `LEFT` or `RIGHT`; right where nothing is said.
    pub(crate) side: Option<String>,
    pub(crate) start_side: Option<String>,
}

#[derive(Debug)]
pub(crate) struct ReviewComment {
    pub(crate) thread: Key<Thread>,
    pub(crate) review: Key<Review>,
    pub(crate) author: Option<Key<Account>>,
    pub(crate) body: String,
    pub(crate) created_at: Timestamp,
}

/// One inline comment of a new review.
#[derive(Debug)]
pub(crate) struct Inline {
    pub(crate) place: Place,
    pub(crate) body: String,
}

impl Store {
    pub(crate) fn reviews_of(&self, pull: Key<Issue>) -> Vec<Key<Review>> {
        self.reviews.keys_where(|review| review.pull == pull)
    }

    pub(crate) fn threads_of(&self, pull: Key<Issue>) -> Vec<Key<Thread>> {
        self.threads.keys_where(|thread| thread.pull == pull)
    }

    pub(crate) fn comments_of_thread(&self, thread: Key<Thread>) -> Vec<Key<ReviewComment>> {
        self.review_comments.keys_where(|comment| comment.thread == thread)
    }

    pub(crate) fn comments_of_review(&self, review: Key<Review>) -> Vec<Key<ReviewComment>> {
        self.review_comments.keys_where(|comment| comment.review == review)
    }

    /// Nothing where the base branch requires no review. Otherwise the last verdict of each reviewer decides: a request for
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

    pub(crate) fn add_review(
        &mut self,
        pull: Key<Issue>,
        author: Option<Key<Account>>,
        state: &'static str,
        body: &str,
        inline: Vec<Inline>,
    ) -> Result<Key<Review>, Refusal> {
        self.check_review(pull, author, state, body, &inline)?;
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

    fn check_review(
        &self,
        pull: Key<Issue>,
        author: Option<Key<Account>>,
        state: &str,
        body: &str,
        inline: &[Inline],
    ) -> Result<(), Refusal> {
        if self.pending_review(pull, author).is_some() {
            return Err(Refusal::unprocessable("User can only have one pending review per pull request"));
        }
        self.check_verdict(pull, author, state, body, !inline.is_empty())?;
        let files = self.pull(pull)?.files();
        match inline.iter().find(|comment| !files.iter().any(|file| file.path == comment.place.path)) {
            Some(_) => Err(Refusal::unprocessable("Path could not be resolved")),
            None => Ok(()),
        }
    }

    /// What a review may say.
    fn check_verdict(
        &self,
        pull: Key<Issue>,
        author: Option<Key<Account>>,
        state: &str,
        body: &str,
        has_comments: bool,
    ) -> Result<(), Refusal> {
        let own = author.is_some() && self.issues.get(pull)?.author == author;
        if own && state == "APPROVED" {
            return Err(Refusal::unprocessable("Can not approve your own pull request"));
        }
        if own && state == "CHANGES_REQUESTED" {
            return Err(Refusal::unprocessable("Can not request changes on your own pull request"));
        }
        if matches!(state, "COMMENTED" | "CHANGES_REQUESTED") && body.trim().is_empty() && !has_comments {
            return Err(Refusal::unprocessable("Body can't be blank"));
        }
        Ok(())
    }

    /// Refuses inline comments on lines that are not part of the diff.
    pub(crate) fn check_lines(&self, pull: Key<Issue>, inline: &[Inline]) -> Result<(), Refusal> {
        let files = self.pull(pull)?.files();
        let is_there = |place: &Place| {
            let Some(file) = files.iter().find(|file| file.path == place.path) else { return true };
            let side = place.side.as_deref().unwrap_or("RIGHT");
            let start_side = place.start_side.as_deref().unwrap_or(side);
            place.line.is_none_or(|line| file.has_line(line, side))
                && place.start_line.is_none_or(|line| file.has_line(line, start_side))
        };
        if inline.iter().all(|comment| is_there(&comment.place)) {
            Ok(())
        } else {
            Err(Refusal::unprocessable("Line could not be resolved"))
        }
    }

    /// The review that an account has begun on a pull request and not submitted.
    pub(crate) fn pending_review(&self, pull: Key<Issue>, author: Option<Key<Account>>) -> Option<Key<Review>> {
        let is_own = |review: &Review| review.pull == pull && review.is_pending() && review.author == author;
        author?;
        self.reviews.keys_where(is_own).first().copied()
    }

    /// Publishes a pending review with its comments.
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
        let has_comments = !self.comments_of_review(key).is_empty();
        self.check_verdict(pull, author, state, body.unwrap_or_default(), has_comments)?;
        let now = self.clock.now();
        let review = self.reviews.get_mut(key)?;
        review.state = state;
        review.submitted_at = Some(now);
        if let Some(body) = body {
            body.clone_into(&mut review.body);
        }
        Ok(())
    }

    /// Whether a node belongs to a pending review of somebody else.
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

    /// A reply joins the pending review of its author; without one it is a comment in a review of its own, as GitHub makes it.
    pub(crate) fn reply(
        &mut self,
        thread: Key<Thread>,
        author: Option<Key<Account>>,
        body: &str,
    ) -> Result<Key<ReviewComment>, Refusal> {
        if body.trim().is_empty() {
            return Err(Refusal::unprocessable("Body can't be blank"));
        }
        let pull = self.threads.get(thread)?.pull;
        let commit = self.pull(pull)?.head_commit().map_or_else(String::new, |commit| self.oid(commit).to_owned());
        let created_at = self.clock.now();
        let (state, submitted_at) = ("COMMENTED", Some(created_at));
        let review = self.pending_review(pull, author).unwrap_or_else(|| {
            let body = String::new();
            self.reviews.insert(Review { pull, author, body, state, commit, created_at, submitted_at })
        });
        let comment = ReviewComment { thread, review, author, body: body.to_owned(), created_at };
        let comment = self.review_comments.insert(comment);
        self.mark_created(Node::Review(review));
        self.mark_created(Node::ReviewComment(comment));
        Ok(comment)
    }
}
