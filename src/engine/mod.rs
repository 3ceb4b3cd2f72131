//! Runs steps. A single step may use every route of its card. Several steps run together over GraphQL, wave by wave:
//! first the lookups and reads of a wave, then its writes.
//!
//! | module | |
//! |---|---|
//! | [`node`] | a step, and how the outputs of earlier steps get into it |
//! | [`schedule`], `deadlock` | which steps run together, and which never can |
//! | [`wave`] | one wave: bind, resolve, execute, retry what was just created |
//! | [`resolve`] | lookups and reads, and when they are sent again |
//! | [`execute`] | writes, and when they may be sent again |
//! | [`unbatched`] | steps of a wave that cannot use GraphQL |
//! | [`single`] | a single step: every route, with fallbacks |
//! | [`routes`] | the choice of a route, and the REST and `gh` routes |
//! | [`graphql`] | many operations as one document, and the response split up again |
//! | [`send`] | one request and its response: waiting, pacing, cancelling |
//! | [`kind_mismatch`] | "not found", because the subject is of another kind |
//! | [`raw`] | requests without a card |

#[cfg(feature = "json")]
mod deadlock;
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

use self::send::{Cancel, Sender};
use crate::Error;
use crate::capability::ErasedOutput;
use crate::capability::data::ResponseData;
use crate::capability::lookup::Lookups;
use crate::card::RouteKind;
use crate::client::Client;
use crate::client::route::{Attempt, RoutePolicy, RouteReason};

#[cfg(feature = "json")]
pub(crate) use deadlock::{Deadlock, deadlock};
pub(crate) use node::{BoundStep, StepNode};
pub(crate) use schedule::waves;
pub(crate) use unbatched::is_unbatched;

/// The output of a step, or its error.
pub(crate) type Outcome = Result<Box<dyn ErasedOutput>, Error>;

/// Decodes the response to one of several operations, given by its position.
type Decode<'d, T> = &'d (dyn Fn(usize, &ResponseData<'_>) -> Result<T, Error> + Sync);

/// The result of a run.
#[derive(Debug)]
pub(crate) struct RunResult {
    /// One per step.
    pub(crate) steps: Vec<StepOutcome>,
    /// How many HTTP requests were sent.
    pub(crate) http_calls: usize,
    /// Errors that GitHub reported and that failed no step.
    pub(crate) warnings: Vec<Error>,
    /// How long the run took.
    pub(crate) duration: Duration,
}

/// What happened to one step.
#[derive(Debug)]
pub(crate) struct StepOutcome {
    pub(crate) outcome: Outcome,
    pub(crate) trace: RouteTrace,
}

/// Which route a step used, and why.
#[derive(Clone, Debug, Default)]
pub(crate) struct RouteTrace {
    /// The route that gave the outcome; `None` if no route was used.
    pub(crate) route: Option<RouteKind>,
    #[cfg_attr(not(feature = "json"), allow(dead_code, reason = "only envelopes show it"))]
    pub(crate) reason: Option<RouteReason>,
    /// The routes that were tried; empty for steps that ran together.
    pub(crate) attempts: Vec<Attempt>,
    /// How long the route took.
    #[cfg_attr(not(feature = "json"), allow(dead_code, reason = "only envelopes show it"))]
    pub(crate) duration: Duration,
}

/// How to run.
#[derive(Clone, Debug)]
pub(crate) struct RunOptions {
    pub(crate) cancel: Cancel,
    pub(crate) policy: RoutePolicy,
}

/// Runs steps that have been validated. Always returns an outcome for each.
pub(crate) async fn run(client: &Client, nodes: &[StepNode], options: RunOptions) -> RunResult {
    let started = Instant::now();
    let sender = Sender::new(client, options.cancel);
    let mut steps = match nodes {
        [node] => vec![single::run(&sender, node, options.policy).await],
        _ => run_waves(&sender, nodes, options.policy).await,
    };
    let redact = |text: &str| client.redact(text);
    let redacted = |error: Error| error.map_texts(&redact);
    for step in &mut steps {
        if let Err(error) = &mut step.outcome {
            *error = redacted(error.clone());
        }
        for message in step.trace.attempts.iter_mut().filter_map(|attempt| attempt.message.as_mut()) {
            *message = redact(message);
        }
    }
    RunResult {
        steps,
        http_calls: sender.calls(),
        warnings: sender.take_warnings().into_iter().map(redacted).collect(),
        duration: started.elapsed(),
    }
}

/// Runs steps wave by wave, over GraphQL in as few requests as possible.
async fn run_waves(sender: &Sender<'_>, nodes: &[StepNode], policy: RoutePolicy) -> Vec<StepOutcome> {
    let mut run = Run::new(sender, nodes, policy);
    let waves = waves(nodes);
    let chain = debug_span!("ghx.chain", steps = nodes.len(), waves = waves.len());
    for (number, wave) in waves.iter().enumerate() {
        let span = debug_span!(parent: &chain, "ghx.wave", wave = number, steps = wave.len());
        run.wave(wave).instrument(span).await;
    }
    run.explain_kind_mismatches().instrument(chain).await;
    let outcomes = run.outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(|| Err(never_run())));
    outcomes.zip(run.traces).map(|(outcome, trace)| StepOutcome { outcome, trace }).collect()
}

fn never_run() -> Error {
    Error::unknown("the step was never run")
}

/// A run in progress.
struct Run<'c> {
    sender: &'c Sender<'c>,
    nodes: &'c [StepNode],
    policy: RoutePolicy,
    outcomes: Vec<Option<Outcome>>,
    traces: Vec<RouteTrace>,
    /// The outputs that later steps use, as JSON.
    values: Vec<Option<Value>>,
    /// Whether later steps use the output of a step.
    used: Vec<bool>,
    /// The lookups so far. The next wave keeps the ids that were found.
    lookups: Lookups,
    /// Whether a lookup of the current wave did not find the node that it starts from.
    missing_root: bool,
}

impl<'c> Run<'c> {
    fn new(sender: &'c Sender<'c>, nodes: &'c [StepNode], policy: RoutePolicy) -> Self {
        let mut used = vec![false; nodes.len()];
        for step in nodes.iter().flat_map(|node| &node.uses) {
            if let Some(used) = used.get_mut(*step) {
                *used = true;
            }
        }
        let (route, reason) = (Some(RouteKind::Graphql), Some(RouteReason::DefaultPolicy));
        Self {
            sender,
            nodes,
            policy,
            outcomes: nodes.iter().map(|_| None).collect(),
            traces: vec![RouteTrace { route, reason, ..RouteTrace::default() }; nodes.len()],
            values: vec![None; nodes.len()],
            used,
            lookups: Lookups::new(),
            missing_root: false,
        }
    }

    /// Records the outcome of a step, and keeps its output for the steps that use it.
    fn finish(&mut self, step: usize, outcome: Outcome) {
        if let (Ok(output), true) = (&outcome, self.used[step]) {
            self.values[step] = output.to_json().ok();
        }
        let card = self.nodes[step].card;
        self.outcomes[step] =
            Some(outcome.map_err(|error| kind_mismatch::with_advice(error, card).for_capability(card.id)));
    }

    fn failed(&self, step: usize) -> bool {
        !matches!(self.outcomes.get(step), Some(Some(Ok(_))))
    }
}
