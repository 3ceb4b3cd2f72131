//! A subject that is of another kind: the number of a pull request where an issue is wanted.

use crate::card::{Card, SubjectSpec};
use crate::value::{noun_of, with_article};

/// What a subject is instead of what it should be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OtherKind {
    /// What it should be.
    pub(crate) spec: &'static SubjectSpec,
    /// The kind that it has; empty where that is not known.
    pub(crate) found: &'static str,
}

impl OtherKind {
    /// `acme/widgets#7 is a pull request, not an issue`.
    pub(crate) fn sentence(&self, subject: &str) -> String {
        let wanted = with_article(&noun_of(self.spec.kind));
        match self.found {
            "" => format!("{subject} is not {wanted}"),
            found => format!("{subject} is {}, not {wanted}", with_article(&noun_of(found))),
        }
    }

    /// `use pr.view`, or that the capability is for things of one kind only.
    pub(crate) fn advice(&self, card: &Card) -> String {
        match self.counterpart(card) {
            Some(id) => format!("use {id}"),
            None => format!("{} works on {}s only", card.id, noun_of(self.spec.kind)),
        }
    }

    /// The capability that does the same to things of the other kind.
    fn counterpart(&self, card: &Card) -> Option<&'static str> {
        let rest = card.id.strip_prefix(self.spec.name)?;
        let cards = || crate::ALL.iter().map(|entry| entry.card);
        let is_other = |spec: &&&SubjectSpec| spec.kind == self.found && spec.within.is_none();
        let other = cards().flat_map(|card| card.subjects).find(is_other)?.name;
        cards().map(|card| card.id).find(|id| id.strip_prefix(other) == Some(rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(id: &str, subject: usize, found: &'static str) -> String {
        let card = crate::capability::find(crate::ALL, id).unwrap().card;
        let kind = OtherKind { spec: card.subjects[subject], found };
        format!("{}: {}", kind.sentence("acme/widgets#7"), kind.advice(card))
    }

    /// Fault 51.
    #[test]
    fn the_capability_for_the_other_kind_is_named_where_there_is_one() {
        let first = |id: &str, found: &'static str| said(id, 0, found);
        assert_eq!(first("issue.view", "PullRequest"), "acme/widgets#7 is a pull request, not an issue: use pr.view");
        assert_eq!(first("pr.close", "Issue"), "acme/widgets#7 is an issue, not a pull request: use issue.close");
        assert_eq!(
            first("pr.merge", "Issue"),
            "acme/widgets#7 is an issue, not a pull request: pr.merge works on pull requests only"
        );
        assert_eq!(
            said("issue.relations.parent.set", 1, "PullRequest"),
            "acme/widgets#7 is a pull request, not an issue: issue.relations.parent.set works on issues only"
        );
        assert_eq!(first("issue.view", ""), "acme/widgets#7 is not an issue: issue.view works on issues only");
    }
}
