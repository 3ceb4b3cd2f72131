//! What a chain will do, shown before anything is sent.
//!
//! ```
//! use ghx::{Chain, Repo, issue};
//!
//! let repo: Repo = "acme/widgets".parse()?;
//! let plan = Chain::new()
//!     .step(issue::labels::add(repo.issue(42), ["bug"]))
//!     .step(issue::comments::create(repo.issue(42), "Triaged."))
//!     .plan()?;
//! assert_eq!(plan.http_calls(), 2);
//! println!("{plan}");     // for people; `{plan:#}` shows the documents as well
//! # Ok::<(), ghx::Error>(())
//! ```

mod display;
mod options;
mod placeholder;
mod preview;
mod unbatched;

use std::time::Duration;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::client::route::RoutePolicy;
use crate::client::{Pace, min_duration};
use crate::engine::StepNode;

pub use options::PlanOptions;

/// What a chain will do. `Display` is for people, `Serialize` for tools.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Plan {
    http_calls: usize,
    #[serde(rename = "min_seconds", serialize_with = "seconds", skip_serializing_if = "Duration::is_zero")]
    min_duration: Duration,
    waves: Vec<Wave>,
}

/// Steps that run together: their lookups and reads in one query, their writes in one mutation.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Wave {
    /// The steps, in chain order.
    pub steps: Vec<PlannedStep>,
    /// The lookups, each distinct one once.
    pub lookups: Vec<PlannedLookup>,
    /// The queries: lookups and reads.
    pub queries: Vec<PlannedRequest>,
    /// The mutations.
    pub mutations: Vec<PlannedRequest>,
    /// Steps that cannot use GraphQL and run outside the batch: reads along with the queries, writes after the mutations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unbatched: Vec<UnbatchedStep>,
}

/// A step that runs outside the batch.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct UnbatchedStep {
    /// Position of the step in its chain, from 0.
    pub step: usize,
    /// The routes, in the order in which they are tried.
    pub routes: Vec<&'static str>,
    /// What the first route does: `GET /repos/acme/widgets/actions/runs/7`, or `gh run view`.
    pub calls: Vec<String>,
}

/// A step of a plan.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PlannedStep {
    /// Position of the step in its chain, from 0.
    pub index: usize,
    /// The id that the step was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Id of its capability.
    pub capability: &'static str,
    /// Whether it changes anything.
    pub writes: bool,
    /// The step in one line.
    pub line: String,
    /// The steps that it waits for.
    pub after: Vec<usize>,
}

/// A lookup of a plan.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PlannedLookup {
    /// The operation that looks it up.
    pub operation: &'static str,
    /// Its variables. What an earlier step will give is written as a reference: `{{new.id}}`.
    pub variables: Map<String, Value>,
    /// The steps that need it.
    pub steps: Vec<usize>,
}

/// An HTTP request of a plan.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PlannedRequest {
    /// The document, as it will be sent.
    pub document: String,
    /// The variables that are known. Those that come from lookups are not.
    pub variables: Map<String, Value>,
    /// How many root fields it has.
    pub root_fields: usize,
    /// How many things it creates, which GitHub limits to 80 a minute.
    #[serde(skip)]
    creates: usize,
}

impl Plan {
    pub(crate) fn new(nodes: &[StepNode], options: PlanOptions, routes: RoutePolicy) -> Self {
        let waves = preview::waves(nodes, options.max_batch.limit(), routes);
        let http_calls = waves.iter().map(Wave::http_calls).sum();
        let min_duration = match options.pace {
            Pace::Off => Duration::ZERO,
            Pace::Auto | Pace::On => min_duration(waves.iter().flat_map(|wave| wave.creations(nodes))),
        };
        Self { http_calls, min_duration, waves }
    }

    /// How many HTTP requests the chain will send, if nothing has to be sent again and lists have one page. A start of
    /// the `gh` program counts as one.
    pub fn http_calls(&self) -> usize {
        self.http_calls
    }

    /// How long the chain takes at least, because its writes are spaced out as GitHub asks; zero where they are not, by the
    /// [`Pace`] of the [`PlanOptions`].
    pub fn min_duration(&self) -> Duration {
        self.min_duration
    }

    /// The waves, in order.
    pub fn waves(&self) -> &[Wave] {
        &self.waves
    }
}

impl Wave {
    /// How many things each request that writes creates.
    fn creations(&self, nodes: &[StepNode]) -> Vec<usize> {
        let unbatched = self.unbatched.iter().filter_map(|step| nodes.get(step.step)).filter(|node| node.writes());
        let unbatched = unbatched.map(|node| usize::from(node.card.creates));
        self.mutations.iter().map(|request| request.creates).chain(unbatched).collect()
    }

    fn http_calls(&self) -> usize {
        let unbatched: usize = self.unbatched.iter().map(|step| step.calls.len()).sum();
        self.queries.len() + self.mutations.len() + unbatched
    }
}

fn seconds<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(duration.as_secs())
}
