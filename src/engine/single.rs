//! A single step: every route of its card, with fallbacks.

use super::routes::Router;
use super::send::Sender;
use super::{Outcome, RouteTrace, StepNode, StepOutcome, kind_mismatch, never_run, run_waves};
use crate::client::route::RoutePolicy;
use crate::client::transport::BoxFuture;

/// Runs one step.
pub(super) async fn run(sender: &Sender<'_>, node: &StepNode, policy: RoutePolicy) -> StepOutcome {
    let bound = match node.bind(&|_| None) {
        Ok(bound) => bound,
        Err(error) => return StepOutcome { outcome: Err(error), trace: RouteTrace::default() },
    };
    let graphql = || -> BoxFuture<'_, Outcome> { Box::pin(over_graphql(sender, node, policy)) };
    let StepOutcome { outcome, trace } = Router::new(sender, bound.step(), policy, Some(&graphql)).run().await;
    let outcome = match outcome {
        Ok(output) => Ok(output),
        Err(error) => Err(kind_mismatch::explained(sender, bound.step(), trace.route, error).await),
    };
    StepOutcome { outcome: outcome.map_err(|error| error.for_capability(node.card.id)), trace }
}

async fn over_graphql(sender: &Sender<'_>, node: &StepNode, policy: RoutePolicy) -> Outcome {
    let mut steps = run_waves(sender, std::slice::from_ref(node), policy).await;
    steps.pop().map_or_else(|| Err(never_run()), |step| step.outcome)
}
