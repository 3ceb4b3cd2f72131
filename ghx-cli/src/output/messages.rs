//! Writing to the streams: the result to stdout, messages to stderr.

use std::io::ErrorKind;

use super::style::{Palette, visible};
use super::summary::Summary;
use crate::environment::Environment;
use crate::{Exit, Refusal};

impl Environment<'_> {
    /// Prints the result and returns the exit code. If printing fails, stderr says what was done.
    pub(crate) fn print_result(&mut self, result: &str, exit: Exit, summary: &Summary) -> Exit {
        let Err(error) = self.stdout.write_all(result.as_bytes()).and_then(|()| self.stdout.flush()) else {
            return exit;
        };
        // A reader that closed the pipe has read enough, and if nothing was changed there is nothing to report.
        if error.kind() == ErrorKind::BrokenPipe && !summary.has_changes {
            return exit;
        }
        self.error(&format!("the result could not be printed: {error}"), None);
        self.print_summary(summary);
        Exit::Unprinted
    }

    /// Says on stderr what was done.
    pub(crate) fn print_summary(&mut self, summary: &Summary) {
        for line in &summary.lines {
            self.write_stderr(&format!("{}\n", visible(line)));
        }
        if summary.has_changes {
            self.help("these changes stay in place: check GitHub before running the same again");
        }
    }

    /// Prints an error, and what to do about it.
    pub(crate) fn error(&mut self, message: &str, help: Option<&str>) {
        let error = self.palette().error;
        self.write_stderr(&format!("{error}error{error:#}: {}\n", indented(message)));
        if let Some(help) = help {
            self.help(help);
        }
    }

    /// Prints what to do next.
    pub(crate) fn help(&mut self, help: &str) {
        let style = self.palette().help;
        self.write_stderr(&format!("{style}help{style:#}: {}\n", indented(help)));
    }

    /// Prints why nothing was done.
    pub(crate) fn refusal(&mut self, refusal: &Refusal) {
        self.error(refusal.error.message(), None);
        if let Some(excerpt) = &refusal.excerpt {
            let lines: Vec<String> = excerpt.lines().map(|line| format!("  {}\n", visible(line))).collect();
            self.write_stderr(&lines.concat());
        }
        if let Some(help) = &refusal.help {
            self.help(help);
        }
    }

    /// Prints a remark.
    pub(crate) fn note(&mut self, message: &str) {
        let note = self.palette().note;
        self.write_stderr(&format!("{note}{}{note:#}\n", visible(message)));
    }

    /// Writes to stderr. A closed stderr must not stop the work.
    pub(crate) fn write_stderr(&mut self, text: &str) {
        let _ = self.stderr.write_all(text.as_bytes()).and_then(|()| self.stderr.flush());
    }

    fn palette(&self) -> Palette {
        Palette::of(self.streams.stderr)
    }
}

/// A message with its further lines indented, so that text from GitHub cannot look like a message of ghx.
fn indented(message: &str) -> String {
    visible(message).replace('\n', "\n  ")
}
