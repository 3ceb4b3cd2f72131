//! A chain that grows in a loop.

use std::fmt;

use super::Step;
use super::report::{Dynamic, Report};
use super::steps::Steps;
use crate::Error;
use crate::capability::Capability;
use crate::chain::plan::{Plan, PlanOptions};
use crate::client::Client;
use crate::client::route::RoutePolicy;
use crate::engine::send::Cancel;
use crate::value::StepId;

/// A chain of any length that grows step by step; [`Chain::dynamic`](super::Chain::dynamic) makes one.
#[must_use = "a chain does nothing until it is run"]
pub struct DynChain {
    steps: Steps,
}

impl DynChain {
    /// Adds a step. The handle gives references to its outputs, and later its result.
    pub fn push<C: Capability>(&mut self, step: C) -> Step<C> {
        self.steps.push(step)
    }

    /// Lets a step run after others, although it does not refer to them: a read that is to see what a write has changed. If
    /// one of them fails, the step is skipped.
    pub fn after<C: Capability>(&mut self, step: Step<C>, others: impl IntoIterator<Item = StepId>) {
        self.steps.after(Step::id(step).index(), others);
    }

    /// What the chain will do: waves, lookups, documents and the number of HTTP calls. Nothing is sent.
    pub fn plan(&self) -> Result<Plan, Error> {
        self.plan_with(PlanOptions::default())
    }

    /// [`plan`](DynChain::plan) for this client, or with another limit than the default.
    pub fn plan_with(&self, options: impl Into<PlanOptions>) -> Result<Plan, Error> {
        Ok(Plan::new(&self.steps.nodes()?, options.into(), RoutePolicy::default()))
    }

    /// Runs the chain. The error is that of a chain that was refused before anything was sent; whatever happens later is
    /// in the report, step by step.
    pub async fn run(self, client: &Client) -> Result<Report<Dynamic>, Error> {
        self.steps.run(client, Cancel::never()).await
    }

    /// [`run`](DynChain::run), until `stop` ends: then nothing more is sent, and the report says of every step whether it
    /// was done, surely not done, or of unknown outcome.
    pub async fn run_until(self, client: &Client, stop: impl Future<Output = ()>) -> Result<Report<Dynamic>, Error> {
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

impl Default for DynChain {
    fn default() -> Self {
        Self { steps: Steps::new() }
    }
}

impl fmt::Display for DynChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.fmt(f)
    }
}

impl fmt::Debug for DynChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DynChain").field(&self.steps).finish()
    }
}
