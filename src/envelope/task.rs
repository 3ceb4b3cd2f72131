//! The result of one task.

use serde::Serialize;
use serde_json::value::RawValue;

use super::{ErrorBody, StepResult, request_id};
use crate::ErrorCode;
use crate::card::{Card, RouteKind};
use crate::run::Finished;

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
    /// The route that was taken; absent if none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub route_used: Option<&'static str>,
    /// Why that route.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<RouteReason>,
    /// The routes that were tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attempts: Vec<Attempt>,
    /// Whether a list goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pagination: Option<Pagination>,
    /// How long it took.
    pub timings: Timings,
    /// How many HTTP requests were sent.
    pub http_calls: usize,
    /// Id of the run.
    pub request_id: String,
    /// Errors that GitHub reported and that cost nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<ErrorBody>,
}

/// Why a route was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
pub enum RouteReason {
    /// The card prefers it.
    CardPreferred,
    /// The card names it as a fallback, and the routes before it could not be taken.
    CardFallback,
}

/// A route that was tried.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Attempt {
    /// The route.
    pub route: &'static str,
    /// How it went.
    pub status: AttemptStatus,
    /// The code of its error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_code: Option<ErrorCode>,
    /// How long it took.
    pub duration_ms: u64,
}

/// How an attempt went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum AttemptStatus {
    /// It gave a result.
    Success,
    /// It gave an error.
    Error,
    /// It was not tried.
    Skipped,
}

/// Whether a list goes on.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Pagination {
    /// Whether there is more.
    pub has_next_page: bool,
    /// Where it starts: the `after` of the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_cursor: Option<String>,
}

/// How long a run took.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct Timings {
    /// From the first check to the last byte.
    pub total_ms: u64,
}

impl TaskEnvelope {
    /// The envelope of a task that was run.
    pub(crate) fn of(card: &Card, finished: &Finished, result: StepResult) -> Self {
        let total_ms = u64::try_from(finished.duration.as_millis()).unwrap_or(u64::MAX);
        let attempt = Attempt {
            route: RouteKind::Graphql.as_str(),
            status: if result.ok { AttemptStatus::Success } else { AttemptStatus::Error },
            error_code: result.error.as_ref().map(|error| error.code),
            duration_ms: total_ms,
        };
        let is_preferred = card.preferred == RouteKind::Graphql;
        let meta = TaskMeta {
            capability_id: card.id.to_owned(),
            route_used: Some(RouteKind::Graphql.as_str()),
            reason: Some(if is_preferred { RouteReason::CardPreferred } else { RouteReason::CardFallback }),
            attempts: vec![attempt],
            pagination: result.data.as_deref().and_then(Pagination::of),
            timings: Timings { total_ms },
            http_calls: finished.http_calls,
            request_id: request_id(),
            warnings: finished.warnings.iter().map(ErrorBody::from).collect(),
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
            timings: Timings { total_ms: 0 },
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
