//! GitHub's limits on how fast a user writes: the pause between two requests, and how much is created in a minute.

use std::{
    collections::{HashMap, VecDeque},
    time::{Duration, Instant},
};

use super::RequestLimits;
use crate::http::Request;

const MINUTE: Duration = Duration::from_secs(60);

/// The recent writes of each user. All tokens of a user share them, as on GitHub.
#[derive(Debug, Default)]
pub(crate) struct Pace(HashMap<String, User>);

#[derive(Debug, Default)]
struct User {
    last_write: Option<Instant>,
    creations: VecDeque<Instant>,
}

impl Pace {
    /// A request that writes begins; `Err` is how long to wait if it is too soon.
    pub(crate) fn begin(&mut self, login: &str, now: Instant, limits: &RequestLimits) -> Result<(), Duration> {
        let Some(pause) = limits.millis_between_writes.map(Duration::from_millis) else { return Ok(()) };
        let user = self.user(login);
        let free = user.last_write.map(|last| last + pause);
        if let Some(free) = free.filter(|free| *free > now) {
            return Err(free - now);
        }
        user.last_write = Some(now);
        Ok(())
    }

    /// A request that writes is complete.
    pub(crate) fn end(&mut self, login: &str, now: Instant) {
        self.user(login).last_write = Some(now);
    }

    /// Counts a creation; `Err` is how long to wait if there were too many in this minute.
    pub(crate) fn create(&mut self, login: &str, now: Instant, limits: &RequestLimits) -> Result<(), Duration> {
        let Some(most) = limits.creations_per_minute else { return Ok(()) };
        let user = self.user(login);
        while user.creations.front().is_some_and(|first| *first + MINUTE <= now) {
            user.creations.pop_front();
        }
        if user.creations.len() >= most as usize {
            return Err(user.creations.front().map_or(MINUTE, |first| *first + MINUTE - now));
        }
        user.creations.push_back(now);
        Ok(())
    }

    fn user(&mut self, login: &str) -> &mut User {
        self.0.entry(login.to_owned()).or_default()
    }
}

/// Whether a REST request creates content.
pub(crate) fn creates(request: &Request) -> bool {
    let parts = request.segments();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let is_new = match parts.as_slice() {
        ["repos", _, _, "issues" | "labels" | "milestones" | "pulls"] => true,
        [.., last] => matches!(*last, "comments" | "reviews" | "replies"),
        [] => false,
    };
    request.method == "POST" && is_new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn creation_limit_uses_a_sliding_minute() {
        let (mut pace, start) = (Pace::default(), Instant::now());
        let limits = RequestLimits { creations_per_minute: Some(2), ..RequestLimits::default() };
        let mut at = |second| pace.create("ada", start + Duration::from_secs(second), &limits);
        assert_eq!((at(0), at(30)), (Ok(()), Ok(())));
        assert_eq!(at(50), Err(Duration::from_secs(10)));
        assert_eq!((at(60), at(61)), (Ok(()), Err(Duration::from_secs(29))));
        assert_eq!(pace.create("bob", start, &limits), Ok(()), "others are not concerned");
    }

    #[test]
    fn pause_starts_at_the_response() {
        let (mut pace, start, limits) = (Pace::default(), Instant::now(), RequestLimits::github());
        let at = |millis| start + Duration::from_millis(millis);
        assert_eq!(pace.begin("ada", at(0), &limits), Ok(()));
        assert_eq!(pace.begin("ada", at(400), &limits), Err(Duration::from_millis(600)), "one is in flight");
        pace.end("ada", at(500));
        assert_eq!(pace.begin("ada", at(1_200), &limits), Err(Duration::from_millis(300)));
        assert_eq!(pace.begin("ada", at(1_500), &limits), Ok(()));
        assert_eq!(pace.begin("ada", at(1_500), &RequestLimits::default()), Ok(()), "it is off unless asked for");
    }
}
