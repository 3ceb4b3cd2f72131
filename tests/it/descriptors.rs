//! What the descriptors of the real cards say to the engine: what a write costs, how many nodes a query may ask for, and
//! which numbers are too large.

use ghx::ALL;
use ghx::card::{Card, Effect, Weight};

fn ids(holds: impl Fn(&Card) -> bool) -> Vec<&'static str> {
    ALL.iter().filter(|entry| holds(entry.card)).map(|entry| entry.card.id).collect()
}

/// Fault 35.
#[test]
fn opening_an_issue_and_merging_are_heavy() {
    assert_eq!(ids(|card| card.weight == Weight::Heavy), ["issue.create", "pr.merge"]);
}

/// Fault 35.
#[test]
fn issues_comments_replies_and_reviews_count_as_creations() {
    let creating =
        ["issue.comments.create", "issue.create", "pr.comments.create", "pr.reviews.submit", "pr.threads.reply"];
    assert_eq!(ids(|card| card.creates), creating);
}

#[test]
fn a_read_costs_nothing_as_a_write() {
    assert_eq!(ids(|card| card.effect == Effect::Read && (card.creates || card.weight != Weight::Light)), [""; 0]);
}
