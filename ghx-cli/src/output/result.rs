//! The result of `ghx run` and `ghx chain` on stdout.

use serde::Serialize;

use super::json::{self, Layout};
use super::summary::Summary;
use crate::Exit;
use crate::environment::Environment;

/// How a result is printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResultFormat {
    pub(crate) layout: Layout,
}

impl ResultFormat {
    /// Prints a result and returns the exit code.
    ///
    /// A result without data is an error that is also reported in words, so a terminal gets it on one line.
    pub(crate) fn print(
        self,
        value: &impl Serialize,
        exit: Exit,
        summary: &Summary,
        environment: &mut Environment<'_>,
    ) -> Exit {
        let stream = environment.streams.stdout;
        let is_error_only = exit != Exit::Success && !summary.has_data;
        let layout = if is_error_only { self.layout.or_compact() } else { self.layout };
        environment.print_result(&json::text(value, layout, stream), exit, summary)
    }
}
