//! How long a run may wait in total, and how long it waits between attempts.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Mutex;
use std::time::Duration;

use crate::sync::lock;
use tokio::time::Instant;

/// The budget of one run.
#[derive(Debug)]
pub(in crate::engine) struct WaitBudget {
    budget: Mutex<Budget>,
}

#[derive(Debug)]
struct Budget {
    left: Duration,
    /// The end of the waits that are paid for. Requests that wait at the same time pay once.
    paid: Option<Instant>,
}

/// The pause before the second attempt. Each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(200);
const MAX_PAUSE: Duration = Duration::from_secs(5);

impl WaitBudget {
    pub(in crate::engine) fn new(budget: Duration) -> Self {
        Self { budget: Mutex::new(Budget { left: budget, paid: None }) }
    }

    /// Whether a wait until then fits the budget.
    pub(in crate::engine) fn allows(&self, until: Instant) -> bool {
        let budget = lock(&self.budget);
        budget.left >= budget.price(until)
    }

    /// Takes a wait from the budget; `false` if it does not fit, and then the budget is unchanged.
    pub(in crate::engine) fn take(&self, wait: Duration) -> bool {
        lock(&self.budget).pay(wait)
    }

    /// Takes a wait that all requests share from the budget, except for the part that is paid for already.
    pub(in crate::engine) fn take_until(&self, until: Instant) -> bool {
        let mut budget = lock(&self.budget);
        let price = budget.price(until);
        let fits = budget.pay(price);
        if fits {
            budget.paid = budget.paid.max(Some(until));
        }
        fits
    }
}

impl Budget {
    fn price(&self, until: Instant) -> Duration {
        let now = Instant::now();
        until.saturating_duration_since(self.paid.map_or(now, |paid| paid.max(now)))
    }

    fn pay(&mut self, price: Duration) -> bool {
        let rest = self.left.checked_sub(price);
        self.left = rest.unwrap_or(self.left);
        rest.is_some()
    }
}

/// The pause after attempt `attempt` (from 1). It doubles each time, and is randomly shortened by up to a half, so that
/// many clients do not retry at the same time.
pub(in crate::engine) fn backoff(attempt: u32) -> Duration {
    let whole = FIRST_PAUSE.saturating_mul(1 << attempt.saturating_sub(1).min(10)).min(MAX_PAUSE);
    let random = RandomState::new().build_hasher().finish();
    let share = f64::from(u32::try_from(random & 0xFFFF).unwrap_or(0)) / f64::from(0xFFFF_u32);
    whole.mul_f64(0.5 + share / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_is_never_exceeded() {
        let waits = WaitBudget::new(Duration::from_secs(60));
        assert!(waits.take(Duration::from_secs(40)));
        assert!(!waits.take(Duration::from_secs(21)));
        assert!(waits.take(Duration::from_secs(20)));
        assert!(!waits.take(Duration::from_millis(1)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_shared_wait_is_paid_once() {
        let waits = WaitBudget::new(Duration::from_secs(10));
        let until = Instant::now() + Duration::from_secs(6);
        assert!(waits.take_until(until) && waits.take_until(until) && waits.allows(until));
        assert!(!waits.allows(until + Duration::from_secs(5)));
        assert!(waits.take_until(until + Duration::from_secs(4)));
        assert!(!waits.take(Duration::from_millis(1)));
    }

    #[test]
    fn pauses_grow_and_are_capped() {
        for attempt in 1..40 {
            let pause = backoff(attempt);
            assert!(pause >= FIRST_PAUSE / 2 && pause <= MAX_PAUSE, "{attempt}: {pause:?}");
        }
        assert!(backoff(4) >= FIRST_PAUSE * 4);
    }
}
