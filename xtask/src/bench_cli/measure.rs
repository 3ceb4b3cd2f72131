//! The cost of processes.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

use crate::error::{Error, Result};

/// The time and memory of some work.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    pub(super) wall: Duration,
    /// User and system time.
    pub(super) cpu: Duration,
    /// The peak memory of one of the processes, in bytes.
    pub(super) peak: u64,
    /// HTTP requests, if they were counted.
    pub(super) calls: Option<usize>,
}

impl Cost {
    /// Runs one process.
    pub(super) fn of(command: &mut Command) -> Result<Self> {
        let shown = format!("{command:?}");
        let start = Instant::now();
        let failed = |source| Error::Start { command: shown.clone(), source };
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit()).spawn().map_err(failed)?;
        let used = child.wait4().map_err(failed)?;
        if !used.status.success() {
            return Err(Error::Program { command: shown, status: used.status, output: String::new() });
        }
        let cpu = used.rusage.utime + used.rusage.stime;
        Ok(Self { wall: start.elapsed(), cpu, peak: used.rusage.maxrss, calls: None })
    }

    /// The sum of two costs.
    pub(super) fn and(self, next: Self) -> Self {
        let peak = self.peak.max(next.peak);
        Self { wall: self.wall + next.wall, cpu: self.cpu + next.cpu, peak, calls: self.calls }
    }
}

/// The median of several runs, by wall time.
pub(super) fn median(runs: usize, mut run: impl FnMut() -> Result<Cost>) -> Result<Cost> {
    let mut costs = (0..runs).map(|_| run()).collect::<Result<Vec<_>>>()?;
    costs.sort_unstable_by_key(|cost| cost.wall);
    costs.get(runs / 2).copied().ok_or_else(|| Error::invalid("measuring", "no runs"))
}
