//! What one call of the command works with: streams, directory, credentials. Tests pass their own.

use std::fmt;
use std::io::{IsTerminal, Read, Write};
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice};
use ghx::ClientBuilder;

/// Streams, directory and credentials of one call.
pub struct Environment<'e> {
    /// Where `-` reads from.
    pub stdin: &'e mut dyn Read,
    /// Where the result is written, and nothing else.
    pub stdout: &'e mut dyn Write,
    /// Where messages are written.
    pub stderr: &'e mut dyn Write,
    /// Which of the streams are terminals.
    pub streams: Streams,
    /// The directory that paths are relative to, and whose git remotes are read.
    pub directory: PathBuf,
    /// Makes the client, unless a sandbox is used.
    pub client: &'e dyn Fn() -> ClientBuilder,
    /// What to log to stderr, such as `ghx=debug`; nothing unless set.
    pub log: Option<String>,
}

/// What the streams are connected to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Streams {
    /// Whether stdin is a terminal.
    pub stdin_is_terminal: bool,
    /// Stdout.
    pub stdout: StreamKind,
    /// Stderr.
    pub stderr: StreamKind,
    /// Columns of the terminal, if stdout is one.
    pub columns: Option<usize>,
}

/// What a stream is connected to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StreamKind {
    /// A program or a file. It never gets colors.
    #[default]
    Pipe,
    /// A terminal without colors.
    PlainTerminal,
    /// A terminal with colors.
    ColorTerminal,
}

impl StreamKind {
    /// The kind of a stream of this process, with `NO_COLOR`, `CLICOLOR_FORCE` and the like taken into account.
    fn of(stream: &impl anstream::stream::RawStream) -> Self {
        match stream.is_terminal() {
            false => Self::Pipe,
            true if AutoStream::choice(stream) == ColorChoice::Never => Self::PlainTerminal,
            true => Self::ColorTerminal,
        }
    }

    pub(crate) fn is_terminal(self) -> bool {
        self != Self::Pipe
    }
}

impl Streams {
    /// Those of this process.
    pub fn of_process() -> Self {
        let stdout = StreamKind::of(&std::io::stdout());
        let size = if stdout.is_terminal() { terminal_size::terminal_size_of(std::io::stdout()) } else { None };
        Self {
            stdin_is_terminal: std::io::stdin().is_terminal(),
            stdout,
            stderr: StreamKind::of(&std::io::stderr()),
            columns: size.map(|(width, _)| usize::from(width.0)),
        }
    }
}

impl Environment<'_> {
    /// Whether to show progress. Log lines and a progress bar would overwrite each other.
    pub(crate) fn shows_progress(&self) -> bool {
        self.streams.stderr.is_terminal() && self.log.is_none()
    }
}

impl fmt::Debug for Environment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Environment");
        debug.field("streams", &self.streams).field("directory", &self.directory).finish_non_exhaustive()
    }
}
