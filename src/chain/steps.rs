//! The steps of a chain of any shape, and their validation.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::report::Report;
use super::step::Step;
use crate::Error;
use crate::capability::describe;
use crate::capability::input::InputWriter;
use crate::capability::{Capability, ErasedStep, validate};
use crate::client::route::RoutePolicy;
use crate::client::{AcceptedHosts, Client};
use crate::engine::send::Cancel;
use crate::engine::{RunOptions, StepNode, run};
use crate::error::StepError;
use crate::value::StepId;

/// The steps of a chain, in order.
pub(super) struct Steps {
    chain: u64,
    list: Vec<StepEntry>,
}

struct StepEntry {
    step: Arc<dyn ErasedStep>,
    /// The steps that must run before it, besides those that it refers to.
    after: Vec<StepId>,
}

impl Steps {
    /// An empty chain with a unique id.
    pub(super) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self { chain: NEXT.fetch_add(1, Ordering::Relaxed), list: Vec::new() }
    }

    pub(super) fn push<C: Capability>(&mut self, step: C) -> Step<C> {
        let id = self.id(self.list.len());
        self.list.push(StepEntry { step: Arc::new(step), after: Vec::new() });
        Step::new(id)
    }

    /// Makes a step run after others. [`validate`](Steps::validate) refuses a step of another chain.
    pub(super) fn after(&mut self, step: usize, others: impl IntoIterator<Item = StepId>) {
        if let Some(entry) = self.list.get_mut(step) {
            entry.after.extend(others);
        }
    }

    pub(super) async fn run<S>(self, client: &Client, cancel: Cancel) -> Result<Report<S>, Error> {
        let policy = client.settings().routes;
        let nodes = self.nodes_over(policy, Some(client.accepted_hosts()))?;
        let finished = run(client, &nodes, RunOptions { cancel, policy }).await;
        Ok(Report::new(self.chain, &nodes, finished))
    }

    pub(super) async fn run_until<S>(
        self,
        client: &Client,
        stop: impl Future<Output = ()>,
    ) -> Result<Report<S>, Error> {
        Cancel::until(stop, |cancel| self.run(client, cancel)).await
    }

    /// The id of the step at this position.
    pub(super) fn id(&self, index: usize) -> StepId {
        StepId { chain: self.chain, index }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Validates every step; the error has each bad one.
    pub(super) fn validate(&self) -> Result<(), Error> {
        self.nodes().map(drop)
    }

    /// The steps, validated, to be planned or run; the error has each bad one.
    pub(super) fn nodes(&self) -> Result<Vec<StepNode>, Error> {
        self.nodes_over(RoutePolicy::default(), None)
    }

    /// The same, over these routes only, for a client whose accepted hosts are known.
    fn nodes_over(&self, routes: RoutePolicy, accepted: Option<&AcceptedHosts>) -> Result<Vec<StepNode>, Error> {
        let mut nodes = Vec::with_capacity(self.list.len());
        let mut bad = Vec::new();
        for (index, entry) in self.list.iter().enumerate() {
            match self.check_route(routes, entry).and_then(|()| self.check_step(index, entry, accepted)) {
                Ok(written) => {
                    let after = entry.after.iter().map(|id| id.index()).collect();
                    nodes.push(StepNode::typed(Arc::clone(&entry.step), written, after));
                }
                Err(error) => bad.push(StepError::new(index, entry.step.card().id, error)),
            }
        }
        if bad.is_empty() { Ok(nodes) } else { Err(Error::invalid_chain(bad)) }
    }

    fn check_route(&self, routes: RoutePolicy, entry: &StepEntry) -> Result<(), Error> {
        let card = entry.step.card();
        if self.list.len() == 1 { routes.check_alone(card) } else { routes.check(card) }
    }

    fn check_step(
        &self,
        index: usize,
        entry: &StepEntry,
        accepted: Option<&AcceptedHosts>,
    ) -> Result<InputWriter, Error> {
        let (card, written) = (entry.step.card(), entry.step.written());
        validate(card, written.input())?;
        accepted
            .map_or(Ok(()), |accepted| accepted.check(written.hosts()))
            .map_err(|error| error.for_capability(card.id))?;
        let references = written.references().iter().filter_map(|used| {
            let reason = self.refuse(index, used.reference.step(), &used.reference)?;
            Some(format!("`{}` refers to {reason}", used.input))
        });
        let orders = entry.after.iter().filter_map(|id| {
            let reason = self.refuse(index, *id, &format_args!("step {}", id.index()))?;
            Some(format!("it cannot run after {reason}"))
        });
        let wrong: Vec<String> = references.chain(orders).collect();
        if wrong.is_empty() {
            return Ok(written);
        }
        Err(Error::validation(wrong.join("; ")).for_capability(card.id))
    }

    /// Why a step cannot wait for another; `None` if it can.
    fn refuse(&self, index: usize, target: StepId, shown: &dyn fmt::Display) -> Option<String> {
        if target.chain != self.chain {
            return Some(format!("a step of another chain: {shown}"));
        }
        if target.index >= self.list.len() {
            return Some(format!("a step that is not in the chain: {shown}"));
        }
        (target.index >= index).then(|| format!("a step that does not run before it: {shown}"))
    }
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, entry) in self.list.iter().enumerate() {
            let line = describe(entry.step.card(), &entry.step.to_json());
            writeln!(f, "{index} {line}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.list.iter().map(|entry| &entry.step)).finish()
    }
}

#[cfg(test)]
mod tests;
