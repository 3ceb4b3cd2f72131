//! What the library says while it works: to the progress display, and to whoever set `GHX_LOG`.

use std::io::{self, Write};

use ghx::terminal::escape;
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::Refusal;
use crate::progress::Progress;

/// Listens until the guard is dropped. Without a filter and without progress nobody listens, which costs nothing.
pub(crate) fn start(filter: Option<&str>, progress: Option<&Progress>) -> Result<Option<DefaultGuard>, Refusal> {
    if let Some(filter) = filter {
        let targets: Targets = filter.parse().map_err(|error| {
            let refusal = Refusal::invalid(format!("GHX_LOG is `{filter}`, which is no filter: {error}"));
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

/// Stderr for one line of a log, which may hold texts of GitHub's.
#[derive(Debug)]
struct SafeStderr;

impl Write for SafeStderr {
    /// The subscriber writes each line at once.
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
