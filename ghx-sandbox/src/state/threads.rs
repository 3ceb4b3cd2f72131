//! Review threads, their place in the diff, and their comments.

use super::{Account, Issue, Key, Node, Refusal, Review, Store, Timestamp};

#[derive(Debug)]
pub(crate) struct Thread {
    pub(crate) pull: Key<Issue>,
    pub(crate) place: Place,
    pub(crate) resolved_by: Option<Key<Account>>,
    pub(crate) outdated: bool,
}

/// The place of a thread in the diff.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) path: String,
    pub(crate) line: Option<u32>,
    pub(crate) start_line: Option<u32>,
    /// `LEFT` or `RIGHT`; `RIGHT` if absent.
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
    pub(crate) fn threads_of(&self, pull: Key<Issue>) -> Vec<Key<Thread>> {
        self.threads.keys_where(|thread| thread.pull == pull)
    }

    pub(crate) fn comments_of_thread(&self, thread: Key<Thread>) -> Vec<Key<ReviewComment>> {
        self.review_comments.keys_where(|comment| comment.thread == thread)
    }

    pub(crate) fn comments_of_review(&self, review: Key<Review>) -> Vec<Key<ReviewComment>> {
        self.review_comments.keys_where(|comment| comment.review == review)
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

    /// Adds a reply to its author's pending review or, without one, to a new review, as GitHub does.
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
