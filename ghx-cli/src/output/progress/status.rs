//! The text of the progress line: the current work, or the remaining time of a wait.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::output::style::visible;

/// The text of the progress line. Clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Status(Arc<Mutex<Shown>>);

#[derive(Debug)]
struct Shown {
    work: String,
    wait: Option<Wait>,
}

/// A wait: the words around the remaining seconds.
#[derive(Debug)]
struct Wait {
    before: &'static str,
    after: &'static str,
    until: Instant,
}

impl Status {
    pub(super) fn new(work: &str) -> Self {
        Self(Arc::new(Mutex::new(Shown { work: visible(work), wait: None })))
    }

    /// Shows this work.
    pub(crate) fn work(&self, work: String) {
        self.change(|shown| *shown = Shown { work, wait: None });
    }

    /// Shows a countdown until the wait is over, then the work again.
    pub(super) fn wait(&self, before: &'static str, wait: Duration, after: &'static str) {
        let until = Instant::now() + wait;
        self.change(|shown| shown.wait = Some(Wait { before, after, until }));
    }

    fn change(&self, change: impl FnOnce(&mut Shown)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// The text at this time.
    pub(super) fn at(&self, now: Instant) -> String {
        let shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &shown.wait {
            Some(Wait { before, after, until }) if *until > now => {
                let left = until.duration_since(now).as_millis().div_ceil(1_000);
                format!("{before} {left}s{after}")
            }
            _ => shown.work.clone(),
        }
    }
}

/// A duration as `Debug` writes it: `1.5s`, `200ms`.
pub(super) fn duration(text: &str) -> Option<Duration> {
    let end = text.find(|char: char| !(char.is_ascii_digit() || char == '.'))?;
    let (number, unit) = text.split_at(end);
    let factor = match unit {
        "s" => 1.0,
        "ms" => 1e-3,
        "µs" => 1e-6,
        "ns" => 1e-9,
        _ => return None,
    };
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * factor).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_counts_down_and_is_over() {
        let status = Status::new("3 steps");
        status.wait("waiting", Duration::from_millis(2_500), " between writes");
        let now = Instant::now();
        assert_eq!(status.at(now), "waiting 3s between writes");
        assert_eq!(status.at(now + Duration::from_millis(1_600)), "waiting 1s between writes");
        assert_eq!(status.at(now + Duration::from_secs(3)), "3 steps");
    }

    #[test]
    fn durations_are_read_as_they_are_written() {
        for millis in [0, 1, 999, 1_000, 1_500, 90_000] {
            let time = Duration::from_millis(millis);
            assert_eq!(duration(&format!("{time:?}")), Some(time));
        }
        assert_eq!(duration("soon"), None);
        assert_eq!(duration(""), None);
    }
}
