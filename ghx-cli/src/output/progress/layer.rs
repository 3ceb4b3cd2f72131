//! Updates the progress with spans and events of the library. Unknown ones are ignored, so that the library can add more.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ghx::client::events;
use indicatif::ProgressBar;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

use super::status::{Status, duration};

/// Updates the progress.
#[derive(Debug)]
pub(crate) struct ProgressLayer {
    bar: ProgressBar,
    status: Status,
    waves: AtomicU64,
}

impl ProgressLayer {
    pub(super) fn new(bar: ProgressBar, status: Status) -> Self {
        Self { bar, status, waves: AtomicU64::new(1) }
    }

    /// Counts one more response; there may be more than were planned.
    fn responded(&self) {
        if self.bar.length().is_some_and(|length| self.bar.position() >= length) {
            self.bar.inc_length(1);
        }
        self.bar.inc(1);
    }
}

impl<S: Subscriber> Layer<S> for ProgressLayer {
    fn on_new_span(&self, attributes: &Attributes<'_>, _: &Id, _: Context<'_, S>) {
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        match attributes.metadata().name() {
            "ghx.chain" => self.waves.store(fields.waves, Ordering::Relaxed),
            "ghx.wave" => {
                let (wave, waves) = (fields.wave + 1, self.waves.load(Ordering::Relaxed));
                let plural = if fields.steps == 1 { "" } else { "s" };
                if waves > 1 {
                    self.status.work(format!("wave {wave} of {waves}, {} step{plural}", fields.steps));
                }
            }
            _ => {}
        }
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        match fields.event.as_str() {
            events::RESPONSE => self.responded(),
            events::RATE_LIMITED => self.status.wait("rate limited, waiting", fields.wait, ""),
            events::PACING => self.status.wait("waiting", fields.wait, " between writes"),
            events::RETRYING => self.status.wait("no response, trying again in", fields.wait, ""),
            events::NOT_FOUND_YET => {
                self.status.wait("waiting", fields.wait, " for GitHub to find what was just created");
            }
            _ => {}
        }
    }
}

/// The fields of spans and events that are used.
#[derive(Debug, Default)]
struct Fields {
    event: String,
    wait: Duration,
    waves: u64,
    wave: u64,
    steps: u64,
}

impl Visit for Fields {
    fn record_u64(&mut self, field: &Field, value: u64) {
        match field.name() {
            "waves" => self.waves = value,
            "wave" => self.wave = value,
            "steps" => self.steps = value,
            _ => {}
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "event" {
            value.clone_into(&mut self.event);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "wait" {
            self.wait = duration(&format!("{value:?}")).unwrap_or_default();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use tracing::{debug, debug_span, info, warn};
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    #[test]
    fn the_bar_follows_the_events_of_the_library() {
        let bar = ProgressBar::hidden();
        bar.set_length(2);
        let status = Status::new("60 steps");
        let said = || status.at(Instant::now());
        let subscriber = tracing_subscriber::registry().with(ProgressLayer::new(bar.clone(), status.clone()));
        tracing::subscriber::with_default(subscriber, || {
            let chain = debug_span!("ghx.chain", steps = 60_usize, waves = 2_usize);
            let _wave = debug_span!(parent: &chain, "ghx.wave", wave = 1_usize, steps = 10_usize);
            assert_eq!(said(), "wave 2 of 2, 10 steps");
            for _ in 0..3 {
                debug!(event = events::RESPONSE, status = 200, "response");
            }
            assert_eq!((bar.position(), bar.length()), (3, Some(3)), "a retry adds a call");
            warn!(event = events::RATE_LIMITED, wait = ?Duration::from_secs(30), error = "secondary", "rate limited");
            assert_eq!(said(), "rate limited, waiting 30s");
            info!(event = events::PACING, wait = ?Duration::from_millis(800), "pacing");
            assert_eq!(said(), "waiting 1s between writes");
        });
    }
}
