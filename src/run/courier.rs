//! Gets one request to GitHub and its answer back: waits out rate limits, repeats what was surely never sent, counts.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures_util::future::{Either, select};
use tokio::time::Instant;
use tracing::{debug, warn};

use super::cancel::Cancel;
use super::waits::{Waits, backoff};
use crate::Error;
use crate::client::{Bucket, Client, PostError};
use crate::error::Phase;
use crate::failure::{Limit, Verdict, judge};
use crate::transport::TransportError;

/// How often a request is sent again that surely was not received, or a question that was not answered.
pub(crate) const ATTEMPTS: u32 = 3;

/// How many requests beyond the planned ones a run may send for splitting and repeating questions. An outage must not
/// turn one request into hundreds.
const SPARE: usize = 24;

/// Sends the requests of one run.
#[derive(Debug)]
pub(crate) struct Courier<'c> {
    client: &'c Client,
    waits: Waits,
    cancel: Cancel,
    calls: AtomicUsize,
    spare: AtomicUsize,
}

impl<'c> Courier<'c> {
    pub(crate) fn new(client: &'c Client, cancel: Cancel) -> Self {
        let waits = Waits::new(client.settings().max_wait);
        Self { client, waits, cancel, calls: AtomicUsize::new(0), spare: AtomicUsize::new(SPARE) }
    }

    pub(crate) fn client(&self) -> &'c Client {
        self.client
    }

    /// How many requests went out.
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_on()
    }

    pub(super) fn max_batch(&self) -> usize {
        self.client.settings().max_batch.limit()
    }

    /// Whether one more request than planned may be sent.
    pub(crate) fn spend(&self) -> bool {
        self.spare.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
    }

    /// Sends a GraphQL request until GitHub lets it in, and gives what it answered to `read`.
    ///
    /// The error says how far it came: [`Phase::NotSent`], or [`Phase::MayBeApplied`] if there was no answer.
    pub(super) async fn deliver<T>(&self, body: &Bytes, read: impl FnOnce(Verdict<'_>) -> T) -> Result<T, Error> {
        let mut read = Some(read);
        let judged = |answer: http::Response<Bytes>| match judge(&answer) {
            Verdict::Limited(limit) => Err(limit),
            verdict => Ok(read.take().map(|read| read(verdict))),
        };
        let delivered =
            self.carry(Some(Bucket::Graphql), || self.client.post_graphql(body.clone(), &self.calls), judged);
        delivered.await?.ok_or_else(|| Error::unknown("an answer was read twice"))
    }

    /// Sends something until GitHub lets it in, and gives what came back to `read`, which tells a rate limit. It waits for
    /// the limits of `bucket`; without one, only for those on everything.
    ///
    /// The error says how far it came: [`Phase::NotSent`], or [`Phase::MayBeApplied`] if there was no answer.
    pub(crate) async fn carry<R, T, F>(
        &self,
        bucket: Option<Bucket>,
        send: impl Fn() -> F,
        mut read: impl FnMut(R) -> Result<T, Limit>,
    ) -> Result<T, Error>
    where
        F: Future<Output = Result<R, PostError>>,
    {
        let mut attempt = 0;
        loop {
            self.cool_down(bucket).await?;
            let answered = match self.unless_cancelled(&send).await {
                Ok(answered) => answered,
                Err(PostError::Stopped(error)) => return Err(error),
                Err(PostError::Transport(error)) => {
                    attempt += 1;
                    self.repeat_unsent(error, attempt).await?;
                    continue;
                }
            };
            match read(answered) {
                Ok(read) => return Ok(read),
                Err(limit) => self.wait_out(limit, bucket)?,
            }
        }
    }

    /// Counts the requests that go out.
    pub(crate) fn counter(&self) -> &AtomicUsize {
        &self.calls
    }

    async fn unless_cancelled<R, F>(&self, send: impl Fn() -> F) -> Result<R, PostError>
    where
        F: Future<Output = Result<R, PostError>>,
    {
        if self.is_cancelled() {
            return Err(PostError::Stopped(cancelled_before()));
        }
        let before = self.calls();
        let sending = std::pin::pin!(send());
        let stopped = std::pin::pin!(self.cancel.wait());
        match select(sending, stopped).await {
            Either::Left((result, _)) => result,
            Either::Right(_) if self.calls() == before => Err(PostError::Stopped(cancelled_before())),
            Either::Right(_) => Err(PostError::Stopped(cancelled_within())),
        }
    }

    /// Pauses before a request is sent again that GitHub surely has not seen; an error for every other.
    async fn repeat_unsent(&self, error: TransportError, attempt: u32) -> Result<(), Error> {
        if error.was_sent() {
            return Err(no_answer(error));
        }
        if attempt >= ATTEMPTS || !self.pause(attempt).await {
            let message = format!("GitHub cannot be reached: {error}");
            return Err(Error::network(message).in_phase(Phase::NotSent).with_source(error));
        }
        Ok(())
    }

    /// Waits before a repetition; `false` if the budget does not allow it or the run is to stop.
    pub(crate) async fn pause(&self, attempt: u32) -> bool {
        let wait = backoff(attempt);
        debug!(attempt, ?wait, "pausing before another attempt");
        self.waits.take(wait) && self.sleep(wait).await
    }

    /// Waits a given time; `false` if the budget does not allow it or the run is to stop.
    pub(super) async fn wait(&self, wait: Duration) -> bool {
        self.waits.take(wait) && self.sleep(wait).await
    }

    async fn sleep(&self, wait: Duration) -> bool {
        let asleep = std::pin::pin!(tokio::time::sleep(wait));
        let stopped = std::pin::pin!(self.cancel.wait());
        matches!(select(asleep, stopped).await, Either::Left(_))
    }

    /// Notes a rate limit, a secondary one for the whole credential, if waiting for it fits the budget; the wait itself is
    /// [`cool_down`](Self::cool_down).
    fn wait_out(&self, limit: Limit, bucket: Option<Bucket>) -> Result<(), Error> {
        let Limit { error, wait, is_primary } = limit;
        let until = Instant::now() + wait;
        self.client.cooldown().extend(bucket.filter(|_| is_primary), until);
        warn!(?wait, message = error.message(), "rate limited");
        if self.waits.allows(until) { Ok(()) } else { Err(error) }
    }

    /// Waits while the credential must not be used.
    async fn cool_down(&self, bucket: Option<Bucket>) -> Result<(), Error> {
        while let Some(until) = self.client.cooldown().until(bucket) {
            let wait = until.saturating_duration_since(Instant::now());
            if !self.waits.take_until(until) {
                let message = "GitHub's rate limit for this token has not been reset, and waiting for it takes longer than max_wait";
                let error = Error::rate_limit(message).in_phase(Phase::NotSent);
                return Err(error.with_retry_at(SystemTime::now() + wait));
            }
            if !self.sleep(wait).await {
                return Err(cancelled_before());
            }
        }
        Ok(())
    }
}

fn no_answer(error: TransportError) -> Error {
    let message = if error.is_timeout() { "GitHub did not answer in time" } else { "the connection was lost" };
    Error::network(format!("{message}: {error}")).with_source(error)
}

fn cancelled_before() -> Error {
    Error::skipped("the run was stopped before this was sent")
}

fn cancelled_within() -> Error {
    Error::network("the run was stopped while GitHub was at work on this")
}
