//! Chains, with steps that are known at compile time or grow in a loop.
//!
//! All methods are here, so that compile errors name `Chain` and not a private module.

use std::fmt;
use std::marker::PhantomData;

use super::Step;
use super::list::{AppendTo, StepList};
use super::plan::{Plan, PlanOptions};
use super::report::{Dynamic, Report};
use super::steps::Steps;
use crate::Error;
use crate::capability::Capability;
use crate::client::Client;
use crate::client::route::RoutePolicy;
use crate::engine::send::Cancel;
use crate::value::StepId;

/// Capabilities that run together.
///
/// [`Chain::new`] starts a chain of up to twelve capabilities whose types are known at compile time, so that the results
/// are a typed tuple. [`Chain::dynamic`] starts one that grows in a loop.
#[must_use = "a chain does nothing until it is run"]
pub struct Chain<S> {
    steps: Steps,
    shape: PhantomData<fn() -> S>,
}

impl Chain<()> {
    /// A chain without steps.
    pub fn new() -> Self {
        Self::of(Steps::new())
    }

    /// A chain that grows step by step, for loops.
    pub fn dynamic() -> DynChain {
        DynChain::default()
    }
}

impl Default for Chain<()> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S> Chain<S> {
    /// The chain with one more step.
    pub fn step<C: Capability + AppendTo<S>>(mut self, step: C) -> Chain<C::Appended> {
        self.steps.push(step);
        Chain::of(self.steps)
    }
}

impl<S: StepList> Chain<S> {
    /// The chain with one more step that refers to earlier ones: `.then(|(new,)| issue::labels::add(new.id(), ["bug"]))`.
    ///
    /// The closure runs at once, with the handles of all steps so far. Nothing is sent before the whole chain is validated.
    pub fn then<C: Capability + AppendTo<S>>(self, step: impl FnOnce(S::Handles) -> C) -> Chain<C::Appended> {
        let handles = S::handles(&mut |index| self.steps.id(index));
        self.step(step(handles))
    }

    /// Makes the last step run after others that it does not refer to, for example a read that has to see what a write has
    /// changed. If one of them fails, the step is skipped.
    ///
    /// ```
    /// use ghx::{Chain, Repo, issue};
    ///
    /// let repo: Repo = "acme/widgets".parse()?;
    /// let chain = Chain::new()
    ///     .step(issue::close(repo.issue(42)))
    ///     .step(issue::view(repo.issue(42)))
    ///     .after(|(closed, _)| [closed.into()]);
    /// assert_eq!(chain.plan()?.waves().len(), 2);
    /// # Ok::<(), ghx::Error>(())
    /// ```
    pub fn after<I: IntoIterator<Item = StepId>>(mut self, others: impl FnOnce(S::Handles) -> I) -> Self {
        let handles = S::handles(&mut |index| self.steps.id(index));
        let last = self.steps.len().saturating_sub(1);
        self.steps.after(last, others(handles));
        self
    }
}

/// A chain of any length that grows step by step; [`Chain::dynamic`] makes one.
pub type DynChain = Chain<Dynamic>;

impl DynChain {
    /// Adds a step. The handle gives references to its outputs, and later its result.
    pub fn push<C: Capability>(&mut self, step: C) -> Step<C> {
        self.steps.push(step)
    }

    /// Makes a step run after others that it does not refer to, for example a read that has to see what a write has
    /// changed. If one of them fails, the step is skipped.
    pub fn after<C: Capability>(&mut self, step: Step<C>, others: impl IntoIterator<Item = StepId>) {
        self.steps.after(Step::id(step).index(), others);
    }
}

impl Default for DynChain {
    fn default() -> Self {
        Self::of(Steps::new())
    }
}

impl<S> Chain<S> {
    fn of(steps: Steps) -> Self {
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
