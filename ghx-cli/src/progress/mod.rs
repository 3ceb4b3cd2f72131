//! Shows that something is going on, to a person who has waited for a second.

mod layer;

use std::convert::Infallible;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use self::layer::ProgressLayer;

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How many calls are worth a bar.
const LONG: usize = 3;

/// A spinner, or a bar for work of many calls. Nothing is shown until [`reveal`](Progress::reveal).
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Progress of this work, which will take so many calls.
    pub(crate) fn new(what: String, calls: usize) -> Self {
        let is_long = calls >= LONG;
        let (length, template) = if is_long {
            (u64::try_from(calls).ok(), "{bar:24} {pos}/{len} calls, {elapsed}: {msg}")
        } else {
            (None, "{spinner} {elapsed}: {msg}")
        };
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message(what);
        Self { bar }
    }

    /// What moves it: spans and events of the library.
    pub(crate) fn layer(&self) -> ProgressLayer {
        ProgressLayer::new(self.bar.clone())
    }

    /// Shows it after a while, for as long as this is awaited.
    pub(crate) async fn reveal(&self) -> Infallible {
        tokio::time::sleep(PATIENCE).await;
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
