//! What is known of a write, out of its root fields: each was done, or refused, or nobody knows.

use crate::Error;
use crate::error::Phase;
use crate::failure::{UNKNOWN_OUTCOME, from_field};
use crate::response::{Depth, GraphqlError, ItemAnswer};

/// Why a write failed; nothing if all of it was answered. `stray` is an error that names no root field.
pub(super) fn failure(
    own: &[(&GraphqlError, Depth)],
    answer: &ItemAnswer<'_>,
    stray: Option<&GraphqlError>,
) -> Option<Error> {
    let at_field = own.iter().find(|(_, depth)| *depth == Depth::Field);
    let error = match (at_field.or(own.first()), answer.missing.first(), stray) {
        (Some((error, depth)), _, _) => from_field(error, *depth, true),
        (None, Some(_), Some(stray)) => from_field(stray, Depth::Field, true),
        (None, Some(key), None) => {
            Error::server(format!("GitHub answered null for `{key}`, without an error{UNKNOWN_OUTCOME}"))
        }
        (None, None, _) => return None,
    };
    Some(match together(own, answer, stray) {
        phase if phase == error.phase() => error,
        Phase::PartlyApplied => partly(error, answer),
        Phase::MayBeApplied => {
            let message = format!("{}{UNKNOWN_OUTCOME}", error.message());
            error.with_message(message).in_phase(Phase::MayBeApplied)
        }
        phase => error.in_phase(phase),
    })
}

fn together(own: &[(&GraphqlError, Depth)], answer: &ItemAnswer<'_>, stray: Option<&GraphqlError>) -> Phase {
    let phase = |error: &GraphqlError, depth: Depth| from_field(error, depth, true).phase();
    let mut phases: Vec<Phase> = own.iter().map(|(error, depth)| phase(error, *depth)).collect();
    if answer.missing.len() > roots_of(own) {
        phases.push(stray.map_or(Phase::MayBeApplied, |stray| phase(stray, Depth::Field)));
    }
    let some_done = answer.given > 0 || phases.contains(&Phase::Applied);
    match (phases.contains(&Phase::MayBeApplied), some_done, phases.contains(&Phase::Refused)) {
        (true, _, _) => Phase::MayBeApplied,
        (false, true, true) => Phase::PartlyApplied,
        (false, true, false) => Phase::Applied,
        (false, false, _) => Phase::Refused,
    }
}

/// How many root fields have errors of their own.
fn roots_of(own: &[(&GraphqlError, Depth)]) -> usize {
    let mut roots: Vec<Option<&String>> = own.iter().map(|(error, _)| error.path.first()).collect();
    roots.sort_unstable();
    roots.dedup();
    roots.len()
}

/// Of several root fields some were executed, and some were refused.
fn partly(error: Error, answer: &ItemAnswer<'_>) -> Error {
    let failed = answer.missing.join("`, `");
    let message = format!("only a part of it was applied, without `{failed}`: {}", error.message());
    error.with_message(message).in_phase(Phase::PartlyApplied)
}
