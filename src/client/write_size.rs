//! How much a request that writes may hold, by how long the last one took.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// GitHub gives up after ten seconds, and then the outcome of every write in the request is unknown. Half of that is taken as
/// a sign to send less at once.
const SLOW: Duration = Duration::from_secs(5);
/// So quick that more may be sent at once again.
const QUICK: Duration = Duration::from_secs(2);

/// What requests that write have taught. Clones of a client share it.
#[derive(Debug, Default)]
pub(crate) struct WriteSize(Mutex<Option<usize>>);

impl WriteSize {
    /// How much a request may hold, in units of a light write; `usize::MAX` while GitHub is quick.
    pub(crate) fn limit(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).unwrap_or(usize::MAX)
    }

    /// Learns from a request of so many units.
    pub(crate) fn learn(&self, units: usize, took: Duration) {
        let mut limit = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if took > SLOW {
            let share = SLOW.as_secs_f64() / took.as_secs_f64();
            let units = u32::try_from(units).unwrap_or(u32::MAX);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and a u32")]
            let fewer = (f64::from(units) * share) as usize;
            *limit = Some(fewer.max(1));
        } else if took < QUICK {
            // Back to no limit once it is larger than any request.
            *limit = limit.map(|limit| limit * 2).filter(|limit| *limit < 1_000);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mutation of 50 creations once took longer than GitHub's ten seconds, with 50 unknown outcomes.
    #[test]
    fn a_slow_request_makes_the_next_one_smaller() {
        let size = WriteSize::default();
        size.learn(50, Duration::from_secs(1));
        assert_eq!(size.limit(), usize::MAX);
        size.learn(50, Duration::from_secs(10));
        assert_eq!(size.limit(), 25);
        size.learn(25, Duration::from_secs(3));
        assert_eq!(size.limit(), 25);
        size.learn(1, Duration::from_secs(30));
        assert_eq!(size.limit(), 1);
        for _ in 0..20 {
            size.learn(1, Duration::from_millis(100));
        }
        assert_eq!(size.limit(), usize::MAX);
    }
}
