//! Which capability to use instead.

use crate::card::Card;
#[cfg(feature = "json")]
use crate::card::SubjectSpec;
use crate::display::noun_of;
use crate::error::KindMismatch;

/// `use pr.view`, or that the capability works on one kind only.
pub(super) fn advice(mismatch: KindMismatch, card: &Card) -> String {
    match counterpart(mismatch, card) {
        Some(id) => format!("use {id}"),
        None => format!("{} works on {}s only", card.id, noun_of(mismatch.expected)),
    }
}

/// The capability that does the same for the other kind, if it is part of this build.
#[cfg(feature = "json")]
fn counterpart(mismatch: KindMismatch, card: &Card) -> Option<&'static str> {
    let rest = card.id.strip_prefix(mismatch.subject)?;
    let cards = || crate::ALL.iter().map(|entry| entry.card);
    let is_other = |spec: &&&SubjectSpec| spec.kind == mismatch.found && spec.within.is_none();
    let other = cards().flat_map(|card| card.subjects).find(is_other)?.name;
    cards().map(|card| card.id).find(|id| id.strip_prefix(other) == Some(rest))
}

/// Without the registry there is nothing to search.
#[cfg(not(feature = "json"))]
fn counterpart(_: KindMismatch, _: &Card) -> Option<&'static str> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(id: &str, subject: usize, found: &'static str) -> String {
        let card = crate::capability::find(crate::ALL, id).unwrap().card;
        let spec = card.subjects[subject];
        let kind = KindMismatch { subject: spec.name, expected: spec.kind, found };
        format!("{}: {}", kind.message("acme/widgets#7"), advice(kind, card))
    }

    /// `issue.view` on the number of a pull request once said only "not found".
    #[test]
    fn the_capability_for_the_other_kind_is_named_if_there_is_one() {
        let first = |id: &str, found: &'static str| message(id, 0, found);
        assert_eq!(first("issue.view", "PullRequest"), "acme/widgets#7 is a pull request, not an issue: use pr.view");
        assert_eq!(first("pr.close", "Issue"), "acme/widgets#7 is an issue, not a pull request: use issue.close");
        assert_eq!(
            first("pr.merge", "Issue"),
            "acme/widgets#7 is an issue, not a pull request: pr.merge works on pull requests only"
        );
        assert_eq!(
            message("issue.relations.parent.set", 1, "PullRequest"),
            "acme/widgets#7 is a pull request, not an issue: issue.relations.parent.set works on issues only"
        );
        assert_eq!(first("issue.view", ""), "acme/widgets#7 is not an issue: issue.view works on issues only");
    }
}
