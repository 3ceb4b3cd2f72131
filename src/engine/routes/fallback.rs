//! When another route may be tried after one that failed.

use crate::card::{Card, Effect};
use crate::error::Phase;
use crate::{Error, ErrorCode};

/// Whether another route may be tried after this error.
///
/// "Not found", "not allowed" and "not valid" would be the same on every route, so they are final. A write may use another
/// route only if it provably did not run on this one.
pub(crate) fn may_fall_back(card: &Card, error: &Error) -> bool {
    let is_read = card.effect == Effect::Read;
    let may_help = match error.code() {
        ErrorCode::AdapterUnsupported | ErrorCode::Network | ErrorCode::Server | ErrorCode::Unknown => true,
        ErrorCode::RateLimit => is_read || is_primary_limit(error),
        ErrorCode::Auth | ErrorCode::NotFound | ErrorCode::Validation | ErrorCode::Skipped => false,
    };
    may_help && (is_read || matches!(error.phase(), Phase::NotSent | Phase::Refused))
}

/// GraphQL and REST have separate primary limits. They share the limits on writes (secondary limits, "submitted too
/// quickly"), so another route would make those worse.
fn is_primary_limit(error: &Error) -> bool {
    error.github_type().is_some_and(|kind| kind.starts_with("RATE_LIMIT"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Capability;
    use crate::issue::{IssueCreate, IssueView};

    #[test]
    fn a_definite_refusal_is_final() {
        for card in [IssueView::CARD, IssueCreate::CARD] {
            for error in [Error::not_found("x"), Error::validation("x"), Error::auth("x"), Error::skipped("x")] {
                assert!(!may_fall_back(card, &error.in_phase(Phase::NotSent)));
            }
        }
    }

    #[test]
    fn a_write_falls_back_only_if_it_provably_did_not_run() {
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
