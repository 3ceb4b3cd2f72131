//! When a credential may be used again.

use std::sync::{Mutex, PoisonError};

use tokio::time::Instant;

/// The moment until which a credential must not be used, after a rate limit. Clones of a client share it: one that goes on
/// asking makes the wait longer for all.
#[derive(Debug, Default)]
pub(crate) struct Cooldown(Mutex<Option<Instant>>);

impl Cooldown {
    /// The moment to wait for; `None` where there is nothing to wait for, or not any more.
    pub(crate) fn until(&self) -> Option<Instant> {
        let until = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        until.filter(|until| *until > Instant::now())
    }

    /// Waits at least until then. A later moment that is already known stays.
    pub(crate) fn extend(&self, until: Instant) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *known = (*known).max(Some(until));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn never_gets_shorter_and_ends() {
        let cooldown = Cooldown::default();
        assert_eq!(cooldown.until(), None);
        let late = Instant::now() + Duration::from_secs(60);
        cooldown.extend(late);
        cooldown.extend(Instant::now() + Duration::from_secs(5));
        assert_eq!(cooldown.until(), Some(late));
        tokio::time::advance(Duration::from_secs(60)).await;
        assert_eq!(cooldown.until(), None);
    }
}
