//! How fast writes are sent: GitHub asks for a second between two of them, and limits how much may be created in a minute.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use http::HeaderMap;
use tokio::time::Instant;

/// The least time between two requests that write.
const BETWEEN: Duration = Duration::from_secs(1);
/// How many things may be created in [`WINDOW`].
const CREATIONS: usize = 80;
const WINDOW: Duration = Duration::from_secs(60);

/// Whether requests that write are spaced out as GitHub asks: at least a second apart, and at most 80 creations a minute.
///
/// The waits are logged, and do not count against [`max_wait`](crate::ClientBuilder::max_wait).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Pace {
    /// On, except for loopback addresses and for servers that send no rate-limit headers, such as an Enterprise Server
    /// without limits.
    #[default]
    Auto,
    /// On.
    On,
    /// Off: writes are sent as fast as they can be.
    Off,
}

/// When the next write may be sent. Clones of a client share it.
#[derive(Debug)]
pub(crate) struct Pacer {
    pace: Pace,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    schedule: Schedule,
    /// Whether the server limits rates, by the headers of its last response.
    has_limits: Option<bool>,
}

impl Pacer {
    /// A pacer for an API at this place. [`Pace::Auto`] is off where that is this machine.
    pub(crate) fn new(pace: Pace, is_local: bool) -> Self {
        let pace = if pace == Pace::Auto && is_local { Pace::Off } else { pace };
        Self { pace, state: Mutex::default() }
    }

    /// Notes whether a server sends rate-limit headers.
    pub(crate) fn observe(&self, headers: &HeaderMap) {
        self.lock().has_limits = Some(headers.contains_key("x-ratelimit-limit"));
    }

    /// Reserves the next moment for a request that writes and creates so many things; how long to wait for it.
    pub(crate) fn reserve(&self, creates: usize) -> Duration {
        let mut state = self.lock();
        if !self.is_on(&state) {
            return Duration::ZERO;
        }
        let now = Instant::now();
        state.schedule.reserve(now, creates).saturating_duration_since(now)
    }

    /// Notes that a request that writes has ended.
    pub(crate) fn ended(&self) {
        self.lock().schedule.ended(Instant::now());
    }

    /// Whether writes are spaced out, as far as is known now.
    pub(crate) fn is_active(&self) -> bool {
        self.is_on(&self.lock())
    }

    fn is_on(&self, state: &State) -> bool {
        match self.pace {
            Pace::On => true,
            Pace::Off => false,
            Pace::Auto => state.has_limits != Some(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When writes were sent, and when the next one may be.
#[derive(Debug, Default)]
struct Schedule {
    free_at: Option<Instant>,
    creations: VecDeque<(Instant, usize)>,
}

impl Schedule {
    /// The moment for the next request, from `now` on.
    fn reserve(&mut self, now: Instant, creates: usize) -> Instant {
        let mut at = self.free_at.map_or(now, |free| free.max(now));
        if creates > 0 {
            // The oldest creations must have left the window before more fit into it.
            while self.created_before(at) + creates > CREATIONS {
                let Some((first, _)) = self.creations.pop_front() else { break };
                at = at.max(first + WINDOW);
            }
            self.creations.push_back((at, creates));
        }
        self.free_at = Some(at + BETWEEN);
        at
    }

    /// How many things are created in the minute before a moment; what is older is forgotten.
    fn created_before(&mut self, at: Instant) -> usize {
        self.creations.retain(|(time, _)| *time + WINDOW > at);
        self.creations.iter().map(|(_, count)| count).sum()
    }

    fn ended(&mut self, now: Instant) {
        self.free_at = self.free_at.max(Some(now + BETWEEN));
    }
}

/// How long requests that write take at least when they are paced. Each is given by how many things it creates.
pub(crate) fn least_duration(creations: impl IntoIterator<Item = usize>) -> Duration {
    let start = Instant::now();
    let mut schedule = Schedule::default();
    let last = creations.into_iter().map(|creates| schedule.reserve(start, creates)).last();
    last.map_or(Duration::ZERO, |last| last.saturating_duration_since(start))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn limited() -> HeaderMap {
        HeaderMap::from_iter([("x-ratelimit-limit".parse().unwrap(), "5000".parse().unwrap())])
    }

    /// A mutation of 50 creations once took longer than GitHub's ten seconds, with 50 unknown outcomes.
    #[tokio::test(start_paused = true)]
    async fn a_second_lies_between_the_end_of_a_write_and_the_next() {
        let pacer = Pacer::new(Pace::Auto, false);
        assert_eq!(pacer.reserve(0), Duration::ZERO);
        tokio::time::advance(Duration::from_millis(300)).await;
        pacer.ended();
        tokio::time::advance(Duration::from_millis(100)).await;
        assert_eq!(pacer.reserve(0), Duration::from_millis(900));
    }

    #[tokio::test(start_paused = true)]
    async fn at_most_eighty_things_are_created_in_a_minute() {
        let pacer = Pacer::new(Pace::On, false);
        assert_eq!(pacer.reserve(50), Duration::ZERO);
        assert_eq!(pacer.reserve(30), Duration::from_secs(1));
        assert_eq!(pacer.reserve(0), Duration::from_secs(2));
        assert_eq!(pacer.reserve(1), Duration::from_secs(60));
        assert_eq!(pacer.reserve(49), Duration::from_secs(61));
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_is_paced_on_this_machine_or_without_limits() {
        for (pacer, headers) in [
            (Pacer::new(Pace::Auto, true), limited()),
            (Pacer::new(Pace::Auto, false), HeaderMap::new()),
            (Pacer::new(Pace::Off, false), limited()),
        ] {
            pacer.observe(&headers);
            assert_eq!((pacer.reserve(80), pacer.reserve(80)), (Duration::ZERO, Duration::ZERO));
        }
        let pacer = Pacer::new(Pace::Auto, false);
        pacer.observe(&limited());
        assert_eq!((pacer.reserve(0), pacer.reserve(0)), (Duration::ZERO, BETWEEN));
    }

    #[test]
    fn a_plan_knows_how_long_writes_take_at_least() {
        assert_eq!(least_duration([]), Duration::ZERO);
        assert_eq!(least_duration([50]), Duration::ZERO);
        assert_eq!(least_duration([0, 0, 0]), Duration::from_secs(2));
        assert_eq!(least_duration([50, 50]), Duration::from_secs(60));
    }

    proptest! {
        #[test]
        fn no_minute_has_more_than_eighty_creations(requests in prop::collection::vec((0..=50usize, 0..5000u64), 1..60)) {
            let mut schedule = Schedule::default();
            let mut now = Instant::now();
            let mut sent: Vec<(Instant, usize)> = Vec::new();
            for (creates, pause) in requests {
                now += Duration::from_millis(pause);
                let at = schedule.reserve(now, creates);
                prop_assert!(at >= now && sent.last().is_none_or(|(last, _)| at >= *last + BETWEEN));
                sent.push((at, creates));
                let recent = sent.iter().filter(|(time, _)| *time + WINDOW > at);
                prop_assert!(recent.map(|(_, count)| count).sum::<usize>() <= CREATIONS);
            }
        }
    }
}
