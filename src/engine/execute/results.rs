//! The results of writes, and what they say about whether a write has run.

use crate::error::Phase;
use crate::{Error, ErrorCode};

/// The results of writes so far, by position.
pub(super) type Results<T> = [Option<Result<T, Error>>];

pub(super) fn is_limited<T>(result: &Result<T, Error>) -> bool {
    result.as_ref().is_err_and(|error| error.code() == ErrorCode::RateLimit)
}

/// Records the same error for several writes.
pub(super) fn fail<T>(writes: &[usize], error: &Error, results: &mut Results<T>) {
    for write in writes {
        record(*write, Err(error.clone()), results);
    }
}

/// Records the result of a write. A repetition that was refused does not settle the outcome of the first try.
pub(super) fn record<T>(write: usize, result: Result<T, Error>, results: &mut Results<T>) {
    let was_unknown = results[write].as_ref().is_some_and(is_unknown);
    if !was_unknown || may_have_run(Some(&result)) {
        results[write] = Some(result);
    }
}

pub(super) fn is_unknown<T>(result: &Result<T, Error>) -> bool {
    result.as_ref().is_err_and(|error| error.phase() == Phase::MayBeApplied)
}

pub(super) fn may_have_run<T>(result: Option<&Result<T, Error>>) -> bool {
    match result {
        Some(Err(error)) => error.phase().outcome().is_some(),
        Some(Ok(_)) => true,
        None => false,
    }
}
