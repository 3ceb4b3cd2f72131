//! Signals of the operating system.

use super::Signal;

/// The signals of a Unix system.
#[cfg(unix)]
#[derive(Debug)]
pub(super) struct Signals {
    listeners: [(Signal, Option<tokio::signal::unix::Signal>); 3],
}

#[cfg(unix)]
impl Signals {
    /// Starts to handle the signals.
    pub(super) fn listen() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        // A signal that cannot be handled keeps its default effect, which is to end the process.
        let hang_up = if is_hang_up_ignored() { None } else { signal(SignalKind::hangup()).ok() };
        let listeners = [
            (Signal::Interrupt, signal(SignalKind::interrupt()).ok()),
            (Signal::Terminate, signal(SignalKind::terminate()).ok()),
            (Signal::HangUp, hang_up),
        ];
        Self { listeners }
    }

    /// The next signal.
    pub(super) async fn next(&mut self) -> Signal {
        let [one, two, three] = &mut self.listeners;
        tokio::select! {
            signal = of(one) => signal,
            signal = of(two) => signal,
            signal = of(three) => signal,
        }
    }
}

#[cfg(unix)]
async fn of((signal, listener): &mut (Signal, Option<tokio::signal::unix::Signal>)) -> Signal {
    if let Some(listener) = listener
        && listener.recv().await.is_some()
    {
        return *signal;
    }
    std::future::pending().await
}

/// Whether the process was started with SIGHUP ignored, as `nohup` does: then a closed terminal must not stop it.
#[cfg(target_os = "linux")]
fn is_hang_up_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // SIGHUP is 1, the lowest bit.
    mask.is_some_and(|mask| mask & 1 == 1)
}

/// On other systems this is not known without unsafe code.
#[cfg(all(unix, not(target_os = "linux")))]
fn is_hang_up_ignored() -> bool {
    false
}

/// Ctrl-C, on systems without signals.
#[cfg(not(unix))]
#[derive(Debug)]
pub(super) struct Signals;

#[cfg(not(unix))]
impl Signals {
    pub(super) fn listen() -> Self {
        Self
    }

    pub(super) async fn next(&mut self) -> Signal {
        match tokio::signal::ctrl_c().await {
            Ok(()) => Signal::Interrupt,
            Err(_) => std::future::pending().await,
        }
    }
}
