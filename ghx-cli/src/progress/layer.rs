//! Moves a bar with what the library says. Unknown spans and events are passed over, so that the library can say more.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::ProgressBar;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

/// Moves a bar.
#[derive(Debug)]
pub(crate) struct ProgressLayer {
    bar: ProgressBar,
    waves: AtomicU64,
}

impl ProgressLayer {
    pub(super) fn new(bar: ProgressBar) -> Self {
        Self { bar, waves: AtomicU64::new(1) }
    }

    /// One more call is answered; there may be more than were planned.
    fn answered(&self) {
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
                    self.bar.set_message(format!("wave {wave} of {waves}, {} step{plural}", fields.steps));
                }
            }
            _ => {}
        }
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        match fields.message.as_str() {
            "answered" => self.answered(),
            "rate limited" => self.bar.set_message(format!("rate limited, waiting {}", fields.wait)),
            "pausing before another attempt" => {
                self.bar.set_message(format!("no answer, trying again in {}", fields.wait));
            }
            "what was just made is not found yet" => {
                self.bar.set_message("waiting until GitHub finds what was just made");
            }
            _ => {}
        }
    }
}

/// What is read out of spans and events.
#[derive(Debug, Default)]
struct Fields {
    message: String,
    wait: String,
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

    /// An event may have a field `message` beside its own, which is no string but formatted.
    fn record_str(&mut self, _: &Field, _: &str) {}

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        match field.name() {
            "message" => self.message = format!("{value:?}"),
            "wait" => self.wait = format!("{value:.0?}"),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tracing::{debug, debug_span, warn};
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;

    #[test]
    fn the_bar_follows_the_library() {
        let bar = ProgressBar::hidden();
        bar.set_length(2);
        let subscriber = tracing_subscriber::registry().with(ProgressLayer::new(bar.clone()));
        tracing::subscriber::with_default(subscriber, || {
            let chain = debug_span!("ghx.chain", steps = 60_usize, waves = 2_usize);
            let _wave = debug_span!(parent: &chain, "ghx.wave", wave = 1_usize, steps = 10_usize);
            assert_eq!(bar.message(), "wave 2 of 2, 10 steps");
            for _ in 0..3 {
                debug!(status = 200, "answered");
            }
            assert_eq!((bar.position(), bar.length()), (3, Some(3)), "a repetition makes the work longer");
            warn!(wait = ?Duration::from_secs(30), message = "secondary", "rate limited");
            assert_eq!(bar.message(), "rate limited, waiting 30s");
        });
    }
}
