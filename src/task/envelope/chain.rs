//! The result of a chain.

use serde::Serialize;
use serde_json::value::RawValue;

use super::{ErrorBody, request_id};
use crate::Error;
use crate::card::RouteKind;
use crate::chain::Status;
use crate::engine::{Outcome, RunResult};

/// The result of a chain.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ChainEnvelope {
    /// Whether all, some or none of the steps succeeded.
    pub status: Status,
    /// One result per step, in order.
    pub results: Vec<StepResult>,
    /// About the run.
    pub meta: ChainMeta,
}

/// The result of a step.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct StepResult {
    /// Id of its capability.
    pub task: String,
    /// The step's own id, if it was given one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Whether it succeeded.
    pub ok: bool,
    /// The route it used, if that is not GraphQL.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub route: Option<&'static str>,
    /// What it returned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Box<RawValue>>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorBody>,
}

/// About a run.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ChainMeta {
    /// The route that was used; `graphql` if steps used several.
    pub route_used: &'static str,
    /// How many steps there are.
    pub total: usize,
    /// How many succeeded.
    pub succeeded: usize,
    /// How many did not.
    pub failed: usize,
    /// How many HTTP requests were sent; a start of `gh` counts as one, whatever it sends.
    pub http_calls: usize,
    /// Id of the run.
    pub request_id: String,
    /// Errors that GitHub reported and that failed no step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<ErrorBody>,
}

impl StepResult {
    /// The result with this outcome.
    pub(crate) fn new(task: String, id: Option<String>, outcome: &Outcome) -> Self {
        let data = match outcome {
            Ok(output) => output.to_json_text(),
            Err(error) => Err(error.clone()),
        };
        match data {
            Ok(data) => Self { task, id, ok: true, route: None, data: Some(data), error: None },
            Err(error) => Self { task, id, ok: false, route: None, data: None, error: Some((&error).into()) },
        }
    }
}

impl ChainEnvelope {
    /// The envelope of a chain that was run. `names` has the task and the id of each step.
    pub(crate) fn of(names: Vec<(String, Option<String>)>, run: &RunResult) -> Self {
        let results = names.into_iter().zip(&run.steps).map(|((task, id), step)| StepResult {
            route: step.trace.route.filter(|route| *route != RouteKind::Graphql).map(RouteKind::as_str),
            ..StepResult::new(task, id, &step.outcome)
        });
        let mut envelope = Self::with(results.collect(), run.http_calls, &run.warnings);
        let first = run.steps.first().and_then(|step| step.trace.route);
        if let Some(route) = first.filter(|route| all_used(run, *route)) {
            envelope.meta.route_used = route.as_str();
        }
        envelope
    }

    /// The envelope of a chain that was refused before anything was sent.
    pub(crate) fn refused(names: Vec<(String, Option<String>)>, errors: Vec<Option<Error>>) -> Self {
        let skipped = || Error::skipped("not run, because other steps of the chain are not valid");
        let steps = names.into_iter().zip(errors);
        let results = steps.map(|((task, id), error)| StepResult::new(task, id, &Err(error.unwrap_or_else(skipped))));
        Self::with(results.collect(), 0, &[])
    }

    fn with(results: Vec<StepResult>, http_calls: usize, warnings: &[Error]) -> Self {
        let (total, succeeded) = (results.len(), results.iter().filter(|result| result.ok).count());
        let meta = ChainMeta {
            route_used: RouteKind::Graphql.as_str(),
            total,
            succeeded,
            failed: total - succeeded,
            http_calls,
            request_id: request_id(),
            warnings: warnings.iter().map(ErrorBody::from).collect(),
        };
        Self { status: Status::of(succeeded, total), results, meta }
    }
}

fn all_used(run: &RunResult, route: RouteKind) -> bool {
    run.steps.iter().all(|step| step.trace.route == Some(route))
}
