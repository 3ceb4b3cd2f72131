//! One wave: its steps get their values, then lookups and reads are sent, then writes.

use std::time::Duration;

use tracing::debug;

use super::node::{BoundStep, StepNode};
use super::{Run, unbatched};
use crate::capability::ErasedOutput;
use crate::capability::data::ResponseData;
use crate::card::operation::Request;
use crate::client::events;
use crate::{Error, ErrorCode};

/// A step of the current wave that has no outcome yet.
pub(super) struct OpenStep<'n> {
    pub(super) index: usize,
    pub(super) bound: BoundStep<'n>,
    /// What to send, once every lookup has a response.
    pub(super) request: Option<Request>,
    pub(super) writes: bool,
    /// Whether it runs outside the batch.
    is_unbatched: bool,
    /// Whether it uses something that this chain has just created.
    pub(super) fresh: bool,
}

impl OpenStep<'_> {
    /// Decodes the response to its request.
    pub(super) fn read(&self, response: &ResponseData<'_>) -> Result<Box<dyn ErasedOutput>, Error> {
        match &self.request {
            Some(request) => self.bound.step().read(&response.with_kept(&request.kept)),
            None => self.bound.step().read(response),
        }
    }
}

/// The pauses while GitHub does not find what it has just created. Together a little over 12 s: 3 s were seen not to be
/// enough.
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
        let (mut unbatched, mut batched): (Vec<_>, Vec<_>) =
            self.open(steps).into_iter().partition(|step| step.is_unbatched);
        let mut pauses = READ_YOUR_WRITES.into_iter();
        loop {
            let reads = unbatched::read(self.sender, self.policy, &unbatched);
            let ((), reads) = futures_util::future::join(self.resolve(&mut batched), reads).await;
            for (step, outcome) in reads {
                self.finish_unbatched(step, outcome);
            }
            let held = self.held_back(&batched, &unbatched);
            self.execute(&mut batched, &held).await;
            let held = self.held_back(&batched, &unbatched);
            self.write_unbatched(steps, &unbatched, &held).await;
            (batched, unbatched) = self.to_retry(batched, unbatched, &held);
            if !self.pause(&mut pauses, batched.len() + unbatched.len()).await {
                return self.give_up(&held);
            }
            for step in batched.iter_mut().chain(&mut unbatched) {
                step.request = None;
                self.outcomes[step.index] = None;
            }
        }
    }

    /// Waits before the next round; `false` if there is none.
    async fn pause(&self, pauses: &mut impl Iterator<Item = Duration>, steps: usize) -> bool {
        let Some(pause) = pauses.next().filter(|_| steps > 0) else { return false };
        debug!(event = events::NOT_FOUND_YET, steps, wait = ?pause, "GitHub does not find yet what was just created");
        self.sender.wait(pause).await
    }

    /// The steps for which another round may help: those that were not found, and those that are held back behind them.
    fn to_retry<'o>(
        &self,
        mut batched: Vec<OpenStep<'o>>,
        mut unbatched: Vec<OpenStep<'o>>,
        held: &[usize],
    ) -> (Vec<OpenStep<'o>>, Vec<OpenStep<'o>>) {
        let retry = |step: &OpenStep<'_>, wave: &[OpenStep<'_>]| {
            held.contains(&step.index) || step.fresh && self.is_not_found(step) && !self.is_overtaken(step, wave)
        };
        for steps in [&mut batched, &mut unbatched] {
            let keep: Vec<bool> = steps.iter().map(|step| retry(step, steps)).collect();
            let mut keep = keep.into_iter();
            steps.retain(|_| keep.next().unwrap_or(false));
        }
        (batched, unbatched)
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
    fn open(&mut self, steps: &[usize]) -> Vec<OpenStep<'c>> {
        let mut open = Vec::with_capacity(steps.len());
        for &index in steps {
            match self.bind(index) {
                Ok(bound) => {
                    let node = &self.nodes[index];
                    let fresh = node.uses.iter().any(|used| self.nodes[*used].writes());
                    let is_unbatched = unbatched::is_unbatched(bound.step(), self.policy);
                    open.push(OpenStep { index, bound, request: None, writes: node.writes(), is_unbatched, fresh });
                }
                Err(error) => self.finish(index, Err(error)),
            }
        }
        open
    }

    pub(super) fn bind(&self, index: usize) -> Result<BoundStep<'c>, Error> {
        let node = &self.nodes[index];
        if let Some(needed) = node.needs().find(|needed| self.failed(*needed)) {
            let StepNode { id, card, .. } = &self.nodes[needed];
            let name = id.as_ref().map_or_else(|| format!("step {needed}"), |id| format!("`{id}`"));
            return Err(Error::skipped(format!("not run, because {name} ({}) failed", card.id)));
        }
        let values = &self.values;
        let bound = node.bind(&|step| values.get(step)?.as_ref())?;
        // All other inputs were checked before the run.
        if !node.uses.is_empty() {
            let written = bound.step().written();
            self.sender.client().accepted_hosts().check(written.hosts())?;
        }
        Ok(bound)
    }

    /// Whether GitHub does not find the subject itself, which may be replication lag. A missing label will not appear by
    /// waiting. Never true once any write of the step ran, because a retry sends all of them again.
    pub(super) fn is_not_found(&self, step: &OpenStep<'_>) -> bool {
        let by_github =
            |error: &Error| error.github_type() == Some("NOT_FOUND") || self.missing_root || step.is_unbatched;
        let Some(Err(error)) = &self.outcomes[step.index] else { return false };
        error.code() == ErrorCode::NotFound && error.phase().outcome().is_none() && by_github(error)
    }
}
