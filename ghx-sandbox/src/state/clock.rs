//! Time inside the sandbox. It starts at a fixed moment and moves with each write, so that two runs of a test see the same
//! dates.

use jiff::{SignedDuration, Timestamp};

/// 2026-10-01T09:00:00Z, the moment of the first seeded row.
const START: Timestamp = Timestamp::constant(1_790_845_200, 0);

#[derive(Debug)]
pub(crate) struct Clock {
    now: Timestamp,
}

impl Default for Clock {
    fn default() -> Self {
        Self { now: START }
    }
}

impl Clock {
    pub(crate) fn now(&self) -> Timestamp {
        self.now
    }

    pub(crate) fn advance(&mut self, seconds: u32) -> Timestamp {
        self.now = self.now.saturating_add(SignedDuration::from_secs(seconds.into())).unwrap_or(Timestamp::MAX);
        self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_formatted_as_on_github() {
        assert_eq!(START.to_string(), "2026-10-01T09:00:00Z");
        assert_eq!(Clock::default().advance(u32::MAX).to_string(), "2162-11-07T15:28:15Z");
    }
}
