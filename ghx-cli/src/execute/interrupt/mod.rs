//! Signals that stop the work: Ctrl-C, SIGTERM and SIGHUP. The first stops it, the second quits.

mod signals;

use std::time::{Duration, Instant};

use tokio::sync::watch;

use self::signals::Signals;

/// Signals this soon after the first count as the same one: `timeout` sends SIGTERM to the process and to its group, and
/// systemd may send SIGHUP right after SIGTERM. A person does not press Ctrl-C twice that fast.
const ECHO: Duration = Duration::from_millis(100);

/// A signal that stops the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signal {
    Interrupt,
    Terminate,
    HangUp,
}

/// How often the process was asked to stop.
#[derive(Clone, Debug)]
pub(crate) struct Interrupts(watch::Receiver<u32>);

impl Interrupts {
    /// Starts to handle the signals, which would otherwise kill the process. Needs a runtime.
    pub(crate) fn listen() -> Self {
        let (sender, receiver) = watch::channel(0);
        let mut signals = Signals::listen();
        tokio::spawn(async move {
            let mut count = Count::default();
            loop {
                let signal = signals.next().await;
                count.add(signal, Instant::now());
                sender.send_replace(count.times);
            }
        });
        Self(receiver)
    }

    pub(super) fn happened(&self) -> bool {
        *self.0.borrow() > 0
    }

    /// Ends at the first interrupt.
    pub(crate) async fn first(&self) {
        self.wait(1).await;
    }

    /// Ends at the second interrupt.
    pub(super) async fn second(&self) {
        self.wait(2).await;
    }

    /// Ends at the next interrupt after the first.
    pub(super) async fn next_after_first(&self) {
        let seen = *self.0.borrow();
        self.wait(seen.max(1) + 1).await;
    }

    async fn wait(&self, times: u32) {
        let mut receiver = self.0.clone();
        if receiver.wait_for(|count| *count >= times).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

/// Counts signals; signals that belong together count once.
#[derive(Debug, Default)]
struct Count {
    times: u32,
    first: Option<Instant>,
    /// When a terminal is closed, the system and the shell both send SIGHUP.
    has_hung_up: bool,
}

impl Count {
    fn add(&mut self, signal: Signal, now: Instant) {
        let first = *self.first.get_or_insert(now);
        let is_echo =
            self.times > 0 && now.duration_since(first) < ECHO || signal == Signal::HangUp && self.has_hung_up;
        self.has_hung_up |= signal == Signal::HangUp;
        if !is_echo {
            self.times += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(signals: &[(Signal, u64)]) -> u32 {
        let start = Instant::now();
        let mut count = Count::default();
        for (signal, millis) in signals {
            count.add(*signal, start + Duration::from_millis(*millis));
        }
        count.times
    }

    /// Fault 45.
    #[test]
    fn signals_that_belong_together_count_once() {
        use Signal::{HangUp, Interrupt, Terminate};
        assert_eq!(count(&[(Terminate, 0), (Terminate, 1), (HangUp, 2)]), 1, "one `timeout`, one systemd");
        assert_eq!(count(&[(HangUp, 0), (HangUp, 500)]), 1, "one terminal that was closed");
        assert_eq!(count(&[(Interrupt, 0), (Interrupt, 150)]), 2);
        assert_eq!(count(&[(HangUp, 0), (Terminate, 200)]), 2);
        assert_eq!(count(&[(Interrupt, 0), (HangUp, 200), (HangUp, 300)]), 2);
    }
}
