//! What the command prints: results, plans, messages and progress.

mod envelope;
mod hint;
mod jq;
mod json;
mod messages;
mod plan;
mod progress;
mod report;
mod result;
mod shell;
mod style;
mod summary;

pub(crate) use self::envelope::{Sent, chain, chain_not_run, task, task_not_run};
pub(crate) use self::hint::CHECK_FIRST;
pub(crate) use self::jq::Filter;
pub(crate) use self::json::{Layout, text as json_text};
pub(crate) use self::plan::{PlanFormat, PlannedWork, print_plan};
pub(crate) use self::progress::{Progress, Status};
pub(crate) use self::report::{exit_of_chain, exit_of_refusal, exit_of_task, report_chain, report_task};
pub(crate) use self::result::ResultFormat;
pub(crate) use self::shell::shell_word;
pub(crate) use self::style::{Palette, is_visible, visible};
pub(crate) use self::summary::Summary;
