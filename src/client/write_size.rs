//! Adapts the size of requests that write to how long the last ones took.

use std::sync::Mutex;
use std::time::Duration;

use crate::sync::lock;

/// After half of GitHub's timeout of ten seconds, the next request is made smaller: after a timeout, the outcome of every
/// write in the request would be unknown.
const SLOW: Duration = Duration::from_secs(5);
/// Below this time, the next request may be larger again.
const QUICK: Duration = Duration::from_secs(2);

/// The current size limit, if any. Clones of a client share it.
#[derive(Debug, Default)]
pub(crate) struct WriteSize(Mutex<Option<usize>>);

impl WriteSize {
    /// The maximum size of a request, in units of a light write; `usize::MAX` while GitHub is quick.
    pub(crate) fn limit(&self) -> usize {
        lock(&self.0).unwrap_or(usize::MAX)
    }

    /// Updates the limit after a request of this size.
    pub(crate) fn learn(&self, units: usize, took: Duration) {
        let mut limit = lock(&self.0);
        if took > SLOW {
            let share = SLOW.as_secs_f64() / took.as_secs_f64();
            let units = u32::try_from(units).unwrap_or(u32::MAX);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and a u32")]
            let fewer = (f64::from(units) * share) as usize;
            *limit = Some(fewer.max(1));
        } else if took < QUICK {
            // There is no limit again once it is larger than any request.
            *limit = limit.map(|limit| limit * 2).filter(|limit| *limit < 1_000);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mutation with 50 creations once took longer than GitHub's timeout, so that 50 outcomes were unknown.
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
