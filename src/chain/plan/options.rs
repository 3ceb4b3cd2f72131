//! The settings of a plan.

use crate::client::{Client, MaxBatch, Pace};

/// The settings of a plan: how much a request may hold, and whether writes are spaced out.
///
/// A number, a [`MaxBatch`] or a [`Client`] can be given in its place. A client brings its own limits:
///
/// ```
/// use ghx::client::Pace;
/// use ghx::plan::PlanOptions;
/// use ghx::{Chain, Client, Repo, issue};
///
/// let repo: Repo = "acme/widgets".parse()?;
/// let chain = Chain::new()
///     .step(issue::close(repo.issue(1)))
///     .step(issue::close(repo.issue(2)));
/// let gh = Client::builder().token("ghp_1").max_batch(1).pace(Pace::Off).build()?;
/// assert_eq!(chain.plan_with(&gh)?.http_calls(), 4);
/// assert!(chain.plan_with(&gh)?.min_duration().is_zero());
/// assert_eq!(chain.plan_with(PlanOptions::new().max_batch(1))?.min_duration().as_secs(), 1);
/// # Ok::<(), ghx::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PlanOptions {
    pub(super) max_batch: MaxBatch,
    pub(super) pace: Pace,
}

impl PlanOptions {
    /// The defaults of a client for github.com.
    pub fn new() -> Self {
        Self::default()
    }

    /// With at most this many steps in one request.
    #[must_use]
    pub fn max_batch(mut self, limit: impl Into<MaxBatch>) -> Self {
        self.max_batch = limit.into();
        self
    }

    /// With or without a pause between writes. In a plan, [`Pace::Auto`] means on, as for github.com.
    #[must_use]
    pub fn pace(mut self, pace: Pace) -> Self {
        self.pace = pace;
        self
    }
}

impl From<MaxBatch> for PlanOptions {
    fn from(limit: MaxBatch) -> Self {
        Self::new().max_batch(limit)
    }
}

impl From<usize> for PlanOptions {
    fn from(limit: usize) -> Self {
        Self::new().max_batch(limit)
    }
}

impl From<&Client> for PlanOptions {
    fn from(client: &Client) -> Self {
        let pace = if client.pacer().is_active() { Pace::On } else { Pace::Off };
        Self { max_batch: client.settings().max_batch, pace }
    }
}
