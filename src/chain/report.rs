//! The result of a chain.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use serde::Serialize;

use super::Step;
use super::list::{StepList, mistyped};
use crate::Error;
use crate::capability::{Capability, ErasedOutput};
use crate::card::{Card, Effect};
use crate::engine::{Outcome, RunResult, StepNode};
use crate::error::StepError;

/// The result of a chain, step by step.
///
/// ```no_run
/// # async fn bot(gh: ghx::Client, repo: ghx::Repo) -> Result<(), ghx::Error> {
/// use ghx::{Chain, issue};
///
/// let report = Chain::new()
///     .step(issue::labels::add(repo.issue(42), ["bug"]))
///     .step(issue::comments::create(repo.issue(42), "Triaged."))
///     .run(&gh)
///     .await?;
/// println!("{} in {} calls", report.status(), report.http_calls());
/// let (labels, comment) = report.all()?;
/// println!("{:?}, {}", labels.labels, comment.url);
/// # Ok(())
/// # }
/// ```
#[must_use = "a report says which steps failed"]
pub struct Report<S> {
    chain: u64,
    steps: Vec<(&'static Card, Outcome)>,
    http_calls: usize,
    warnings: Vec<Error>,
    duration: Duration,
    shape: PhantomData<fn() -> S>,
}

/// The shape of a chain that grew in a loop: see [`Chain::dynamic`](super::Chain::dynamic).
#[derive(Debug)]
pub enum Dynamic {}

/// Whether the steps of a chain succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Status {
    /// Every step succeeded.
    Success,
    /// Some steps succeeded.
    Partial,
    /// No step succeeded.
    Failed,
}

impl Status {
    /// The status of a chain of which this many steps succeeded.
    pub(crate) fn of(succeeded: usize, total: usize) -> Self {
        match succeeded {
            all if all == total => Self::Success,
            0 => Self::Failed,
            _ => Self::Partial,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Success => "success",
            Self::Partial => "partial",
            Self::Failed => "failed",
        })
    }
}

/// The result of one step.
#[derive(Debug)]
#[non_exhaustive]
pub struct StepReport<'r> {
    /// Position of the step in its chain, from 0.
    pub index: usize,
    /// Id of the step's capability.
    pub capability: &'static str,
    /// Its output or its error.
    pub result: Result<&'r dyn ErasedOutput, &'r Error>,
}

impl<S> Report<S> {
    pub(super) fn new(chain: u64, nodes: &[StepNode], run: RunResult) -> Self {
        let cards = nodes.iter().map(|node| node.card);
        Self {
            chain,
            steps: cards.zip(run.steps.into_iter().map(|step| step.outcome)).collect(),
            http_calls: run.http_calls,
            warnings: run.warnings,
            duration: run.duration,
            shape: PhantomData,
        }
    }

    /// Whether all, some or none of the steps succeeded.
    pub fn status(&self) -> Status {
        let succeeded = self.steps.iter().filter(|(_, outcome)| outcome.is_ok()).count();
        Status::of(succeeded, self.steps.len())
    }

    /// How many HTTP requests were sent; a start of `gh` counts as one, whatever it sends.
    pub fn http_calls(&self) -> usize {
        self.http_calls
    }

    /// How long it took.
    pub fn duration(&self) -> Duration {
        self.duration
    }

    /// Errors that GitHub reported and that failed no step.
    pub fn warnings(&self) -> &[Error] {
        &self.warnings
    }

    /// The result of each step, in order.
    pub fn steps(&self) -> impl ExactSizeIterator<Item = StepReport<'_>> {
        self.steps.iter().enumerate().map(|(index, (card, outcome))| StepReport {
            index,
            capability: card.id,
            result: outcome.as_deref(),
        })
    }

    /// The output of a step, by its handle.
    pub fn get<C: Capability>(&self, step: Step<C>) -> Result<&C::Output, Error> {
        let id = Step::id(step);
        let outcome = self.steps.get(id.index()).filter(|_| id.chain == self.chain);
        let Some((_, outcome)) = outcome else {
            let message = format!("step {} belongs to another chain", id.index());
            return Err(Error::validation(message).for_capability(C::CARD.id));
        };
        let output = outcome.as_ref().map_err(Clone::clone)?;
        output.as_any().downcast_ref().ok_or_else(mistyped::<C>)
    }

    /// An error if a step failed. [`Error::steps`] has the error of each one; the phase is that of the whole chain, so an
    /// error of a chain that has written something is not retryable.
    pub fn check(&self) -> Result<(), Error> {
        let failed = self.steps.iter().enumerate().filter_map(|(index, (card, outcome))| {
            let error = outcome.as_ref().err()?;
            Some(StepError::new(index, card.id, error.clone()))
        });
        let failed: Vec<StepError> = failed.collect();
        let has_written = self.steps.iter().any(|(card, outcome)| card.effect == Effect::Write && outcome.is_ok());
        if failed.is_empty() { Ok(()) } else { Err(Error::failed_steps(failed, has_written)) }
    }
}

impl<S: StepList> Report<S> {
    /// The result of each step, as a tuple.
    pub fn results(self) -> S::Results {
        let mut outcomes: Vec<_> = self.steps.into_iter().map(|(_, outcome)| Some(outcome)).collect();
        let never_run = || Err(Error::unknown("the step was never run"));
        S::results(&mut |index| outcomes.get_mut(index).and_then(Option::take).unwrap_or_else(never_run))
    }

    /// The output of each step, as a tuple; or an error with the error of each step that failed.
    pub fn all(self) -> Result<S::Outputs, Error> {
        self.check()?;
        S::outputs(self.results())
    }
}

impl<S> fmt::Debug for Report<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report")
            .field("status", &self.status())
            .field("steps", &self.steps.iter().map(|(card, outcome)| (card.id, outcome)).collect::<Vec<_>>())
            .field("http_calls", &self.http_calls)
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}
