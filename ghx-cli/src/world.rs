//! What the command works with: streams, folder, credentials. Tests put others in their place.

use std::fmt;
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice};
use ghx::ClientBuilder;

use crate::Exit;
use crate::account::Account;
use crate::refusal::Refusal;
use crate::style::{Palette, visible};

/// Streams, folder and credentials of one call.
pub struct World<'w> {
    /// Where `-` reads from.
    pub stdin: &'w mut dyn Read,
    /// Where the result goes, and nothing else.
    pub stdout: &'w mut dyn Write,
    /// Where everything goes that is said to people.
    pub stderr: &'w mut dyn Write,
    /// Which of the streams a person sees.
    pub looks: Looks,
    /// The folder that paths and git remotes are looked for in.
    pub directory: PathBuf,
    /// What a client is made from, unless it is that of a sandbox.
    pub client: &'w dyn Fn() -> ClientBuilder,
    /// What is logged to stderr: `ghx=debug`. Nothing unless set.
    pub log: Option<String>,
}

/// What is at the other end of the streams.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looks {
    /// Whether a person types the input.
    pub stdin_is_terminal: bool,
    /// Stdout.
    pub stdout: Look,
    /// Stderr.
    pub stderr: Look,
}

/// What is at the other end of a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// A program or a file.
    #[default]
    Pipe,
    /// A person who wants no colours.
    Plain,
    /// A person.
    Color,
}

impl Look {
    /// What is at the other end of a stream of this process. `NO_COLOR` and the like are heeded.
    fn of(stream: &impl anstream::stream::RawStream) -> Self {
        match stream.is_terminal() {
            false => Self::Pipe,
            true if AutoStream::choice(stream) == ColorChoice::Never => Self::Plain,
            true => Self::Color,
        }
    }

    pub(crate) fn is_terminal(self) -> bool {
        self != Self::Pipe
    }
}

impl Looks {
    /// Those of this process.
    pub fn of_process() -> Self {
        Self {
            stdin_is_terminal: std::io::stdin().is_terminal(),
            stdout: Look::of(&std::io::stdout()),
            stderr: Look::of(&std::io::stderr()),
        }
    }
}

impl World<'_> {
    /// Prints the result and ends. Where that fails, stderr says what was done.
    pub(crate) fn deliver(&mut self, result: &str, exit: Exit, account: &Account) -> Exit {
        let Err(error) = self.stdout.write_all(result.as_bytes()).and_then(|()| self.stdout.flush()) else {
            return exit;
        };
        // A reader that has gone away wanted no more, and of what changed nothing there is nothing to tell.
        if error.kind() == ErrorKind::BrokenPipe && !account.has_changes {
            return exit;
        }
        self.complain(&format!("the result could not be printed: {error}"), None);
        for line in &account.lines {
            self.say(&format!("{}\n", visible(line)));
        }
        if account.has_changes {
            self.help("what is done stays done: check GitHub before running the same again");
        }
        Exit::Unprinted
    }

    /// Says what is wrong, and what to do.
    pub(crate) fn complain(&mut self, message: &str, help: Option<&str>) {
        let error = self.palette().error;
        self.say(&format!("{error}error{error:#}: {}\n", indented(message)));
        if let Some(help) = help {
            self.help(help);
        }
    }

    /// Says what to do.
    pub(crate) fn help(&mut self, help: &str) {
        let style = self.palette().help;
        self.say(&format!("{style}help{style:#}: {}\n", indented(help)));
    }

    /// Says why nothing is done.
    pub(crate) fn refuse(&mut self, refusal: &Refusal) {
        self.complain(refusal.error.message(), None);
        if let Some(excerpt) = &refusal.excerpt {
            let lines: Vec<String> = excerpt.lines().map(|line| format!("  {}\n", visible(line))).collect();
            self.say(&lines.concat());
        }
        if let Some(help) = &refusal.help {
            self.help(help);
        }
    }

    /// Says something in passing.
    pub(crate) fn note(&mut self, message: &str) {
        let note = self.palette().note;
        self.say(&format!("{note}{}{note:#}\n", visible(message)));
    }

    /// A stderr that has gone away must not stop the work.
    pub(crate) fn say(&mut self, text: &str) {
        let _ = self.stderr.write_all(text.as_bytes()).and_then(|()| self.stderr.flush());
    }

    fn palette(&self) -> Palette {
        Palette::of(self.looks.stderr)
    }

    /// Whether somebody watches the work. The lines of a log and a moving bar do not go together.
    pub(crate) fn is_watched(&self) -> bool {
        self.looks.stderr.is_terminal() && self.log.is_none()
    }

    pub(crate) fn is_terminal_input(&self) -> bool {
        self.looks.stdin_is_terminal
    }
}

/// A message as it is shown. Its further lines are indented: a text of GitHub's must not pass for one of ours.
fn indented(message: &str) -> String {
    visible(message).replace('\n', "\n  ")
}

impl fmt::Debug for World<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("looks", &self.looks).field("directory", &self.directory).finish_non_exhaustive()
    }
}
