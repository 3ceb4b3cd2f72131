//! One step alone: the whole routing engine, with fallbacks.

use super::send::Courier;
use super::{Ended, Node, Outcome, Way, kind_mismatch, together};
use crate::Error;
use crate::client::route::RoutePolicy;
use crate::client::transport::BoxFuture;
use crate::engine::routes::Router;

/// Runs the only step of `nodes`.
pub(super) async fn run(courier: &Courier<'_>, nodes: &[Node], policy: RoutePolicy) -> Ended {
    let bound = match nodes[0].bind(&|_| None) {
        Ok(bound) => bound,
        Err(error) => return Ended { outcomes: vec![Err(error)], ways: vec![Way::default()] },
    };
    let graphql = || -> BoxFuture<'_, Outcome> { Box::pin(over_graphql(courier, nodes, policy)) };
    let routed = Router::new(courier, bound.step(), policy, Some(&graphql)).run().await;
    let outcome = match routed.outcome {
        Ok(output) => Ok(output),
        Err(error) => Err(kind_mismatch::explained(courier, bound.step(), routed.route, error).await),
    };
    let outcome = outcome.map_err(|error| error.for_capability(nodes[0].card.id));
    Ended {
        outcomes: vec![outcome],
        ways: vec![Way {
            route: routed.route,
            reason: routed.reason,
            attempts: routed.attempts,
            duration: routed.duration,
        }],
    }
}

async fn over_graphql(courier: &Courier<'_>, nodes: &[Node], policy: RoutePolicy) -> Outcome {
    let mut ended = together(courier, nodes, policy).await;
    ended.outcomes.pop().unwrap_or_else(|| Err(Error::unknown("the step was not run")))
}
