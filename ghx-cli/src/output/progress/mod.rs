//! Progress on a terminal, shown after a second.

mod layer;
mod status;

use std::convert::Infallible;
use std::fmt::Write;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use self::layer::ProgressLayer;

pub(crate) use self::status::Status;

/// How long to wait before anything is shown.
const DELAY: Duration = Duration::from_secs(1);

/// From how many calls on there is a bar instead of a spinner.
const BAR: usize = 3;

/// A spinner, or a bar for work of many calls. Nothing is shown until [`reveal`](Progress::reveal).
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    status: Status,
}

impl Progress {
    /// Progress of work that is expected to need this number of calls.
    pub(crate) fn new(what: &str, calls: usize) -> Self {
        let has_bar = calls >= BAR;
        let (length, template) = if has_bar {
            (u64::try_from(calls).ok(), "{bar:24} request {pos} of {len}, {elapsed} ({status})")
        } else {
            (None, "{spinner} {elapsed}: {status}")
        };
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        let status = Status::new(what);
        if let Ok(style) = ProgressStyle::with_template(template) {
            let shown = status.clone();
            // Called each time the line is drawn, so that waits count down.
            let show = move |_: &ProgressState, line: &mut dyn Write| {
                let _ = line.write_str(&shown.at(Instant::now()));
            };
            bar.set_style(style.with_key("status", show).progress_chars("=> "));
        }
        Self { bar, status }
    }

    /// What updates it: spans and events of the library.
    pub(crate) fn layer(&self) -> ProgressLayer {
        ProgressLayer::new(self.bar.clone(), self.status.clone())
    }

    /// The text of the line, which can be changed while the work runs.
    pub(crate) fn status(&self) -> Status {
        self.status.clone()
    }

    /// Shows it after [`DELAY`], for as long as this is awaited.
    pub(crate) async fn reveal(&self) -> Infallible {
        tokio::time::sleep(DELAY).await;
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        self.bar.enable_steady_tick(Duration::from_millis(100));
        std::future::pending().await
    }

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
