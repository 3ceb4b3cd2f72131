//! One capability, over the first of its routes that can be taken and does not fail.

use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tracing::debug;

use super::fallback::may_fall_back;
use super::retry::after;
use super::suitability::{Unsuited, suits};
use super::{Work, run_route};
use crate::capability::ErasedStep;
use crate::card::{Card, RouteKind};
use crate::client::route::RoutePolicy;
use crate::client::route::availability;
use crate::client::route::{Attempt, AttemptCode, AttemptStatus, RouteReason};
use crate::client::transport::BoxFuture;
use crate::engine::Outcome;
use crate::engine::send::Courier;
use crate::error::Phase;
use crate::{Error, ErrorCode};

/// Runs the capability over GraphQL.
pub(crate) type Graphql<'g> = &'g (dyn Fn() -> BoxFuture<'g, Outcome> + Sync);

/// What became of a capability, and how it got there.
#[derive(Debug)]
pub(crate) struct Routed {
    pub(crate) outcome: Outcome,
    /// The route that gave the outcome; nothing if none could be taken.
    pub(crate) route: Option<RouteKind>,
    pub(crate) reason: Option<RouteReason>,
    pub(crate) attempts: Vec<Attempt>,
    /// How long that route took.
    pub(crate) duration: Duration,
}

impl Routed {
    /// The outcome of a capability that took no route.
    fn nowhere(error: Error) -> Self {
        Self { outcome: Err(error), route: None, reason: None, attempts: Vec::new(), duration: Duration::ZERO }
    }
}

/// One capability with its input, on its way.
pub(crate) struct Router<'a> {
    courier: &'a Courier<'a>,
    card: &'static Card,
    step: &'a dyn ErasedStep,
    input: Map<String, Value>,
    policy: RoutePolicy,
    graphql: Option<Graphql<'a>>,
}

/// Why a route was not taken.
struct NotTaken {
    status: AttemptStatus,
    reason: RouteReason,
    error: Error,
}

impl<'a> Router<'a> {
    pub(crate) fn new(
        courier: &'a Courier<'a>,
        step: &'a dyn ErasedStep,
        policy: RoutePolicy,
        graphql: Option<Graphql<'a>>,
    ) -> Self {
        Self { courier, card: step.card(), step, input: step.to_json(), policy, graphql }
    }

    /// Tries the routes of the card in its order.
    pub(crate) async fn run(self) -> Routed {
        let mut attempts = Vec::new();
        let mut passed = Vec::new();
        let mut failed: Option<Routed> = None;
        for route in self.card.routes().filter(|route| self.policy.allows(*route)) {
            let started = Instant::now();
            let can_take = match self.courier.unless_stopped(self.can_take(route)).await {
                Ok(can_take) => can_take,
                Err(stopped) => return Routed { attempts, ..failed.unwrap_or_else(|| Routed::nowhere(stopped)) },
            };
            if let Err(why) = can_take {
                debug!(%route, reason = ?why.reason, message = why.error.message(), "route not taken");
                attempts.push(why.attempt(route, started.elapsed()));
                passed.push((route, why));
                continue;
            }
            let outcome = self.take(route).await.map_err(|error| self.unsent(error));
            let duration = started.elapsed();
            attempts.push(attempt(route, &outcome, duration));
            let goes_on = outcome.as_ref().err().is_some_and(|error| may_fall_back(self.card, error));
            let reason = Some(self.reason(route, failed.is_some(), &passed));
            let routed = Routed { outcome, route: Some(route), reason, attempts: Vec::new(), duration };
            if !goes_on {
                return Routed { attempts, ..routed };
            }
            debug!(%route, "route failed, looking for another");
            failed = Some(routed);
        }
        let routed = failed.unwrap_or_else(|| {
            let reason = Some(RouteReason::PreflightFailed);
            Routed { reason, ..Routed::nowhere(no_route(self.card, passed)) }
        });
        Routed { attempts, ..routed }
    }

    /// Why this route, after what became of those before it.
    fn reason(&self, route: RouteKind, has_failed: bool, passed: &[(RouteKind, NotTaken)]) -> RouteReason {
        match passed.first() {
            _ if route == self.card.preferred => RouteReason::CardPreferred,
            _ if has_failed => RouteReason::CardFallback,
            Some((_, why)) => why.reason,
            None => RouteReason::EnvConstraint,
        }
    }

    async fn can_take(&self, route: RouteKind) -> Result<(), NotTaken> {
        suits(self.card, &self.input, route)?;
        Ok(availability::check(self.courier.client(), route).await?)
    }

    /// A write that was stopped while something was read for it was not sent.
    fn unsent(&self, error: Error) -> Error {
        let is_read = error.code() == ErrorCode::Network && error.phase().outcome().is_none();
        match self.courier.check_stop() {
            Err(stopped) if is_read && self.card.effect == crate::card::Effect::Write => stopped,
            _ => error,
        }
    }

    async fn take(&self, route: RouteKind) -> Outcome {
        let work = Work { client: self.courier.client(), card: self.card, input: &self.input, courier: self.courier };
        let output = match (route, self.graphql) {
            (RouteKind::Graphql, Some(graphql)) => return graphql().await,
            _ => run_route(&work, route).await?,
        };
        let wrote = self.card.effect == crate::card::Effect::Write;
        self.step.accept(output).map_err(|error| after(error.in_phase(Phase::Refused), wrote))
    }
}

fn attempt(route: RouteKind, outcome: &Outcome, duration: Duration) -> Attempt {
    let error = outcome.as_ref().err();
    Attempt {
        route,
        status: if error.is_none() { AttemptStatus::Success } else { AttemptStatus::Error },
        error_code: error.map(|error| AttemptCode::Failed(error.code())),
        message: error.map(|error| error.message().to_owned()),
        duration_ms: milliseconds(duration),
    }
}

impl NotTaken {
    fn attempt(&self, route: RouteKind, duration: Duration) -> Attempt {
        Attempt {
            route,
            status: self.status,
            error_code: Some(AttemptCode::NotTaken(self.reason)),
            message: Some(self.error.message().to_owned()),
            duration_ms: milliseconds(duration),
        }
    }
}

impl From<Unsuited> for NotTaken {
    fn from(why: Unsuited) -> Self {
        let error = Error::adapter_unsupported(why.message).in_phase(Phase::NotSent);
        Self { status: AttemptStatus::Skipped, reason: why.reason, error }
    }
}

impl From<availability::Unavailable> for NotTaken {
    fn from(failure: availability::Unavailable) -> Self {
        let status = match failure.reason {
            RouteReason::EnvConstraint => AttemptStatus::Skipped,
            _ => AttemptStatus::Error,
        };
        Self { status, reason: failure.reason, error: failure.error }
    }
}

/// The error of a capability that no route can run: that of its only route, or of all of them together.
fn no_route(card: &Card, mut passed: Vec<(RouteKind, NotTaken)>) -> Error {
    if passed.len() == 1
        && let Some((_, only)) = passed.pop()
    {
        return only.error;
    }
    let is_auth = passed.iter().any(|(_, why)| why.error.code() == ErrorCode::Auth);
    let reasons: Vec<String> = passed.iter().map(|(route, why)| format!("{route}: {}", why.error.message())).collect();
    let message = format!("no route of '{}' can be taken: {}", card.id, reasons.join("; "));
    let error = if is_auth { Error::auth(message) } else { Error::adapter_unsupported(message) };
    error.in_phase(Phase::NotSent)
}

pub(crate) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
