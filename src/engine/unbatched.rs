//! Steps of a wave that cannot use GraphQL, because of their card or their input. Each runs outside the batch, over the
//! routes of its card.
//!
//! Reads run while the lookups of the wave are sent, so they see the state before its writes. Writes run after the
//! mutation of the wave, in chain order.

use futures_util::stream::{StreamExt, iter};

use super::execute::not_sent_after_unknown;
use super::routes::{Router, depends_on_input, suits};
use super::send::Sender;
use super::wave::OpenStep;
use super::{Outcome, Run, StepOutcome};
use crate::capability::ErasedStep;
use crate::card::RouteKind;
use crate::client::route::RoutePolicy;
use crate::error::Phase;

/// How many unbatched reads are in flight at the same time.
const CONCURRENT_READS: usize = 4;

/// Whether a step of a chain runs outside the batch.
pub(crate) fn is_unbatched(step: &dyn ErasedStep, policy: RoutePolicy) -> bool {
    let card = step.card();
    let is_unsuited = || depends_on_input(card) && suits(card, &step.to_json(), RouteKind::Graphql).is_err();
    card.operations.is_empty() || !policy.allows(RouteKind::Graphql) || is_unsuited()
}

/// Runs the unbatched reads. It borrows only the steps, so that the batch can run at the same time.
pub(super) async fn read(
    sender: &Sender<'_>,
    policy: RoutePolicy,
    steps: &[OpenStep<'_>],
) -> Vec<(usize, StepOutcome)> {
    let runs = steps
        .iter()
        .filter(|step| !step.writes)
        .map(|step| async move { (step.index, Router::new(sender, step.bound.step(), policy, None).run().await) });
    let runs: Vec<_> = runs.collect();
    iter(runs).buffered(CONCURRENT_READS).collect().await
}

impl Run<'_> {
    /// Runs the unbatched writes, one after the other. After an unknown outcome nothing more is sent.
    pub(super) async fn write_unbatched(&mut self, wave: &[usize], steps: &[OpenStep<'_>], held: &[usize]) {
        for step in steps.iter().filter(|step| step.writes && !held.contains(&step.index)) {
            if self.has_unknown_outcome(wave) {
                self.finish(step.index, Err(not_sent_after_unknown(self.sender)));
                continue;
            }
            let outcome = Router::new(self.sender, step.bound.step(), self.policy, None).run().await;
            self.finish_unbatched(step.index, outcome);
        }
    }

    /// Records the outcome of an unbatched step.
    pub(super) fn finish_unbatched(&mut self, step: usize, StepOutcome { outcome, trace }: StepOutcome) {
        self.traces[step] = trace;
        self.finish(step, outcome);
    }

    /// Whether a write of this wave has an unknown outcome.
    fn has_unknown_outcome(&self, wave: &[usize]) -> bool {
        let is_unknown = |outcome: &Option<Outcome>| match outcome {
            Some(Err(error)) => error.phase() == Phase::MayBeApplied,
            _ => false,
        };
        wave.iter().any(|step| self.nodes[*step].writes() && is_unknown(&self.outcomes[*step]))
    }
}
