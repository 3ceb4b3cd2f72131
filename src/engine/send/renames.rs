//! Renamed repositories. GitHub follows a rename without saying so.

use std::sync::Mutex;

use crate::Error;
use crate::error::Phase;
use crate::sync::lock;
use crate::value::Repo;

/// The renamed repositories of a run, each once.
#[derive(Debug, Default)]
pub(in crate::engine) struct Renames(Mutex<Vec<Rename>>);

#[derive(Debug)]
struct Rename {
    /// The name that was sent.
    old: String,
    /// The name that it has now, if known.
    new: Option<String>,
}

impl Renames {
    /// Adds a rename; `true` if it was not known. A new name that is not a valid repository name is dropped.
    pub(in crate::engine) fn add(&self, old: &str, new: Option<&str>) -> bool {
        let new = new.and_then(|new| new.parse::<Repo>().ok()).map(|new| new.to_string());
        let mut known = lock(&self.0);
        if let Some(rename) = known.iter_mut().find(|rename| rename.old.eq_ignore_ascii_case(old)) {
            rename.new = rename.new.take().or(new);
            return false;
        }
        known.push(Rename { old: old.to_owned(), new });
        true
    }

    /// Takes out the warnings for the user, one for each repository.
    pub(in crate::engine) fn take_warnings(&self) -> Vec<Error> {
        let known = std::mem::take(&mut *lock(&self.0));
        known.iter().map(Rename::warning).collect()
    }
}

impl Rename {
    fn warning(&self) -> Error {
        let Self { old, new } = self;
        Error::not_found(match new {
            Some(new) => format!("`{old}` was renamed to `{new}`, and GitHub followed the rename: use the new name"),
            None => format!("`{old}` was renamed, and GitHub followed the rename: use the new name"),
        })
        .in_phase(Phase::Refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(renames: &Renames) -> Vec<String> {
        renames.take_warnings().iter().map(|warning| warning.message().to_owned()).collect()
    }

    /// Renames were once followed without a warning.
    #[test]
    fn each_repository_gets_one_warning_with_its_new_name_if_known() {
        let renames = Renames::default();
        assert!(renames.add("acme/old", None) && !renames.add("Acme/Old", Some("acme/new")));
        assert!(!renames.add("acme/old", None) && renames.add("acme/other", Some("no name\u{1b}[2J")));
        let expected = [
            "`acme/old` was renamed to `acme/new`, and GitHub followed the rename: use the new name",
            "`acme/other` was renamed, and GitHub followed the rename: use the new name",
        ];
        assert_eq!(messages(&renames), expected);
    }
}
