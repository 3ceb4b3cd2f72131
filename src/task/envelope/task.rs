//! The result of one task.

use serde::Serialize;
use serde_json::value::RawValue;

use super::{ErrorBody, StepResult, request_id};
use crate::card::{Card, RouteKind};
use crate::client::route::{Attempt, RouteReason};
use crate::engine::routes::milliseconds;
use crate::engine::{RouteTrace, RunResult};

/// The result of one task.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TaskEnvelope {
    /// Whether it succeeded.
    pub ok: bool,
    /// What it returned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Box<RawValue>>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorBody>,
    /// About the run.
    pub meta: TaskMeta,
}

/// About the run of a task.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TaskMeta {
    /// Id of the capability, as it was asked for where there is none of that name.
    pub capability_id: String,
    /// The route that was used; absent if none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub route_used: Option<&'static str>,
    /// Why that route.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<RouteReason>,
    /// The routes that were tried or skipped, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attempts: Vec<Attempt>,
    /// Whether a list has more pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pagination: Option<Pagination>,
    /// How long it took.
    pub timings: Timings,
    /// How many HTTP requests were sent; a start of `gh` counts as one, whatever it sends.
    pub http_calls: usize,
    /// Id of the run.
    pub request_id: String,
    /// Errors that GitHub reported and that did not fail the task.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<ErrorBody>,
}

/// Whether a list has more pages.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Pagination {
    /// Whether there is another page.
    pub has_next_page: bool,
    /// The `after` input for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_cursor: Option<String>,
}

/// How long a run took.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct Timings {
    /// From the first check to the last byte.
    pub total_ms: u64,
    /// The part of it spent in the route that gave the result.
    pub adapter_ms: u64,
}

impl TaskEnvelope {
    /// The envelope of a task that was run. With `trace`, each attempt says why it failed or was skipped.
    pub(crate) fn of(card: &Card, run: &RunResult, used: RouteTrace, result: StepResult, trace: bool) -> Self {
        let attempts =
            used.attempts.into_iter().map(|attempt| Attempt { message: attempt.message.filter(|_| trace), ..attempt });
        let meta = TaskMeta {
            capability_id: card.id.to_owned(),
            route_used: used.route.map(RouteKind::as_str),
            reason: used.reason,
            attempts: attempts.collect(),
            pagination: result.data.as_deref().and_then(Pagination::of),
            timings: Timings { total_ms: milliseconds(run.duration), adapter_ms: milliseconds(used.duration) },
            http_calls: run.http_calls,
            request_id: request_id(),
            warnings: run.warnings.iter().map(ErrorBody::from).collect(),
        };
        Self { ok: result.ok, data: result.data, error: result.error, meta }
    }

    /// The envelope of a task that was refused before anything was sent.
    pub(crate) fn refused(result: StepResult) -> Self {
        let meta = TaskMeta {
            capability_id: result.task,
            route_used: None,
            reason: None,
            attempts: Vec::new(),
            pagination: None,
            timings: Timings { total_ms: 0, adapter_ms: 0 },
            http_calls: 0,
            request_id: request_id(),
            warnings: Vec::new(),
        };
        Self { ok: false, data: None, error: result.error, meta }
    }
}

impl Pagination {
    /// The `pageInfo` of a list.
    fn of(data: &RawValue) -> Option<Self> {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct List {
            page_info: PageInfo,
        }
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct PageInfo {
            has_next_page: bool,
            end_cursor: Option<String>,
        }
        let List { page_info } = serde_json::from_str(data.get()).ok()?;
        Some(Self { has_next_page: page_info.has_next_page, end_cursor: page_info.end_cursor })
    }
}
