//! The error type of the tool: every message says what failed and what to do next.

use std::path::{Path, PathBuf};

/// What can go wrong in a development command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// A file operation failed.
    #[error("cannot {action} {}: {source}", path.display())]
    Io { action: &'static str, path: PathBuf, source: std::io::Error },
    /// A program that the command needs is not installed.
    #[error("{program} not found: {hint}")]
    MissingProgram { program: String, hint: String },
    /// A program does not start.
    #[error("cannot start `{command}`: {source}")]
    Start { command: String, source: std::io::Error },
    /// A program ran and reported failure.
    #[error("`{command}` failed ({status}): {output}")]
    Program { command: String, status: std::process::ExitStatus, output: String },
    /// A file has invalid content.
    #[error("{what}: {problem}")]
    Invalid { what: String, problem: String },
}

/// The result of a development command.
pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// An error about the content of `what`.
    #[allow(clippy::needless_pass_by_value, reason = "callers pass both owned errors and literals")]
    pub(crate) fn invalid(what: impl Into<String>, problem: impl ToString) -> Self {
        Self::Invalid { what: what.into(), problem: problem.to_string() }
    }

    /// A closure that names the file an I/O error is about.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source }
    }
}
