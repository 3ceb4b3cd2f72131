//! Runs one capability over the first of its routes that can be used and does not fail.

use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tracing::debug;

use super::fallback::may_fall_back;
use super::retry::after_call;
use super::suitability::{Unsuitable, suits};
use super::{RouteCall, run_route};
use crate::capability::ErasedStep;
use crate::card::{Card, Effect, RouteKind};
use crate::client::route::RoutePolicy;
use crate::client::route::availability;
use crate::client::route::{Attempt, AttemptCode, AttemptStatus, RouteReason};
use crate::client::transport::BoxFuture;
use crate::engine::send::Sender;
use crate::engine::{Outcome, RouteTrace, StepOutcome};
use crate::error::Phase;
use crate::{Error, ErrorCode};

/// Runs the capability over GraphQL.
pub(crate) type Graphql<'g> = &'g (dyn Fn() -> BoxFuture<'g, Outcome> + Sync);

/// The outcome of a step that used no route.
fn no_route_used(error: Error, reason: Option<RouteReason>) -> StepOutcome {
    StepOutcome { outcome: Err(error), trace: RouteTrace { reason, ..RouteTrace::default() } }
}

/// One capability with its input, and the routes it may use.
pub(crate) struct Router<'a> {
    sender: &'a Sender<'a>,
    card: &'static Card,
    step: &'a dyn ErasedStep,
    input: Map<String, Value>,
    policy: RoutePolicy,
    graphql: Option<Graphql<'a>>,
}

/// Why a route was not used.
struct SkippedRoute {
    status: AttemptStatus,
    reason: RouteReason,
    error: Error,
}

impl<'a> Router<'a> {
    pub(crate) fn new(
        sender: &'a Sender<'a>,
        step: &'a dyn ErasedStep,
        policy: RoutePolicy,
        graphql: Option<Graphql<'a>>,
    ) -> Self {
        Self { sender, card: step.card(), step, input: step.to_json(), policy, graphql }
    }

    /// Tries the routes of the card in its order.
    pub(crate) async fn run(self) -> StepOutcome {
        let mut attempts = Vec::new();
        let mut skipped = Vec::new();
        let mut failed: Option<StepOutcome> = None;
        for route in self.card.routes().filter(|route| self.policy.allows(*route)) {
            let started = Instant::now();
            let usable = match self.sender.unless_stopped(self.check(route)).await {
                Ok(usable) => usable,
                Err(stopped) => return traced(failed.unwrap_or_else(|| no_route_used(stopped, None)), attempts),
            };
            if let Err(why) = usable {
                debug!(%route, reason = ?why.reason, message = why.error.message(), "route skipped");
                attempts.push(why.attempt(route, started.elapsed()));
                skipped.push((route, why));
                continue;
            }
            let outcome = self.run_route(route).await.map_err(|error| self.unsent_if_stopped(error));
            let duration = started.elapsed();
            attempts.push(attempt(route, &outcome, duration));
            let tries_next = outcome.as_ref().err().is_some_and(|error| may_fall_back(self.card, error));
            let reason = Some(self.reason(route, failed.is_some(), &skipped));
            let trace = RouteTrace { route: Some(route), reason, attempts: Vec::new(), duration };
            let step = StepOutcome { outcome, trace };
            if !tries_next {
                return traced(step, attempts);
            }
            debug!(%route, "route failed, trying the next one");
            failed = Some(step);
        }
        let none_usable = || no_route_used(no_usable_route(self.card, skipped), Some(RouteReason::PreflightFailed));
        traced(failed.unwrap_or_else(none_usable), attempts)
    }

    /// Why this route is used, given the ones before it.
    fn reason(&self, route: RouteKind, has_failed: bool, skipped: &[(RouteKind, SkippedRoute)]) -> RouteReason {
        match skipped.first() {
            _ if route == self.card.preferred => RouteReason::CardPreferred,
            _ if has_failed => RouteReason::CardFallback,
            Some((_, why)) => why.reason,
            None => RouteReason::EnvConstraint,
        }
    }

    /// Whether the route suits the input and is available.
    async fn check(&self, route: RouteKind) -> Result<(), SkippedRoute> {
        suits(self.card, &self.input, route)?;
        Ok(availability::check(self.sender.client(), route).await?)
    }

    /// If the run was stopped while a write was still reading, the write was not sent.
    fn unsent_if_stopped(&self, error: Error) -> Error {
        let is_read = error.code() == ErrorCode::Network && error.phase().outcome().is_none();
        match self.sender.check_stop() {
            Err(stopped) if is_read && self.card.effect == Effect::Write => stopped,
            _ => error,
        }
    }

    async fn run_route(&self, route: RouteKind) -> Outcome {
        let call = RouteCall { client: self.sender.client(), card: self.card, input: &self.input, sender: self.sender };
        let output = match (route, self.graphql) {
            (RouteKind::Graphql, Some(graphql)) => return graphql().await,
            _ => run_route(&call, route).await?,
        };
        let wrote = self.card.effect == Effect::Write;
        self.step.accept(output).map_err(|error| after_call(error.in_phase(Phase::Refused), wrote))
    }
}

fn traced(mut step: StepOutcome, attempts: Vec<Attempt>) -> StepOutcome {
    step.trace.attempts = attempts;
    step
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

impl SkippedRoute {
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

impl From<Unsuitable> for SkippedRoute {
    fn from(why: Unsuitable) -> Self {
        let error = Error::adapter_unsupported(why.message).in_phase(Phase::NotSent);
        Self { status: AttemptStatus::Skipped, reason: why.reason, error }
    }
}

impl From<availability::Unavailable> for SkippedRoute {
    fn from(failure: availability::Unavailable) -> Self {
        let status = match failure.reason {
            RouteReason::EnvConstraint => AttemptStatus::Skipped,
            _ => AttemptStatus::Error,
        };
        Self { status, reason: failure.reason, error: failure.error }
    }
}

/// The error if no route can be used: that of the only route, or of all of them together.
fn no_usable_route(card: &Card, mut skipped: Vec<(RouteKind, SkippedRoute)>) -> Error {
    if skipped.len() == 1
        && let Some((_, only)) = skipped.pop()
    {
        return only.error;
    }
    let is_auth = skipped.iter().any(|(_, why)| why.error.code() == ErrorCode::Auth);
    let mut reasons: Vec<(String, &str)> = Vec::new();
    for (route, why) in &skipped {
        // Routes that lack the same thing say so once.
        match reasons.iter_mut().find(|(_, message)| *message == why.error.message()) {
            Some((routes, _)) => routes.extend([", ", route.as_str()]),
            None => reasons.push((route.to_string(), why.error.message())),
        }
    }
    let reasons: Vec<String> = reasons.iter().map(|(routes, message)| format!("{routes}: {message}")).collect();
    let message = format!("no route of `{}` can be used: {}", card.id, reasons.join("; "));
    let error = if is_auth { Error::auth(message) } else { Error::adapter_unsupported(message) };
    error.in_phase(Phase::NotSent)
}

pub(crate) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
