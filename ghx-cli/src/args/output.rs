//! Flags for what is printed.

use clap::Args;

use crate::output::{Filter, Layout, PlanFormat, ResultFormat};

/// Whether to plan instead of to run.
#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// Show what would be done, without sending anything: as `text` or `json` [default: text on a terminal]
    #[arg(
        id = "plan",
        long = "plan",
        value_enum,
        value_name = "FORMAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "auto",
        hide_possible_values = true
    )]
    pub(crate) format: Option<PlanFormat>,
}

/// How the result is printed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Output {
    /// Print what this jq filter selects from the result: strings as they are, other values as JSON
    #[arg(long, value_name = "FILTER", conflicts_with_all = ["compact", "pretty"])]
    pub(crate) jq: Option<Filter>,
    #[command(flatten)]
    pub(crate) layout: Layout,
}

impl Output {
    pub(crate) fn format(&self) -> ResultFormat<'_> {
        ResultFormat { layout: self.layout, filter: self.jq.as_ref() }
    }
}

/// Text or JSON.
#[derive(Debug, Args)]
pub(crate) struct Format {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Format {
    /// Whether JSON is printed; a filter needs it.
    pub(crate) fn is_json(&self) -> bool {
        self.json || self.output.jq.is_some()
    }
}
