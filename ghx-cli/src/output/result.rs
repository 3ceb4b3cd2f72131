//! The result of `ghx run` and `ghx chain` on stdout.

use serde::Serialize;

use super::jq::Filter;
use super::json::{self, Layout};
use super::summary::Summary;
use crate::Exit;
use crate::environment::Environment;

/// How a result is printed: all of it as JSON, or what a filter selects.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResultFormat<'a> {
    pub(crate) layout: Layout,
    pub(crate) filter: Option<&'a Filter>,
}

impl ResultFormat<'_> {
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
        let Some(filter) = self.filter else {
            return environment.print_result(&json::text(value, layout, stream), exit, summary);
        };
        match filter.apply(json::compact(value), stream) {
            Ok(text) => environment.print_result(&text, exit, summary),
            Err(message) => {
                let printed = environment.print_result(&json::text(value, layout, stream), exit, summary);
                filter_failed(&message, printed, summary, environment)
            }
        }
    }
}

/// Says that the filter failed and what was done before. A run that failed keeps its exit code.
fn filter_failed(message: &str, exit: Exit, summary: &Summary, environment: &mut Environment<'_>) -> Exit {
    let help = "stdout has the whole result instead";
    environment.error(&format!("--jq: {message}"), (exit != Exit::Unprinted).then_some(help));
    if exit != Exit::Success {
        return exit;
    }
    environment.print_summary(summary);
    Exit::Unprinted
}
