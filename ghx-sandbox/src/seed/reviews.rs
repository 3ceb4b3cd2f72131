//! Reviews and review threads.

use serde::Deserialize;

use super::{Builder, CommentSeed, PullSeed, Result, SeedError};
use crate::state::{Inline, Issue, Key, NewReview, Place};

seed_struct! {
    /// A review.
    #[derive(Clone, Debug, Default, Deserialize)]
    pub struct ReviewSeed {
        required {
            /// The reviewer's login.
            author: String,
            /// `approved`, `changes_requested` or `commented`.
            state: String,
        }
        optional {
            /// The text.
            body: String,
        }
    }
}

seed_struct! {
    /// A review thread with its comments.
    #[derive(Clone, Debug, Default, Deserialize)]
    pub struct ThreadSeed {
        required {
            /// The file.
            path: String,
            /// The comments, oldest first.
            comments: Vec<CommentSeed>,
        }
        optional {
            /// The line.
            line: Option<u32>,
            /// Who resolved it.
            resolved_by: Option<String>,
            /// Whether the code below it has changed.
            outdated: bool,
        }
    }
}

impl Builder {
    pub(super) fn reviews(&mut self, pull: Key<Issue>, seed: &PullSeed) -> Result<()> {
        for review in &seed.reviews {
            self.store.clock.advance(60);
            let state = match review.state.as_str() {
                "approved" => "APPROVED",
                "changes_requested" => "CHANGES_REQUESTED",
                "commented" => "COMMENTED",
                other => {
                    return Err(SeedError::Inconsistent(format!(
                        "unknown review state `{other}`; expected `approved`, `changes_requested` or `commented`"
                    )));
                }
            };
            let author = Some(self.who(&review.author)?);
            self.store.add_review(NewReview { pull, author, state, body: &review.body, inline: Vec::new() })?;
        }
        for thread in &seed.threads {
            self.thread(pull, thread)?;
        }
        Ok(())
    }

    pub(super) fn thread(&mut self, pull: Key<Issue>, seed: &ThreadSeed) -> Result<()> {
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
