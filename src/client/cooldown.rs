//! When a credential may be used again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

/// One of the two budgets of a credential. GitHub counts them apart: where one is used up, the other may be full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bucket {
    /// GraphQL's.
    Graphql,
    /// REST's.
    Rest,
}

/// The moments until which a credential must not be used, after rate limits. Clones of a client share them: one that goes on
/// asking makes the wait longer for all.
#[derive(Debug, Default)]
pub(crate) struct Cooldown(Mutex<Moments>);

#[derive(Debug, Default)]
struct Moments {
    graphql: Option<Instant>,
    rest: Option<Instant>,
    /// Secondary limits are on the user, whatever is asked.
    whole: Option<Instant>,
}

impl Moments {
    fn of(&mut self, bucket: Option<Bucket>) -> &mut Option<Instant> {
        match bucket {
            Some(Bucket::Graphql) => &mut self.graphql,
            Some(Bucket::Rest) => &mut self.rest,
            None => &mut self.whole,
        }
    }
}

impl Cooldown {
    /// The moment to wait for before this budget is used; `None` where there is nothing to wait for, or not any more.
    /// Without a budget, only what stops everything counts.
    pub(crate) fn until(&self, bucket: Option<Bucket>) -> Option<Instant> {
        let mut moments = self.lock();
        let until = moments.whole.max(*moments.of(bucket));
        until.filter(|until| *until > Instant::now())
    }

    /// Waits at least until then before this budget, or without one any, is used. A later moment that is already known
    /// stays.
    pub(crate) fn extend(&self, bucket: Option<Bucket>, until: Instant) {
        let mut moments = self.lock();
        let known = moments.of(bucket);
        *known = (*known).max(Some(until));
    }

    fn lock(&self) -> MutexGuard<'_, Moments> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn never_gets_shorter_and_ends() {
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
    async fn one_budget_leaves_the_other_alone_and_a_secondary_limit_stops_both() {
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
