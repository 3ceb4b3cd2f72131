//! Where the events of the library go: to the progress line, or to stderr if `GHX_LOG` is set.

use std::io::{self, Write};

use ghx::terminal::escape;
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::Refusal;
use crate::output::Progress;

/// Subscribes until the guard is dropped. Without a filter and without progress there is no subscriber, which costs nothing.
pub(super) fn start(filter: Option<&str>, progress: Option<&Progress>) -> Result<Option<DefaultGuard>, Refusal> {
    if let Some(filter) = filter {
        let targets: Targets = filter.parse().map_err(|error| {
            let refusal = Refusal::invalid(format!("GHX_LOG is `{filter}`, which is not a filter: {error}"));
            refusal.help("write ghx=debug, or unset it")
        })?;
        let lines = tracing_subscriber::fmt::layer().with_writer(|| SafeStderr).with_ansi(false);
        return Ok(Some(tracing_subscriber::registry().with(lines.with_filter(targets)).set_default()));
    }
    Ok(progress.map(|progress| {
        let targets = Targets::new().with_target("ghx", tracing::Level::DEBUG);
        tracing_subscriber::registry().with(progress.layer().with_filter(targets)).set_default()
    }))
}

/// Stderr with escapes for control characters, since log lines may contain text from GitHub.
#[derive(Debug)]
struct SafeStderr;

impl Write for SafeStderr {
    /// The subscriber writes each line with one call.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let (line, end) = text.strip_suffix('\n').map_or((&*text, ""), |line| (line, "\n"));
        io::stderr().write_all(format!("{}{end}", escape(line)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}
