//! Sends one request and returns its response: waits out rate limits, paces writes, repeats requests that provably never
//! reached GitHub, and counts.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures_util::future::{Either, select};
use tokio::time::Instant;
use tracing::{debug, info, warn};

use super::cancel::Cancel;
use super::errors::{no_response, not_reached, stopped_before_sending, stopped_in_flight};
use super::profile::{RequestProfile, WriteLoad};
use super::renames::Renames;
use super::wait_budget::{WaitBudget, backoff};
use crate::Error;
use crate::client::events;
use crate::client::transport::TransportError;
use crate::client::{Bucket, Client, SendError};
use crate::error::Phase;
use crate::response::{Limit, Verdict, judge};
use crate::sync::lock;

/// How often a request is sent if it provably did not reach GitHub, or if it is a query without a response.
pub(crate) const ATTEMPTS: u32 = 3;

/// How many requests beyond the planned ones a run may send to split and repeat queries. An outage must not turn one
/// request into hundreds.
const MAX_EXTRA_REQUESTS: usize = 24;

/// Sends the requests of one run.
#[derive(Debug)]
pub(crate) struct Sender<'c> {
    client: &'c Client,
    waits: WaitBudget,
    cancel: Cancel,
    calls: AtomicUsize,
    /// How many extra requests are left.
    extra_requests: AtomicUsize,
    warnings: Mutex<Vec<Error>>,
    renames: Renames,
}

impl<'c> Sender<'c> {
    pub(crate) fn new(client: &'c Client, cancel: Cancel) -> Self {
        let waits = WaitBudget::new(client.settings().max_wait);
        let (calls, extra_requests) = (AtomicUsize::new(0), AtomicUsize::new(MAX_EXTRA_REQUESTS));
        Self { client, waits, cancel, calls, extra_requests, warnings: Mutex::default(), renames: Renames::default() }
    }

    pub(crate) fn client(&self) -> &'c Client {
        self.client
    }

    /// How many requests were sent.
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }

    /// Keeps errors that failed no step, to be reported as warnings.
    pub(crate) fn warn(&self, warnings: impl IntoIterator<Item = Error>) {
        lock(&self.warnings).extend(warnings);
    }

    /// Warns once for each renamed repository. Its new name may become known later.
    pub(crate) fn warn_of_rename(&self, old: &str, new: Option<&str>) {
        if self.renames.add(old, new) {
            warn!(repository = self.client.redact(old), "the repository was renamed, and GitHub followed the rename");
        }
    }

    /// The warnings so far.
    pub(in crate::engine) fn take_warnings(&self) -> Vec<Error> {
        let mut warnings = std::mem::take(&mut *lock(&self.warnings));
        warnings.extend(self.renames.take_warnings());
        warnings
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_on()
    }

    /// Returns an error once the run was stopped. Requests that are not sent yet are skipped.
    pub(crate) fn check_stop(&self) -> Result<(), Error> {
        if self.is_cancelled() { Err(stopped_before_sending()) } else { Ok(()) }
    }

    /// Awaits a future, unless the run is stopped before it completes.
    pub(crate) async fn unless_stopped<F: Future>(&self, future: F) -> Result<F::Output, Error> {
        let (stopped, future) = (std::pin::pin!(self.cancel.wait()), std::pin::pin!(future));
        match select(stopped, future).await {
            Either::Left(_) => Err(stopped_before_sending()),
            Either::Right((output, _)) => Ok(output),
        }
    }

    pub(in crate::engine) fn max_batch(&self) -> usize {
        self.client.settings().max_batch.limit()
    }

    /// How many units the next mutation may have.
    pub(in crate::engine) fn max_write(&self) -> usize {
        self.max_batch().min(self.client.write_size().limit())
    }

    /// Whether one more request than planned may be sent.
    pub(crate) fn try_extra_request(&self) -> bool {
        self.extra_requests.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
    }

    /// Sends a GraphQL request, waits out rate limits, and passes the response to `read`.
    ///
    /// The phase of an error is [`Phase::NotSent`], or [`Phase::MayBeApplied`] if there was no response.
    pub(in crate::engine) async fn send_graphql<T>(
        &self,
        body: &Bytes,
        writes: Option<WriteLoad>,
        read: impl FnOnce(Verdict<'_>) -> T,
    ) -> Result<T, Error> {
        let mut read = Some(read);
        let judged = |response: http::Response<Bytes>| match judge(&response, writes.is_some()) {
            Verdict::Limited(limit) => Err(limit),
            verdict => Ok(read.take().map(|read| read(verdict))),
        };
        let profile = RequestProfile { bucket: Some(Bucket::Graphql), writes };
        let sent = self.send(profile, || self.client.post_graphql(body.clone(), &self.calls), judged);
        sent.await?.ok_or_else(|| Error::unknown("a response was read twice"))
    }

    /// Sends a request once its profile allows it, and passes the response to `read`. If `read` returns a rate limit, the
    /// request is sent again after it.
    ///
    /// The phase of an error is [`Phase::NotSent`], or [`Phase::MayBeApplied`] if there was no response.
    pub(crate) async fn send<R, T, F>(
        &self,
        profile: RequestProfile,
        send: impl Fn() -> F,
        mut read: impl FnMut(R) -> Result<T, Limit>,
    ) -> Result<T, Error>
    where
        F: Future<Output = Result<R, SendError>>,
    {
        let mut attempt = 0;
        loop {
            self.wait_for_cooldown(profile.bucket).await?;
            self.pace(profile).await?;
            let start = Instant::now();
            let response = self.unless_cancelled(&send).await;
            if let Some(load) = profile.writes {
                self.note_write_time(load, start.elapsed());
            }
            let response = match response {
                Ok(response) => response,
                Err(SendError::Stopped(error)) => return Err(error),
                Err(SendError::Transport(error)) => {
                    attempt += 1;
                    self.retry_unsent(error, attempt).await?;
                    continue;
                }
            };
            match read(response) {
                Ok(read) => return Ok(read),
                Err(limit) => self.note_limit(limit, profile.bucket)?,
            }
        }
    }

    /// Waits until a write may be sent. This does not count against the wait budget.
    async fn pace(&self, profile: RequestProfile) -> Result<(), Error> {
        let Some(load) = profile.writes else { return Ok(()) };
        let wait = self.client.pacer().reserve(load.creates);
        if wait.is_zero() {
            return Ok(());
        }
        info!(event = events::PACING, ?wait, "waiting before a write");
        if self.sleep(wait).await {
            self.wait_for_cooldown(profile.bucket).await
        } else {
            Err(stopped_before_sending())
        }
    }

    /// Records how long a write took.
    fn note_write_time(&self, load: WriteLoad, took: Duration) {
        self.client.pacer().ended();
        if load.units > 0 {
            self.client.write_size().learn(load.units, took);
        }
    }

    /// Counts the requests that are sent.
    #[cfg(any(feature = "rest", feature = "gh"))]
    pub(crate) fn counter(&self) -> &AtomicUsize {
        &self.calls
    }

    async fn unless_cancelled<R, F>(&self, send: impl Fn() -> F) -> Result<R, SendError>
    where
        F: Future<Output = Result<R, SendError>>,
    {
        if self.is_cancelled() {
            return Err(SendError::Stopped(stopped_before_sending()));
        }
        let before = self.calls();
        let sending = std::pin::pin!(send());
        let stopped = std::pin::pin!(self.cancel.wait());
        match select(sending, stopped).await {
            Either::Left((result, _)) => result,
            Either::Right(_) if self.calls() == before => Err(SendError::Stopped(stopped_before_sending())),
            Either::Right(_) => Err(SendError::Stopped(stopped_in_flight())),
        }
    }

    /// Waits before a request that provably did not reach GitHub is sent again. Any other failure is returned.
    async fn retry_unsent(&self, error: TransportError, attempt: u32) -> Result<(), Error> {
        if error.was_sent() {
            return Err(no_response(error));
        }
        if attempt >= ATTEMPTS || !self.back_off(attempt, &error.to_string()).await {
            self.check_stop()?;
            return Err(not_reached(error));
        }
        Ok(())
    }

    /// Waits before another attempt; `false` if the budget does not allow it or the run was stopped. The log says why there
    /// is another attempt.
    pub(crate) async fn back_off(&self, attempt: u32, cause: &str) -> bool {
        let wait = backoff(attempt);
        debug!(
            event = events::RETRYING,
            attempt,
            ?wait,
            cause = self.client.redact(cause),
            "waiting before another attempt"
        );
        self.waits.take(wait) && self.sleep(wait).await
    }

    /// Waits for the given time; `false` if the budget does not allow it or the run was stopped.
    pub(in crate::engine) async fn wait(&self, wait: Duration) -> bool {
        self.waits.take(wait) && self.sleep(wait).await
    }

    async fn sleep(&self, wait: Duration) -> bool {
        let asleep = std::pin::pin!(tokio::time::sleep(wait));
        let stopped = std::pin::pin!(self.cancel.wait());
        matches!(select(asleep, stopped).await, Either::Left(_))
    }

    /// Records a rate limit; a secondary one holds for the whole credential. Returns it as an error if the wait does not
    /// fit the budget. [`wait_for_cooldown`](Self::wait_for_cooldown) does the waiting.
    fn note_limit(&self, limit: Limit, bucket: Option<Bucket>) -> Result<(), Error> {
        let Limit { error, wait, is_primary } = limit;
        let until = Instant::now() + wait;
        self.client.cooldown().extend(bucket.filter(|_| is_primary), until);
        warn!(event = events::RATE_LIMITED, ?wait, error = self.client.redact(error.message()), "rate limited");
        if self.waits.allows(until) { Ok(()) } else { Err(error) }
    }

    /// Records a rate limit on a part of a request. Nothing more is sent with this credential until it ends.
    pub(crate) fn note_field_limit(&self, wait: Duration) {
        warn!(event = events::RATE_LIMITED, ?wait, "a part of a request was rate limited");
        self.client.cooldown().extend(None, Instant::now() + wait);
    }

    /// Waits until the credential may be used.
    async fn wait_for_cooldown(&self, bucket: Option<Bucket>) -> Result<(), Error> {
        while let Some(until) = self.client.cooldown().until(bucket) {
            let wait = until.saturating_duration_since(Instant::now());
            if !self.waits.take_until(until) {
                let message =
                    "the rate limit for this token has not been reset, and the wait is longer than `max_wait`";
                let error = Error::rate_limit(message).in_phase(Phase::NotSent);
                return Err(error.with_retry_at(SystemTime::now() + wait));
            }
            if !self.sleep(wait).await {
                return Err(stopped_before_sending());
            }
        }
        Ok(())
    }
}
