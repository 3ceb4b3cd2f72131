//! A subject of the wrong kind, such as the number of a pull request where an issue is expected.

use crate::display::{noun_of, with_article};

/// The expected and the actual kind of a subject.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KindMismatch {
    /// Name of the subject in cards: `issue`.
    #[cfg_attr(not(feature = "json"), allow(dead_code, reason = "only the registry has a counterpart"))]
    pub(crate) subject: &'static str,
    /// The expected kind: `Issue`.
    pub(crate) expected: &'static str,
    /// The actual kind; empty if unknown.
    pub(crate) found: &'static str,
}

impl KindMismatch {
    /// `acme/widgets#7 is a pull request, not an issue`.
    pub(crate) fn message(&self, subject: &str) -> String {
        let expected = with_article(&noun_of(self.expected));
        match self.found {
            "" => format!("{subject} is not {expected}"),
            found => format!("{subject} is {}, not {expected}", with_article(&noun_of(found))),
        }
    }
}
