//! Repositories that have another name now. GitHub follows renames without a word.

use std::sync::{Mutex, PoisonError};

use crate::Error;
use crate::error::Phase;
use crate::value::Repo;

/// The renames that a run has met, each repository once.
#[derive(Debug, Default)]
pub(in crate::engine) struct Renames(Mutex<Vec<Rename>>);

#[derive(Debug)]
struct Rename {
    /// The name that was asked for.
    asked: String,
    /// The name that it has now, once a response has told.
    now: Option<String>,
}

impl Renames {
    /// Notes a rename; `true` if it is a new one. What is no name of a repository is not repeated.
    pub(in crate::engine) fn note(&self, asked: &str, now: Option<&str>) -> bool {
        let now = now.and_then(|now| now.parse::<Repo>().ok()).map(|now| now.to_string());
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rename) = known.iter_mut().find(|rename| rename.asked.eq_ignore_ascii_case(asked)) {
            rename.now = rename.now.take().or(now);
            return false;
        }
        known.push(Rename { asked: asked.to_owned(), now });
        true
    }

    /// The warnings for the user, one for each repository.
    pub(in crate::engine) fn take(&self) -> Vec<Error> {
        let known = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        known.iter().map(Rename::warning).collect()
    }
}

impl Rename {
    fn warning(&self) -> Error {
        let Self { asked, now } = self;
        Error::not_found(match now {
            Some(now) => format!("`{asked}` is called `{now}` now, and GitHub followed the rename: use the new name"),
            None => format!("`{asked}` has another name now, and GitHub followed the rename: use the new name"),
        })
        .in_phase(Phase::Refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(renames: &Renames) -> Vec<String> {
        renames.take().iter().map(|warning| warning.message().to_owned()).collect()
    }

    /// Renamed repositories were once followed without a warning.
    #[test]
    fn each_repository_is_said_once_with_the_name_that_is_known() {
        let renames = Renames::default();
        assert!(renames.note("acme/old", None) && !renames.note("Acme/Old", Some("acme/new")));
        assert!(!renames.note("acme/old", None) && renames.note("acme/other", Some("no name\u{1b}[2J")));
        let expected = [
            "`acme/old` is called `acme/new` now, and GitHub followed the rename: use the new name",
            "`acme/other` has another name now, and GitHub followed the rename: use the new name",
        ];
        assert_eq!(messages(&renames), expected);
    }
}
