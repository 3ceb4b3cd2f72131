//! A single task.

use super::{TaskRequest, validate};
use crate::capability::Entry;
use crate::client::Client;
use crate::client::route::RoutePolicy;
use crate::engine::send::Cancel;
use crate::engine::{Outcome, RouteTrace, RunOptions, StepOutcome, run};
use crate::task::envelope::{StepResult, TaskEnvelope};
use crate::{ALL, Error};

/// One task, with options. It cannot refer to other steps, so `{{…}}` in its input is plain text.
///
/// ```no_run
/// # async fn agent(gh: ghx::Client) -> Result<(), ghx::Error> {
/// use ghx::card::RouteKind;
/// use ghx::route::RoutePolicy;
/// use ghx::task::{Task, TaskRequest};
/// use serde_json::json;
///
/// let request = TaskRequest::from_json(&json!({"task": "repo.view", "input": {"repo": "acme/widgets"}}))?;
/// let envelope = Task::new(&request).routes(RoutePolicy::Only(RouteKind::Rest)).trace(true).execute(&gh).await;
/// assert_eq!(envelope.meta.route_used, Some("rest"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "a task does nothing until it is executed"]
pub struct Task<'r> {
    request: &'r TaskRequest,
    registry: &'static [Entry],
    routes: Option<RoutePolicy>,
    trace: bool,
}

impl<'r> Task<'r> {
    /// This task, with the capabilities of this crate.
    pub fn new(request: &'r TaskRequest) -> Self {
        Self { request, registry: ALL, routes: None, trace: false }
    }

    /// Looks the capability up in another registry, for example that of a crate with its own cards.
    pub fn with_registry(mut self, registry: &'static [Entry]) -> Self {
        self.registry = registry;
        self
    }

    /// Uses these routes instead of those of the client.
    pub fn routes(mut self, routes: RoutePolicy) -> Self {
        self.routes = Some(routes);
        self
    }

    /// Whether the envelope says why a route failed or was skipped.
    pub fn trace(mut self, trace: bool) -> Self {
        self.trace = trace;
        self
    }

    /// Runs the task.
    pub async fn execute(&self, client: &Client) -> TaskEnvelope {
        self.run(client, Cancel::never()).await
    }

    /// Runs the task until `stop` completes. Then nothing more is sent, and the envelope says whether the task was done, was
    /// not sent, or has an unknown outcome.
    pub async fn execute_until(&self, client: &Client, stop: impl Future<Output = ()>) -> TaskEnvelope {
        Cancel::until(stop, |cancel| self.run(client, cancel)).await
    }

    async fn run(&self, client: &Client, cancel: Cancel) -> TaskEnvelope {
        let policy = self.routes.unwrap_or(client.settings().routes);
        let node = match validate::check_alone(self.registry, self.request, policy, Some(client.accepted_hosts())) {
            Ok(node) => node,
            Err(error) => return TaskEnvelope::refused(self.result(&Err(error))),
        };
        let card = node.card;
        let mut result = run(client, &[node], RunOptions { cancel, policy }).await;
        let step = result.steps.pop().unwrap_or_else(|| StepOutcome {
            outcome: Err(Error::unknown("the task was never run")),
            trace: RouteTrace::default(),
        });
        let step_result = self.result(&step.outcome);
        TaskEnvelope::of(card, &result, step.trace, step_result, self.trace)
    }

    fn result(&self, outcome: &Outcome) -> StepResult {
        StepResult::new(self.request.task.clone(), None, outcome)
    }
}
