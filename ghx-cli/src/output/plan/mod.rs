//! A plan: a diagram for people, JSON for programs.

mod diagram;

use clap::ValueEnum;
use ghx::TaskRequest;
use ghx::plan::Plan;
use serde::Serialize;

use self::diagram::Diagram;
use super::result::ResultFormat;
use super::style::{Palette, visible};
use super::summary::Summary;
use crate::Exit;
use crate::environment::Environment;
use crate::repository::Repository;

/// How a plan is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlanFormat {
    /// A diagram on a terminal, JSON otherwise
    #[value(hide = true)]
    Auto,
    /// A diagram
    Text,
    /// JSON
    Json,
}

/// A plan, the requests that it was made from, and the repository that was filled in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlannedWork<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) requests: &'a [TaskRequest],
    pub(crate) repository: Option<&'a Repository>,
}

/// A plan as JSON.
#[derive(Serialize)]
struct PlanJson<'a> {
    #[serde(flatten)]
    plan: &'a Plan,
    #[serde(skip_serializing_if = "Option::is_none")]
    repository: Option<&'a Repository>,
}

/// Prints a plan. Flags for JSON output turn the diagram of a terminal into JSON.
pub(crate) fn print_plan(
    work: &PlannedWork<'_>,
    format: PlanFormat,
    result: ResultFormat<'_>,
    environment: &mut Environment<'_>,
) -> Exit {
    let stream = environment.streams.stdout;
    let is_diagram = match format {
        PlanFormat::Text => true,
        PlanFormat::Json => false,
        PlanFormat::Auto => stream.is_terminal() && !result.layout.is_given() && result.filter.is_none(),
    };
    if !is_diagram {
        let json = PlanJson { plan: work.plan, repository: work.repository };
        return result.print(&json, Exit::Success, &Summary::nothing_sent(), environment);
    }
    let repository = work
        .repository
        .map(|Repository { owner, name, remote }| visible(&format!("in {owner}/{name} (git remote {remote})")) + "\n");
    let text = repository.unwrap_or_default() + &Diagram::new(work.requests, Palette::of(stream)).draw(work.plan);
    environment.print_result(&text, Exit::Success, &Summary::nothing_sent())
}
