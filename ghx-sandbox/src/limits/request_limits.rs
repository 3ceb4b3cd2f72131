//! Limits on the size and the time of one request, and on the pace of writes.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// GitHub's limits besides points: nodes and seconds of one request, and the pace of writes.
///
/// The default is what GitHub enforces for each request. [`RequestLimits::github`] also enforces the pace of writes,
/// which most tests do not want to wait for.
///
/// ```
/// use ghx_sandbox::{RequestLimits, Sandbox};
///
/// # async fn test() -> Result<(), Box<dyn std::error::Error>> {
/// let slow_day = RequestLimits { slowdown: 3.0, ..RequestLimits::default() };
/// let sandbox = Sandbox::builder().request_limits(slow_day).start().await?;
/// sandbox.set_request_limits(RequestLimits::none());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RequestLimits {
    /// How many nodes a GraphQL request may select, counted as GitHub documents it: 500,000.
    pub max_nodes: Option<u64>,
    /// How long a request may be processed, in milliseconds: 10,000. Beyond that the response is 502 with HTML; the root
    /// fields of a mutation that were executed before stay executed.
    pub max_millis: Option<u64>,
    /// How many times slower than usual GitHub is; 1.0 is the model of [the README](crate#limits).
    pub slowdown: f64,
    /// Whether the sandbox sleeps for the computed time. Otherwise the time is only recorded.
    pub real_time: bool,
    /// How many things a user may create in a minute, each alias of a GraphQL request counted; GitHub's limit is 80.
    pub creations_per_minute: Option<u32>,
    /// How long a user has to wait between two requests that write, in milliseconds; GitHub asks for 1,000.
    pub millis_between_writes: Option<u64>,
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            max_nodes: Some(500_000),
            max_millis: Some(10_000),
            slowdown: 1.0,
            real_time: false,
            creations_per_minute: None,
            millis_between_writes: None,
        }
    }
}

impl RequestLimits {
    /// All of GitHub's limits, including the pace of writes.
    pub fn github() -> Self {
        Self { creations_per_minute: Some(80), millis_between_writes: Some(1_000), ..Self::default() }
    }

    /// No limits.
    pub fn none() -> Self {
        Self { max_nodes: None, max_millis: None, ..Self::default() }
    }

    /// How long a request may be processed.
    pub(crate) fn max_time(&self) -> Option<Duration> {
        self.max_millis.map(Duration::from_millis)
    }

    /// A time of the model, multiplied by [`RequestLimits::slowdown`].
    pub(crate) fn slowed(&self, time: Duration) -> Duration {
        let seconds = time.as_secs_f64() * self.slowdown;
        Duration::try_from_secs_f64(seconds).unwrap_or(if seconds > 0.0 { Duration::MAX } else { Duration::ZERO })
    }
}
