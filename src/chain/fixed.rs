//! A chain whose shape is known at compile time.

use std::fmt;
use std::marker::PhantomData;

use super::DynChain;
use super::list::{AppendTo, StepList};
use super::report::Report;
use super::steps::Steps;
use crate::Error;
use crate::capability::Capability;
use crate::chain::plan::{Plan, PlanOptions};
use crate::client::Client;
use crate::client::route::RoutePolicy;
use crate::engine::send::Cancel;
use crate::value::StepId;

/// A chain of up to twelve capabilities whose types are known at compile time, so that the results are a typed tuple.
///
/// [`step`](Chain::step) adds a capability; [`then`](Chain::then) adds one that uses what earlier ones give. For loops and
/// longer chains there is [`Chain::dynamic`].
#[must_use = "a chain does nothing until it is run"]
pub struct Chain<S> {
    steps: Steps,
    shape: PhantomData<fn() -> S>,
}

impl Chain<()> {
    /// A chain without steps.
    pub fn new() -> Self {
        Self { steps: Steps::new(), shape: PhantomData }
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
        Chain { steps: self.steps, shape: PhantomData }
    }

    /// The chain with one more step that refers to earlier ones: `.then(|(new,)| issue::labels::add(new.id(), ["bug"]))`.
    ///
    /// The closure runs at once, with the handles of all steps so far. What it returns is planned, not computed: nothing is
    /// sent before the whole chain is known and checked.
    pub fn then<C: Capability + AppendTo<S>>(self, step: impl FnOnce(S::Handles) -> C) -> Chain<C::Appended>
    where
        S: StepList,
    {
        let handles = S::handles(&mut |index| self.steps.id(index));
        self.step(step(handles))
    }

    /// Lets the last step run after others, although it does not refer to them: a read that is to see what a write has
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
    pub fn after<I: IntoIterator<Item = StepId>>(mut self, others: impl FnOnce(S::Handles) -> I) -> Self
    where
        S: StepList,
    {
        let handles = S::handles(&mut |index| self.steps.id(index));
        let last = self.steps.len().saturating_sub(1);
        self.steps.after(last, others(handles));
        self
    }

    /// What the chain will do: waves, lookups, documents and the number of HTTP calls. Nothing is sent.
    pub fn plan(&self) -> Result<Plan, Error> {
        self.plan_with(PlanOptions::default())
    }

    /// [`plan`](Chain::plan) for this client, or with another limit than the default.
    pub fn plan_with(&self, options: impl Into<PlanOptions>) -> Result<Plan, Error> {
        Ok(Plan::new(&self.steps.nodes()?, options.into(), RoutePolicy::default()))
    }

    /// Runs the chain. The error is that of a chain that was refused before anything was sent; whatever happens later is
    /// in the report, step by step.
    pub async fn run(self, client: &Client) -> Result<Report<S>, Error> {
        self.steps.run(client, Cancel::never()).await
    }

    /// [`run`](Chain::run), until `stop` ends: then nothing more is sent, and the report says of every step whether it was
    /// done, surely not done, or of unknown outcome.
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
