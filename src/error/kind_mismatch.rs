//! A subject of the wrong kind: the number of a pull request where an issue is expected.

use crate::display::{noun_of, with_article};

/// Which kind a subject should have, and which it has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindMismatch {
    /// The subject as cards name it: `issue`.
    pub(crate) subject: &'static str,
    /// The kind it should have: `Issue`.
    pub(crate) expected: &'static str,
    /// The kind it has; empty if that is not known.
    pub(crate) found: &'static str,
}

impl KindMismatch {
    /// `acme/widgets#7 is a pull request, not an issue`.
    pub(crate) fn sentence(&self, subject: &str) -> String {
        let expected = with_article(&noun_of(self.expected));
        match self.found {
            "" => format!("{subject} is not {expected}"),
            found => format!("{subject} is {}, not {expected}", with_article(&noun_of(found))),
        }
    }
}
