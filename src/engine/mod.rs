//! Runs steps: one alone over the routes of its card, several together over GraphQL, wave by wave, each with its
//! questions first and its writes after.
//!
//! | file | |
//! |---|---|
//! | [`node`] | a step, and how the values of earlier ones get into it |
//! | [`alone`](mod@alone) | a single step: every route, with fallbacks |
//! | [`waves`](mod@waves) | which steps run together |
//! | [`resolve`] | lookups and reads of a wave |
//! | [`execute`] | writes of a wave |
//! | [`beside`] | steps of a wave that have no GraphQL route |
//! | [`ask`](mod@ask), [`write`](mod@write) | one kind of request each, with what may be done again and what must not |
//! | [`order`] | writes on one node keep their order when some are repeated |
//! | [`already`](mod@already) | writes that GitHub refuses because there is nothing to do |
//! | [`kinds`] | what is not found, but is there as another kind |
//! | [`settle`] | what is known of a write, out of its root fields |
//! | [`courier`] | one request to GitHub and its answer back |
//! | [`renames`](mod@renames) | repositories that have another name now |

mod execute;
pub(crate) mod graphql;
mod kind_mismatch;
mod node;
mod raw;
mod resolve;
pub(crate) mod routes;
mod schedule;
pub(crate) mod send;
mod single;
mod unbatched;
mod wave;

use std::time::{Duration, Instant};

use serde_json::Value;
use tracing::{Instrument, debug_span};

use crate::Error;
use crate::capability::ErasedOutput;
use crate::capability::lookup::Lookups;
use crate::card::RouteKind;
use crate::client::Client;
use crate::client::route::{Attempt, RoutePolicy, RouteReason};

pub(crate) use node::{Bound, Node};
pub(crate) use schedule::{Deadlock, deadlock, waves};
use send::{Cancel, Courier};
pub(crate) use unbatched::is_beside;

/// What became of a step.
pub(crate) type Outcome = Result<Box<dyn ErasedOutput>, Error>;

/// What became of a chain.
#[derive(Debug)]
pub(crate) struct Finished {
    /// One per step.
    pub(crate) outcomes: Vec<Outcome>,
    /// How each step got there.
    pub(crate) ways: Vec<Way>,
    /// How many HTTP requests went out.
    pub(crate) http_calls: usize,
    /// Errors that GitHub reported and that cost no step its result.
    pub(crate) warnings: Vec<Error>,
    /// How long it took.
    pub(crate) duration: Duration,
}

/// How a step got its outcome.
#[derive(Clone, Debug, Default)]
pub(crate) struct Way {
    /// The route that gave it; nothing if none was taken.
    pub(crate) route: Option<RouteKind>,
    pub(crate) reason: Option<RouteReason>,
    /// The routes that were tried; none where steps went together.
    pub(crate) attempts: Vec<Attempt>,
    /// How long the route took.
    pub(crate) duration: Duration,
}

/// How a run may go.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) cancel: Cancel,
    pub(crate) policy: RoutePolicy,
}

/// Runs the steps, which must have been checked. Always returns an outcome for each.
pub(crate) async fn run(client: &Client, nodes: &[Node], terms: Terms) -> Finished {
    let started = Instant::now();
    let courier = Courier::new(client, terms.cancel);
    let ended = match nodes {
        [_] => single::run(&courier, nodes, terms.policy).await,
        _ => together(&courier, nodes, terms.policy).await,
    };
    let redact = |text: &str| client.redact(text);
    let redacted = |error: Error| error.map_texts(&redact);
    let mut ways = ended.ways;
    for message in ways.iter_mut().flat_map(|way| &mut way.attempts).filter_map(|attempt| attempt.message.as_mut()) {
        *message = redact(message);
    }
    Finished {
        outcomes: ended.outcomes.into_iter().map(|outcome| outcome.map_err(redacted)).collect(),
        ways,
        http_calls: courier.calls(),
        warnings: courier.take_warnings().into_iter().map(redacted).collect(),
        duration: started.elapsed(),
    }
}

/// What became of the steps, before anybody counted.
#[derive(Debug)]
struct Ended {
    outcomes: Vec<Outcome>,
    ways: Vec<Way>,
}

/// Runs steps wave by wave: over GraphQL in as few requests as possible, and what has no GraphQL route beside them.
async fn together(courier: &Courier<'_>, nodes: &[Node], policy: RoutePolicy) -> Ended {
    let mut run = Run::new(courier, nodes, policy);
    let waves = waves(nodes);
    let chain = debug_span!("ghx.chain", steps = nodes.len(), waves = waves.len());
    for (number, wave) in waves.iter().enumerate() {
        let span = debug_span!(parent: &chain, "ghx.wave", wave = number, steps = wave.len());
        run.wave(wave).instrument(span).await;
    }
    run.name_other_kinds().instrument(chain).await;
    let unrun = || Err(Error::unknown("the step was not run"));
    Ended { outcomes: run.outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(unrun)).collect(), ways: run.ways }
}

/// A run under way.
struct Run<'c> {
    courier: &'c Courier<'c>,
    nodes: &'c [Node],
    policy: RoutePolicy,
    outcomes: Vec<Option<Outcome>>,
    ways: Vec<Way>,
    /// The outputs that later steps use, as JSON.
    values: Vec<Option<Value>>,
    /// Whether later steps use its output.
    used: Vec<bool>,
    /// What was looked up so far. The next wave keeps the ids that were found.
    lookups: Lookups,
    /// Whether a lookup of the wave under way did not find the node that it starts from.
    missing_root: bool,
}

impl<'c> Run<'c> {
    fn new(courier: &'c Courier<'c>, nodes: &'c [Node], policy: RoutePolicy) -> Self {
        let mut used = vec![false; nodes.len()];
        for step in nodes.iter().flat_map(|node| &node.uses) {
            if let Some(used) = used.get_mut(*step) {
                *used = true;
            }
        }
        let (route, reason) = (Some(RouteKind::Graphql), Some(RouteReason::DefaultPolicy));
        Self {
            courier,
            nodes,
            policy,
            outcomes: nodes.iter().map(|_| None).collect(),
            ways: vec![Way { route, reason, ..Way::default() }; nodes.len()],
            values: vec![None; nodes.len()],
            used,
            lookups: Lookups::new(),
            missing_root: false,
        }
    }

    /// Notes what became of a step, and keeps its output for those that use it.
    fn finish(&mut self, step: usize, outcome: Outcome) {
        if let (Ok(output), true) = (&outcome, self.used[step]) {
            self.values[step] = output.to_json().ok();
        }
        let card = self.nodes[step].card;
        self.outcomes[step] =
            Some(outcome.map_err(|error| kind_mismatch::advised(error, card).for_capability(card.id)));
    }

    fn failed(&self, step: usize) -> bool {
        !matches!(self.outcomes.get(step), Some(Some(Ok(_))))
    }
}
