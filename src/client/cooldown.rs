//! When a credential may be used again after a rate limit.

use std::sync::{Mutex, MutexGuard};

use tokio::time::Instant;

use crate::sync::lock;

/// One of the two rate-limit budgets of a credential. GitHub counts them separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bucket {
    /// GraphQL's.
    Graphql,
    /// REST's.
    #[cfg(any(feature = "rest", feature = "gh"))]
    Rest,
}

/// Until when a credential must not be used after rate limits. Clones of a client share it: requests during a limit would
/// make the wait longer for all.
#[derive(Debug, Default)]
pub(crate) struct Cooldown(Mutex<Deadlines>);

#[derive(Debug, Default)]
struct Deadlines {
    graphql: Option<Instant>,
    #[cfg(any(feature = "rest", feature = "gh"))]
    rest: Option<Instant>,
    /// For all requests: secondary limits apply to the user.
    all: Option<Instant>,
}

impl Deadlines {
    fn of(&mut self, bucket: Option<Bucket>) -> &mut Option<Instant> {
        match bucket {
            Some(Bucket::Graphql) => &mut self.graphql,
            #[cfg(any(feature = "rest", feature = "gh"))]
            Some(Bucket::Rest) => &mut self.rest,
            None => &mut self.all,
        }
    }
}

impl Cooldown {
    /// Until when to wait before this budget is used; `None` if it can be used now. Without a budget, only the limits on all
    /// requests count.
    pub(crate) fn until(&self, bucket: Option<Bucket>) -> Option<Instant> {
        let mut deadlines = self.lock();
        let until = deadlines.all.max(*deadlines.of(bucket));
        until.filter(|until| *until > Instant::now())
    }

    /// Blocks this budget, or all requests if there is none, at least until then. A later time that is already set stays.
    pub(crate) fn extend(&self, bucket: Option<Bucket>, until: Instant) {
        let mut deadlines = self.lock();
        let known = deadlines.of(bucket);
        *known = (*known).max(Some(until));
    }

    fn lock(&self) -> MutexGuard<'_, Deadlines> {
        lock(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_cooldown_never_gets_shorter_and_ends() {
        let cooldown = Cooldown::default();
        assert_eq!(cooldown.until(None), None);
        let late = Instant::now() + Duration::from_secs(60);
        cooldown.extend(None, late);
        cooldown.extend(None, Instant::now() + Duration::from_secs(5));
        assert_eq!(cooldown.until(None), Some(late));
        tokio::time::advance(Duration::from_secs(60)).await;
        assert_eq!(cooldown.until(None), None);
    }

    #[tokio::test(start_paused = true)]
    async fn budgets_are_independent_and_a_secondary_limit_blocks_both() {
        let cooldown = Cooldown::default();
        let (soon, late) = (Instant::now() + Duration::from_secs(5), Instant::now() + Duration::from_secs(60));
        cooldown.extend(Some(Bucket::Graphql), late);
        assert_eq!(cooldown.until(Some(Bucket::Graphql)), Some(late));
        assert_eq!((cooldown.until(Some(Bucket::Rest)), cooldown.until(None)), (None, None));
        cooldown.extend(None, soon);
        assert_eq!(cooldown.until(Some(Bucket::Graphql)), Some(late));
        assert_eq!((cooldown.until(Some(Bucket::Rest)), cooldown.until(None)), (Some(soon), Some(soon)));
    }
}
