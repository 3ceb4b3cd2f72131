//! Capabilities by id, with input and output as JSON: the API behind the `ghx` command.
//!
//! [`execute_task`] and [`execute_tasks`] run tasks with the settings of a client. [`Task`] and [`Tasks`] add options:
//! another registry, other routes, a plan, stopping early.
//!
//! ```no_run
//! # async fn agent(gh: ghx::Client) -> Result<(), ghx::Error> {
//! use ghx::task::{TaskRequest, execute_tasks};
//! use serde_json::json;
//!
//! let steps = TaskRequest::list_from_json(&json!([
//!     {"task": "issue.create", "id": "new", "input": {"repo": "acme/widgets", "title": "Crash"}},
//!     {"task": "issue.labels.add", "input": {"issueId": "{{new.id}}", "labels": ["bug"]}},
//! ]))?;
//! let envelope = execute_tasks(&gh, &steps).await;
//! println!("{}", serde_json::to_string_pretty(&envelope).unwrap_or_default());
//! # Ok(())
//! # }
//! ```

mod braces;
pub mod envelope;
mod files;
mod references;
mod request;
mod single;
mod template;
mod validate;

use self::envelope::{ChainEnvelope, TaskEnvelope};
use crate::ALL;
use crate::capability::Entry;
use crate::chain::plan::{Plan, PlanOptions};
use crate::client::route::RoutePolicy;
use crate::client::{AcceptedHosts, Client};
use crate::engine::send::Cancel;
use crate::engine::{RunOptions, StepNode, run};

pub use request::TaskRequest;
pub use single::Task;

/// Runs tasks as one chain. Every task is validated first: if one is invalid, nothing is sent, and the envelope has the
/// errors of all invalid ones.
pub async fn execute_tasks(client: &Client, requests: &[TaskRequest]) -> ChainEnvelope {
    Tasks::new(requests).execute(client).await
}

/// Runs one task over the routes of its card.
pub async fn execute_task(client: &Client, request: &TaskRequest) -> TaskEnvelope {
    Task::new(request).execute(client).await
}

/// Tasks that run as one chain, with options.
#[derive(Clone, Copy, Debug)]
#[must_use = "tasks do nothing until they are executed"]
pub struct Tasks<'r> {
    requests: &'r [TaskRequest],
    registry: &'static [Entry],
    routes: Option<RoutePolicy>,
}

impl<'r> Tasks<'r> {
    /// These tasks, with the capabilities of this crate.
    pub fn new(requests: &'r [TaskRequest]) -> Self {
        Self { requests, registry: ALL, routes: None }
    }

    /// Looks the capabilities up in another registry, for example that of a crate with its own cards.
    pub fn with_registry(mut self, registry: &'static [Entry]) -> Self {
        self.registry = registry;
        self
    }

    /// Uses these routes instead of those of the client.
    pub fn routes(mut self, routes: RoutePolicy) -> Self {
        self.routes = Some(routes);
        self
    }

    /// What the chain will do with these options. Nothing is sent. The error is the envelope of a chain with invalid tasks.
    pub fn plan(&self, options: impl Into<PlanOptions>) -> Result<Plan, Box<ChainEnvelope>> {
        let routes = self.routes.unwrap_or_default();
        let nodes = self.check(routes, None)?;
        Ok(Plan::new(&nodes, options.into(), routes))
    }

    /// [`plan`](Tasks::plan) with the limits, routes and hosts of this client.
    pub fn plan_for(&self, client: &Client) -> Result<Plan, Box<ChainEnvelope>> {
        let routes = self.routes.unwrap_or(client.settings().routes);
        let nodes = self.check(routes, Some(client.accepted_hosts()))?;
        Ok(Plan::new(&nodes, client.into(), routes))
    }

    /// Runs the tasks.
    pub async fn execute(&self, client: &Client) -> ChainEnvelope {
        self.run(client, Cancel::never()).await
    }

    /// Runs the tasks until `stop` completes. Then nothing more is sent, and the envelope says for every task whether it was
    /// done, was not sent, or has an unknown outcome.
    pub async fn execute_until(&self, client: &Client, stop: impl Future<Output = ()>) -> ChainEnvelope {
        Cancel::until(stop, |cancel| self.run(client, cancel)).await
    }

    async fn run(&self, client: &Client, cancel: Cancel) -> ChainEnvelope {
        let policy = self.routes.unwrap_or(client.settings().routes);
        match self.check(policy, Some(client.accepted_hosts())) {
            Ok(nodes) => ChainEnvelope::of(self.names(), &run(client, &nodes, RunOptions { cancel, policy }).await),
            Err(envelope) => *envelope,
        }
    }

    fn check(
        &self,
        routes: RoutePolicy,
        accepted: Option<&AcceptedHosts>,
    ) -> Result<Vec<StepNode>, Box<ChainEnvelope>> {
        let refused = |errors| Box::new(ChainEnvelope::refused(self.names(), errors));
        validate::check(self.registry, self.requests, routes, accepted).map_err(refused)
    }

    fn names(&self) -> Vec<(String, Option<String>)> {
        self.requests.iter().map(|request| (request.task.clone(), request.id.clone())).collect()
    }
}
