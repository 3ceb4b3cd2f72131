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
mod placeholder;
mod preview;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::client::MaxBatch;
use crate::run::Node;

/// What a chain will do. `Display` is the dry run for people, `Serialize` the same for tools.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Plan {
    http_calls: usize,
    waves: Vec<Wave>,
}

/// Steps that run together: their questions in one query, their writes in one mutation.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Wave {
    /// The steps, in chain order.
    pub steps: Vec<PlannedStep>,
    /// The lookups after merging: each distinct question once.
    pub lookups: Vec<PlannedLookup>,
    /// The queries: lookups and reads.
    pub queries: Vec<PlannedRequest>,
    /// The mutations.
    pub mutations: Vec<PlannedRequest>,
}

/// A step of a plan.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PlannedStep {
    /// Position of the step in its chain, from 0.
    pub index: usize,
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
    /// The operation that asks it.
    pub operation: &'static str,
    /// Its variables. What an earlier step will give is written as a reference: `{{0.id}}`.
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
    /// The variables that are known. Those of a mutation that come out of lookups are not.
    pub variables: Map<String, Value>,
    /// How many root fields it has.
    pub root_fields: usize,
}

impl Plan {
    pub(crate) fn new(nodes: &[Node], max_batch: MaxBatch) -> Self {
        let waves = preview::waves(nodes, max_batch.limit());
        let http_calls = waves.iter().map(|wave| wave.queries.len() + wave.mutations.len()).sum();
        Self { http_calls, waves }
    }

    /// How many HTTP requests the chain will take, if nothing has to be repeated.
    pub fn http_calls(&self) -> usize {
        self.http_calls
    }

    /// The waves, in order.
    pub fn waves(&self) -> &[Wave] {
        &self.waves
    }
}
