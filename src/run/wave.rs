//! One wave: its steps get their values, then questions, then writes.

use std::time::Duration;

use tracing::debug;

use super::Run;
use super::beside;
use super::node::Bound;
use crate::operation::Request;
use crate::{Error, ErrorCode};

/// A step of the wave under way.
pub(super) struct Open<'n> {
    pub(super) index: usize,
    pub(super) bound: Bound<'n>,
    /// What to send, as soon as every lookup is answered.
    pub(super) request: Option<Request>,
    pub(super) writes: bool,
    /// Whether it is a call of its own.
    beside: bool,
    /// Whether it uses something that this very chain has made.
    fresh: bool,
}

/// The pauses while GitHub does not find what it has just made: together a little over 12 s, which has been seen to be
/// enough where 3 s were not.
const READ_YOUR_WRITES: [Duration; 6] = [
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(5),
];

impl<'c> Run<'c> {
    /// Runs the steps of a wave.
    pub(super) async fn wave(&mut self, steps: &[usize]) {
        let (mut others, mut open): (Vec<_>, Vec<_>) = self.open(steps).into_iter().partition(|step| step.beside);
        let mut pauses = READ_YOUR_WRITES.into_iter();
        loop {
            let reads = beside::read(self.courier, self.policy, &others);
            let ((), reads) = futures_util::future::join(self.resolve(&mut open), reads).await;
            for (step, routed) in reads {
                self.arrive(step, routed);
            }
            self.execute(&mut open).await;
            self.write_beside(steps, &others).await;
            open.retain(|step| step.fresh && self.is_not_found(step));
            others.retain(|step| step.fresh && self.is_not_found(step));
            let missing = open.len() + others.len();
            let Some(pause) = pauses.next().filter(|_| missing > 0) else {
                return;
            };
            debug!(steps = missing, ?pause, "what was just made is not found yet");
            if !self.courier.wait(pause).await {
                return;
            }
            for step in open.iter_mut().chain(&mut others) {
                step.request = None;
                self.outcomes[step.index] = None;
            }
        }
    }

    /// The steps that can run; the others are skipped or refused.
    fn open(&mut self, steps: &[usize]) -> Vec<Open<'c>> {
        let mut open = Vec::with_capacity(steps.len());
        for &index in steps {
            match self.bind(index) {
                Ok(bound) => {
                    let node = &self.nodes[index];
                    let fresh = node.uses.iter().any(|used| self.nodes[*used].writes());
                    let beside = beside::is_beside(bound.step(), self.policy);
                    open.push(Open { index, bound, request: None, writes: node.writes(), beside, fresh });
                }
                Err(error) => self.finish(index, Err(error)),
            }
        }
        open
    }

    fn bind(&self, index: usize) -> Result<Bound<'c>, Error> {
        let node = &self.nodes[index];
        if let Some(needed) = node.needs().find(|needed| self.failed(*needed)) {
            let id = self.nodes[needed].card.id;
            return Err(Error::skipped(format!("not run, since step {needed} ({id}), which it needs, failed")));
        }
        let values = &self.values;
        node.bind(&|step| values.get(step)?.as_ref())
    }

    /// Whether GitHub does not find the node itself; a label that does not exist will not appear by waiting. Of several
    /// writes none may have been done, since they are all sent again.
    fn is_not_found(&self, step: &Open<'_>) -> bool {
        let by_github = |error: &Error| error.github_type() == Some("NOT_FOUND") || self.missing_root || step.beside;
        let Some(Err(error)) = &self.outcomes[step.index] else { return false };
        error.code() == ErrorCode::NotFound && error.phase().outcome().is_none() && by_github(error)
    }
}
