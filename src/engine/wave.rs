//! One wave: its steps get their values, then questions, then writes.

use std::time::Duration;

use tracing::debug;

use super::Run;
use super::node::Bound;
use super::unbatched;
use crate::card::operation::Request;
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
    /// Whether it uses something that this very chain has created.
    pub(super) fresh: bool,
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
            let reads = unbatched::read(self.courier, self.policy, &others);
            let ((), reads) = futures_util::future::join(self.resolve(&mut open), reads).await;
            for (step, routed) in reads {
                self.arrive(step, routed);
            }
            let held = self.held_back(&open, &others);
            self.execute(&mut open, &held).await;
            let held = self.held_back(&open, &others);
            self.write_beside(steps, &others, &held).await;
            (open, others) = self.to_repeat(open, others, &held);
            let missing = open.len() + others.len();
            let pause = pauses.next().filter(|_| missing > 0);
            let goes_on = match pause {
                Some(pause) => {
                    debug!(steps = missing, ?pause, "what was just created is not found yet");
                    self.courier.wait(pause).await
                }
                None => false,
            };
            if !goes_on {
                return self.give_up(&held);
            }
            for step in open.iter_mut().chain(&mut others) {
                step.request = None;
                self.outcomes[step.index] = None;
            }
        }
    }

    /// The steps that another round may help: those that were not found, and those that are held back behind them.
    fn to_repeat<'o>(
        &self,
        mut open: Vec<Open<'o>>,
        mut others: Vec<Open<'o>>,
        held: &[usize],
    ) -> (Vec<Open<'o>>, Vec<Open<'o>>) {
        let again = |step: &Open<'_>, wave: &[Open<'_>]| {
            held.contains(&step.index) || step.fresh && self.is_not_found(step) && !self.is_overtaken(step, wave)
        };
        let batched: Vec<bool> = open.iter().map(|step| again(step, &open)).collect();
        let unbatched: Vec<bool> = others.iter().map(|step| again(step, &others)).collect();
        let (mut batched, mut unbatched) = (batched.into_iter(), unbatched.into_iter());
        open.retain(|_| batched.next().unwrap_or(false));
        others.retain(|_| unbatched.next().unwrap_or(false));
        (open, others)
    }

    /// The writes that were held back fail with the one that they waited for.
    fn give_up(&mut self, held: &[usize]) {
        for step in held.iter().copied() {
            if self.outcomes[step].is_none() {
                let message = "not run, because an earlier write on the same node was not found";
                self.finish(step, Err(Error::skipped(message)));
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
                    let beside = unbatched::is_beside(bound.step(), self.policy);
                    open.push(Open { index, bound, request: None, writes: node.writes(), beside, fresh });
                }
                Err(error) => self.finish(index, Err(error)),
            }
        }
        open
    }

    pub(super) fn bind(&self, index: usize) -> Result<Bound<'c>, Error> {
        let node = &self.nodes[index];
        if let Some(needed) = node.needs().find(|needed| self.failed(*needed)) {
            let id = self.nodes[needed].card.id;
            return Err(Error::skipped(format!("not run, since step {needed} ({id}), which it needs, failed")));
        }
        let values = &self.values;
        let bound = node.bind(&|step| values.get(step)?.as_ref())?;
        // Everything else was checked before the run; these values came with it.
        if !node.uses.is_empty() {
            let written = bound.step().written();
            self.courier.client().accepted_hosts().check(written.hosts())?;
        }
        Ok(bound)
    }

    /// Whether GitHub does not find the node itself; a label that does not exist will not appear by waiting. Of several
    /// writes none may have been done, since they are all sent again.
    pub(super) fn is_not_found(&self, step: &Open<'_>) -> bool {
        let by_github = |error: &Error| error.github_type() == Some("NOT_FOUND") || self.missing_root || step.beside;
        let Some(Err(error)) = &self.outcomes[step.index] else { return false };
        error.code() == ErrorCode::NotFound && error.phase().outcome().is_none() && by_github(error)
    }
}
