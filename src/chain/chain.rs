//! A chain: its plan and its run.

use std::fmt;
use std::marker::PhantomData;

use super::plan::{Plan, PlanOptions};
use super::report::Report;
use super::steps::Steps;
use crate::Error;
use crate::client::Client;
use crate::client::route::RoutePolicy;
use crate::engine::send::Cancel;

/// Capabilities that run together.
///
/// [`Chain::new`] starts a chain of up to twelve capabilities whose types are known at compile time, so that the results
/// are a typed tuple. [`Chain::dynamic`] starts one that grows in a loop.
#[must_use = "a chain does nothing until it is run"]
pub struct Chain<S> {
    pub(super) steps: Steps,
    shape: PhantomData<fn() -> S>,
}

impl<S> Chain<S> {
    pub(super) fn of(steps: Steps) -> Self {
        Self { steps, shape: PhantomData }
    }

    /// What the chain will do: waves, lookups, documents and the number of HTTP calls. Nothing is sent.
    pub fn plan(&self) -> Result<Plan, Error> {
        self.plan_with(PlanOptions::default())
    }

    /// [`plan`](Chain::plan) for this client, or with another limit than the default.
    pub fn plan_with(&self, options: impl Into<PlanOptions>) -> Result<Plan, Error> {
        Ok(Plan::new(&self.steps.nodes()?, options.into(), RoutePolicy::default()))
    }

    /// Runs the chain. An error means that the chain was refused and nothing was sent. Everything that happens later is in
    /// the report, step by step.
    ///
    /// Dropping the future stops the run: nothing more is sent, and nothing is reported. A request that was in flight has
    /// an unknown outcome. Use [`run_until`](Chain::run_until) to stop and still get a report.
    pub async fn run(self, client: &Client) -> Result<Report<S>, Error> {
        self.steps.run(client, Cancel::never()).await
    }

    /// Runs the chain until `stop` completes. Then nothing more is sent, and the report says for every step whether it was
    /// done, was not sent, or has an unknown outcome.
    ///
    /// ```no_run
    /// # async fn bot(gh: ghx::Client, repo: ghx::Repo) -> Result<(), ghx::Error> {
    /// use ghx::{Chain, issue};
    ///
    /// let deadline = tokio::time::sleep(std::time::Duration::from_secs(30));
    /// let report = Chain::new().step(issue::close(repo.issue(42))).run_until(&gh, deadline).await?;
    /// println!("{}", report.status());
    /// # Ok(())
    /// # }
    /// ```
    pub async fn run_until(self, client: &Client, stop: impl Future<Output = ()>) -> Result<Report<S>, Error> {
        self.steps.run_until(client, stop).await
    }

    /// Checks every step without sending anything; [`Error::steps`] of the error has each bad one.
    pub fn validate(&self) -> Result<(), Error> {
        self.steps.validate()
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<S> fmt::Display for Chain<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.fmt(f)
    }
}

impl<S> fmt::Debug for Chain<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Chain").field(&self.steps).finish()
    }
}
