//! How many queries one request holds, once GitHub has found a request too large.
//!
//! GitHub does not say what its limit is, and the limit changes. So requests get smaller until one gets a response, down to
//! a single query.

use std::sync::{Mutex, MutexGuard};

use crate::Error;
use crate::error::Phase;
use crate::sync::lock;

/// How many requests may fail in a row. More is an outage, not a matter of size, and must not turn one request into
/// hundreds.
const MAX_FAILURES: usize = 24;

/// What is known about the size of requests in one run.
#[derive(Debug, Default)]
pub(in crate::engine) struct QuerySize(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The most that a request may hold; `None` while none was too large.
    largest: Option<usize>,
    /// The last failure, and how many there were without a success in between.
    failure: Option<Error>,
    failures: usize,
    /// Whether no request of the current size has succeeded yet.
    is_shrinking: bool,
}

impl QuerySize {
    /// Records that a request with this many queries was too large.
    pub(in crate::engine) fn too_large(&self, queries: usize, error: &Error) {
        let mut state = self.lock();
        let half = queries.div_ceil(2);
        state.largest = Some(state.largest.map_or(half, |largest| largest.min(half)).max(1));
        state.failure = Some(error.clone());
        state.failures += 1;
        state.is_shrinking = true;
    }

    /// Records that a request got a response.
    pub(in crate::engine) fn succeeded(&self) {
        let mut state = self.lock();
        state.failures = 0;
        state.is_shrinking = false;
    }

    /// Why a request with this many queries should not be sent.
    pub(in crate::engine) fn objection(&self, queries: usize) -> Option<Error> {
        let state = self.lock();
        let is_too_large = state.largest.is_some_and(|largest| queries > largest);
        let error = state.failure.clone().filter(|_| is_too_large || state.failures >= MAX_FAILURES);
        error.map(|error| error.in_phase(Phase::Refused))
    }

    /// How many queries to put into one request, after this many were too many.
    pub(in crate::engine) fn below(&self, queries: usize) -> usize {
        let half = queries.div_ceil(2);
        self.lock().largest.map_or(half, |largest| largest.min(half)).max(1)
    }

    pub(in crate::engine) fn is_shrinking(&self) -> bool {
        self.lock().is_shrinking
    }

    pub(in crate::engine) fn is_outage(&self) -> bool {
        self.lock().failures >= MAX_FAILURES
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `max_batch` once did not bound reads of one repository, and halving stopped after three rounds.
    #[test]
    fn requests_get_smaller_down_to_one_query() {
        let (size, error) = (QuerySize::default(), Error::server("too large"));
        assert!(size.objection(50).is_none());
        let mut sizes = vec![50];
        while sizes.last() != Some(&1) {
            let last = *sizes.last().unwrap();
            size.too_large(last, &error);
            assert!(size.objection(last).is_some());
            sizes.push(size.below(last));
        }
        assert_eq!(sizes, [50, 25, 13, 7, 4, 2, 1]);
        assert!(size.objection(1).is_none());
    }

    #[test]
    fn an_outage_ends_the_retries() {
        let (size, error) = (QuerySize::default(), Error::server("502"));
        for _ in 0..MAX_FAILURES {
            assert!(!size.is_outage());
            size.too_large(1, &error);
        }
        assert!(size.is_outage() && size.objection(1).is_some());
        size.succeeded();
        assert!(!size.is_outage());
    }
}
