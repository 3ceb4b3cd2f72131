//! The results that are printed: those of the library with the repository that was filled in, and those of requests that
//! the library never ran.

use ghx::TaskRequest;
use ghx::chain::Status;
use ghx::envelope::{ChainEnvelope, ErrorBody, TaskEnvelope};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::repository::Repository;

/// The result of `ghx run`.
#[derive(Debug, Serialize)]
pub(crate) struct Task<'a, M> {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a ErrorBody>,
    meta: Meta<'a, M>,
}

/// The result of `ghx chain`.
#[derive(Debug, Serialize)]
pub(crate) struct Chain<'a, R, M> {
    status: Status,
    results: R,
    /// Why there are no steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a ErrorBody>,
    meta: Meta<'a, M>,
}

#[derive(Debug, Serialize)]
struct Meta<'a, M> {
    #[serde(flatten)]
    run: M,
    #[serde(skip_serializing_if = "Option::is_none")]
    repository: Option<&'a Repository>,
}

/// The `meta` of a task that was not run.
#[derive(Debug, Serialize)]
pub(crate) struct TaskNotRun<'a> {
    capability_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    http_calls: Option<usize>,
}

/// The `meta` of a chain that was not run.
#[derive(Debug, Serialize)]
pub(crate) struct ChainNotRun {
    route_used: &'static str,
    total: usize,
    succeeded: usize,
    failed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    http_calls: Option<usize>,
}

/// A step that was not run.
#[derive(Debug, Serialize)]
pub(crate) struct StepNotRun<'a> {
    task: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    ok: bool,
    error: &'a ErrorBody,
}

/// A task that the library ran or refused.
pub(crate) fn task<'a>(envelope: &'a TaskEnvelope, repository: Option<&'a Repository>) -> impl Serialize {
    Task {
        ok: envelope.ok,
        data: envelope.data.as_deref(),
        error: envelope.error.as_ref(),
        meta: Meta { run: &envelope.meta, repository },
    }
}

/// A chain that the library ran or refused.
pub(crate) fn chain<'a>(envelope: &'a ChainEnvelope, repository: Option<&'a Repository>) -> impl Serialize {
    Chain {
        status: envelope.status,
        results: &envelope.results,
        error: None,
        meta: Meta { run: &envelope.meta, repository },
    }
}

/// How much was sent before the run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    Nothing,
    Unknown,
}

impl Sent {
    fn http_calls(self) -> Option<usize> {
        (self == Self::Nothing).then_some(0)
    }
}

/// A task without an envelope of the library.
pub(crate) fn task_not_run<'a>(capability_id: &'a str, error: &'a ErrorBody, sent: Sent) -> impl Serialize {
    let run = TaskNotRun { capability_id, http_calls: sent.http_calls() };
    Task { ok: false, data: None, error: Some(error), meta: Meta { run, repository: None } }
}

/// A chain without an envelope of the library: each step has the error, or the chain itself if it has no steps.
pub(crate) fn chain_not_run<'a>(steps: &'a [TaskRequest], error: &'a ErrorBody, sent: Sent) -> impl Serialize {
    let step = |step: &'a TaskRequest| StepNotRun { task: &step.task, id: step.id.as_deref(), ok: false, error };
    let total = steps.len();
    let run = ChainNotRun { route_used: "graphql", total, succeeded: 0, failed: total, http_calls: sent.http_calls() };
    Chain {
        status: Status::Failed,
        results: steps.iter().map(step).collect::<Vec<_>>(),
        error: steps.is_empty().then_some(error),
        meta: Meta { run, repository: None },
    }
}
