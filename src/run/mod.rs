//! Runs the steps of a chain: wave by wave, each with its questions first and its writes after.
//!
//! | file | |
//! |---|---|
//! | [`node`] | a step, and how the values of earlier ones get into it |
//! | [`waves`](mod@waves) | which steps run together |
//! | [`resolve`] | lookups and reads of a wave |
//! | [`execute`] | writes of a wave |
//! | [`ask`](mod@ask), [`write`](mod@write) | one kind of request each, with what may be done again and what must not |
//! | [`settle`] | what is known of a write, out of its root fields |
//! | [`courier`] | one request to GitHub and its answer back |

mod ask;
mod cancel;
mod courier;
mod execute;
mod node;
mod raw;
mod resolve;
mod settle;
mod waits;
mod wave;
mod waves;
mod write;

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tracing::{Instrument, debug_span};

use crate::Error;
use crate::capability::ErasedOutput;
use crate::client::Client;
use courier::Courier;

pub(crate) use cancel::Cancel;
pub(crate) use node::{Node, split};
pub(crate) use waves::{stuck, waves};

/// What became of a step.
pub(crate) type Outcome = Result<Box<dyn ErasedOutput>, Error>;

/// What became of a chain.
#[derive(Debug)]
pub(crate) struct Finished {
    /// One per step.
    pub(crate) outcomes: Vec<Outcome>,
    /// How many HTTP requests went out.
    pub(crate) http_calls: usize,
    /// Errors that GitHub reported and that cost no step its result.
    pub(crate) warnings: Vec<Error>,
    /// How long it took.
    pub(crate) duration: Duration,
}

/// Runs the steps, which must have been checked. Always returns an outcome for each.
pub(crate) async fn run(client: &Client, nodes: &[Node], cancel: Cancel) -> Finished {
    let started = Instant::now();
    let mut run = Run::new(client, nodes, cancel);
    let waves = waves(nodes);
    let chain = debug_span!("ghx.chain", steps = nodes.len(), waves = waves.len());
    for (number, wave) in waves.iter().enumerate() {
        let span = debug_span!(parent: &chain, "ghx.wave", wave = number, steps = wave.len());
        run.wave(wave).instrument(span).await;
    }
    let unrun = || Err(Error::unknown("the step was not run"));
    Finished {
        http_calls: run.courier.calls(),
        outcomes: run.outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(unrun)).collect(),
        warnings: run.warnings.into_inner().unwrap_or_else(PoisonError::into_inner),
        duration: started.elapsed(),
    }
}

/// A run under way.
struct Run<'c> {
    courier: Courier<'c>,
    nodes: &'c [Node],
    outcomes: Vec<Option<Outcome>>,
    /// The outputs that later steps use, as JSON.
    values: Vec<Option<Value>>,
    /// Whether later steps use its output.
    used: Vec<bool>,
    /// Whether a lookup of the wave under way did not find the node that it starts from.
    missing_root: bool,
    warnings: Mutex<Vec<Error>>,
}

impl<'c> Run<'c> {
    fn new(client: &'c Client, nodes: &'c [Node], cancel: Cancel) -> Self {
        let mut used = vec![false; nodes.len()];
        for step in nodes.iter().flat_map(|node| &node.uses) {
            if let Some(used) = used.get_mut(*step) {
                *used = true;
            }
        }
        Self {
            courier: Courier::new(client, cancel),
            nodes,
            outcomes: nodes.iter().map(|_| None).collect(),
            values: vec![None; nodes.len()],
            used,
            missing_root: false,
            warnings: Mutex::default(),
        }
    }

    /// Notes what became of a step, and keeps its output for those that use it.
    fn finish(&mut self, step: usize, outcome: Outcome) {
        if let (Ok(output), true) = (&outcome, self.used[step]) {
            self.values[step] = output.to_json().ok();
        }
        self.outcomes[step] = Some(outcome.map_err(|error| error.for_capability(self.nodes[step].card.id)));
    }

    fn failed(&self, step: usize) -> bool {
        !matches!(self.outcomes.get(step), Some(Some(Ok(_))))
    }
}
