//! How long a run may wait in all, and how long it waits before it tries again.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The budget of one run.
#[derive(Debug)]
pub(super) struct Waits {
    left: Mutex<Duration>,
}

/// The first pause before a repetition; each further one is twice as long.
const FIRST: Duration = Duration::from_millis(200);
const LONGEST: Duration = Duration::from_secs(5);

impl Waits {
    pub(super) fn new(budget: Duration) -> Self {
        Self { left: Mutex::new(budget) }
    }

    /// Whether a wait fits.
    pub(super) fn allows(&self, wait: Duration) -> bool {
        *self.left.lock().unwrap_or_else(PoisonError::into_inner) >= wait
    }

    /// Takes a wait out of the budget; `false` if it does not fit, and then nothing is taken.
    pub(super) fn take(&self, wait: Duration) -> bool {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        match left.checked_sub(wait) {
            Some(rest) => {
                *left = rest;
                true
            }
            None => false,
        }
    }
}

/// The pause before attempt `attempt` (from 1): doubled each time, and between a half and the whole of it, so that many
/// clients do not come back at once.
pub(super) fn backoff(attempt: u32) -> Duration {
    let whole = FIRST.saturating_mul(1 << attempt.saturating_sub(1).min(10)).min(LONGEST);
    let random = RandomState::new().build_hasher().finish();
    let share = f64::from(u32::try_from(random & 0xFFFF).unwrap_or(0)) / f64::from(0xFFFF_u32);
    whole.mul_f64(0.5 + share / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_is_never_exceeded() {
        let waits = Waits::new(Duration::from_secs(60));
        assert!(waits.take(Duration::from_secs(40)));
        assert!(!waits.take(Duration::from_secs(21)));
        assert!(waits.take(Duration::from_secs(20)));
        assert!(!waits.take(Duration::from_millis(1)));
    }

    #[test]
    fn pauses_grow_and_are_capped() {
        for attempt in 1..40 {
            let pause = backoff(attempt);
            assert!(pause >= FIRST / 2 && pause <= LONGEST, "{attempt}: {pause:?}");
        }
        assert!(backoff(4) >= FIRST * 4);
    }
}
