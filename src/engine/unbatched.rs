//! Steps of a wave that cannot go over GraphQL, by their card or by their input: each is a call of its own beside the batch, over the routes of its card.
//!
//! Reads run while the wave's questions are asked, so they see the state before its writes; writes run after the wave's
//! mutation, in chain order.

use futures_util::stream::{StreamExt, iter};

use super::execute::mutation::after_unknown;
use super::send::Courier;
use super::wave::Open;
use super::{Outcome, Run, Way};
use crate::capability::ErasedStep;
use crate::card::RouteKind;
use crate::client::route::RoutePolicy;
use crate::engine::routes::{Routed, Router, depends_on_input, suits};
use crate::error::Phase;

/// How many reads go out at the same time, beside what the batch asks.
const SIDE_BY_SIDE: usize = 4;

/// Whether a step of a chain runs beside the batch.
pub(crate) fn is_beside(step: &dyn ErasedStep, policy: RoutePolicy) -> bool {
    let card = step.card();
    let is_unsuited = || depends_on_input(card) && suits(card, &step.to_json(), RouteKind::Graphql).is_err();
    card.operations.is_empty() || !policy.allows(RouteKind::Graphql) || is_unsuited()
}

/// Runs the reads beside the batch. It looks at the steps only, so that the batch can go on at the same time.
pub(super) async fn read(courier: &Courier<'_>, policy: RoutePolicy, steps: &[Open<'_>]) -> Vec<(usize, Routed)> {
    let runs = steps
        .iter()
        .filter(|step| !step.writes)
        .map(|step| async move { (step.index, Router::new(courier, step.bound.step(), policy, None).run().await) });
    let runs: Vec<_> = runs.collect();
    iter(runs).buffered(SIDE_BY_SIDE).collect().await
}

impl Run<'_> {
    /// Runs the writes beside the batch, one after the other. After one of unknown outcome nothing more is sent.
    pub(super) async fn write_beside(&mut self, wave: &[usize], steps: &[Open<'_>], held: &[usize]) {
        for step in steps.iter().filter(|step| step.writes && !held.contains(&step.index)) {
            if self.is_uncertain(wave) {
                self.finish(step.index, Err(after_unknown(self.courier)));
                continue;
            }
            let routed = Router::new(self.courier, step.bound.step(), self.policy, None).run().await;
            self.arrive(step.index, routed);
        }
    }

    /// Notes what became of a step beside the batch.
    pub(super) fn arrive(&mut self, step: usize, routed: Routed) {
        let Routed { outcome, route, reason, attempts, duration } = routed;
        self.ways[step] = Way { route, reason, attempts, duration };
        self.finish(step, outcome);
    }

    /// Whether nobody knows what became of a write of this wave.
    fn is_uncertain(&self, wave: &[usize]) -> bool {
        let unknown = |outcome: &Option<Outcome>| match outcome {
            Some(Err(error)) => error.phase() == Phase::MayBeApplied,
            _ => false,
        };
        wave.iter().any(|step| self.nodes[*step].writes() && unknown(&self.outcomes[*step]))
    }
}
