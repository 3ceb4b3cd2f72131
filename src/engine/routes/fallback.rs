//! When another route may be tried after one that failed.

use crate::card::{Card, Effect};
use crate::error::Phase;
use crate::{Error, ErrorCode};

/// Whether another route may be tried after this error.
///
/// What GitHub answered is an answer: that something does not exist, is not allowed or not valid is so on every route. A
/// write goes another way only if it surely did not run on this one.
pub(crate) fn may_fall_back(card: &Card, error: &Error) -> bool {
    let is_read = card.effect == Effect::Read;
    let may_help = match error.code() {
        ErrorCode::AdapterUnsupported | ErrorCode::Network | ErrorCode::Server | ErrorCode::Unknown => true,
        ErrorCode::RateLimit => is_read || is_primary_limit(error),
        ErrorCode::Auth | ErrorCode::NotFound | ErrorCode::Validation | ErrorCode::Skipped => false,
    };
    may_help && (is_read || matches!(error.phase(), Phase::NotSent | Phase::Refused))
}

/// GraphQL and REST have a primary limit each. What limits writing (secondary limits, "submitted too quickly") they share,
/// and going on elsewhere would make it worse.
fn is_primary_limit(error: &Error) -> bool {
    error.github_type().is_some_and(|kind| kind.starts_with("RATE_LIMIT"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Capability;
    use crate::issue::{IssueCreate, IssueView};

    #[test]
    fn an_answer_is_an_answer_on_every_route() {
        for card in [IssueView::CARD, IssueCreate::CARD] {
            for error in [Error::not_found("x"), Error::validation("x"), Error::auth("x"), Error::skipped("x")] {
                assert!(!may_fall_back(card, &error.in_phase(Phase::NotSent)));
            }
        }
    }

    #[test]
    fn a_write_goes_another_way_only_if_it_surely_did_not_run() {
        let (read, write) = (IssueView::CARD, IssueCreate::CARD);
        for error in [Error::network("x"), Error::server("x"), Error::unknown("x")] {
            for phase in [Phase::MayBeApplied, Phase::Applied, Phase::PartlyApplied] {
                assert!(!may_fall_back(write, &error.clone().in_phase(phase)), "{error:?}");
            }
            for phase in [Phase::NotSent, Phase::Refused] {
                assert!(may_fall_back(write, &error.clone().in_phase(phase)), "{error:?}");
            }
            assert!(may_fall_back(read, &error));
        }
        assert!(may_fall_back(read, &Error::rate_limit("secondary")));
        assert!(!may_fall_back(write, &Error::rate_limit("was submitted too quickly")));
    }
}
