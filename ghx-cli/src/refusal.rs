//! Why the command did nothing.

use ghx::Error;

/// Why the command did nothing: an error for the result, and more for the reader.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) error: Error,
    /// The line of the input that is wrong.
    pub(crate) excerpt: Option<String>,
    /// What to do next.
    pub(crate) help: Option<String>,
}

impl Refusal {
    /// The arguments or the input are not valid.
    pub(crate) fn invalid(message: impl Into<String>) -> Self {
        Error::validation(message).into()
    }

    pub(crate) fn excerpt(mut self, excerpt: impl Into<String>) -> Self {
        self.excerpt = Some(excerpt.into());
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self { error, excerpt: None, help: None }
    }
}
