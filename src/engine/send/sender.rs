//! Gets one request to GitHub and its answer back: waits out rate limits, paces writes, repeats what was surely never sent,
//! counts.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures_util::future::{Either, select};
use tokio::time::Instant;
use tracing::{debug, info, warn};

use super::cancel::Cancel;
use super::renames::Renames;
use super::wait_budget::{WaitBudget, backoff};
use crate::Error;
use crate::client::transport::TransportError;
use crate::client::{Bucket, Client, SendError};
use crate::error::Cause;
use crate::error::Phase;
use crate::response::{Limit, Verdict, judge};

/// How often a request is sent again that surely was not received, or a question that was not answered.
pub(crate) const ATTEMPTS: u32 = 3;

/// How many requests beyond the planned ones a run may send for splitting and repeating questions. An outage must not
/// profile one request into hundreds.
const SPARE: usize = 24;

/// Sends the requests of one run.
#[derive(Debug)]
pub(crate) struct Sender<'c> {
    client: &'c Client,
    waits: WaitBudget,
    cancel: Cancel,
    calls: AtomicUsize,
    spare: AtomicUsize,
    warnings: Mutex<Vec<Error>>,
    renames: Renames,
}

/// What a request is, as far as waiting for its profile depends on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestProfile {
    /// The budget that it uses; without one, only what stops everything counts.
    pub(crate) bucket: Option<Bucket>,
    /// What it writes, if it does.
    pub(crate) writes: Option<WriteLoad>,
}

/// What a request writes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WriteLoad {
    /// How many things it creates.
    pub(crate) creates: usize,
    /// Its size in units of a light write. The time that it takes tells how large the next one may be; 0 where it is always
    /// a single write.
    pub(crate) units: usize,
}

impl<'c> Sender<'c> {
    pub(crate) fn new(client: &'c Client, cancel: Cancel) -> Self {
        let waits = WaitBudget::new(client.settings().max_wait);
        let (calls, spare) = (AtomicUsize::new(0), AtomicUsize::new(SPARE));
        Self { client, waits, cancel, calls, spare, warnings: Mutex::default(), renames: Renames::default() }
    }

    pub(crate) fn client(&self) -> &'c Client {
        self.client
    }

    /// How many requests went out.
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }

    /// Keeps something that the user should know although it failed no step.
    pub(crate) fn warn(&self, warnings: impl IntoIterator<Item = Error>) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).extend(warnings);
    }

    /// Warns once for each repository that GitHub has followed a rename. The name that it has now may become known later.
    pub(crate) fn warn_of_rename(&self, asked: &str, now: Option<&str>) {
        if self.renames.note(asked, now) {
            warn!(repository = self.client.redact(asked), "renamed, and GitHub followed");
        }
    }

    /// The warnings so far.
    pub(in crate::engine) fn take_warnings(&self) -> Vec<Error> {
        let mut warnings = std::mem::take(&mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner));
        warnings.extend(self.renames.take());
        warnings
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_on()
    }

    /// An error once the run is to stop: whatever is not sent yet is skipped.
    pub(crate) fn check_stop(&self) -> Result<(), Error> {
        if self.is_cancelled() { Err(stopped_before_sending()) } else { Ok(()) }
    }

    /// What this comes to, or the error of a run that is to stop before it ends.
    pub(crate) async fn unless_stopped<F: Future>(&self, work: F) -> Result<F::Output, Error> {
        let (stopped, work) = (std::pin::pin!(self.cancel.wait()), std::pin::pin!(work));
        match select(stopped, work).await {
            Either::Left(_) => Err(stopped_before_sending()),
            Either::Right((output, _)) => Ok(output),
        }
    }

    pub(in crate::engine) fn max_batch(&self) -> usize {
        self.client.settings().max_batch.limit()
    }

    /// How many units the next mutation may hold.
    pub(in crate::engine) fn max_write(&self) -> usize {
        self.max_batch().min(self.client.write_size().limit())
    }

    /// Whether one more request than planned may be sent.
    pub(crate) fn try_extra_request(&self) -> bool {
        self.spare.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
    }

    /// Sends a GraphQL request until GitHub lets it in, and gives what it answered to `read`.
    ///
    /// The error says how far it came: [`Phase::NotSent`], or [`Phase::MayBeApplied`] if there was no answer.
    pub(in crate::engine) async fn send_graphql<T>(
        &self,
        body: &Bytes,
        writes: Option<WriteLoad>,
        read: impl FnOnce(Verdict<'_>) -> T,
    ) -> Result<T, Error> {
        let mut read = Some(read);
        let judged = |answer: http::Response<Bytes>| match judge(&answer, writes.is_some()) {
            Verdict::Limited(limit) => Err(limit),
            verdict => Ok(read.take().map(|read| read(verdict))),
        };
        let profile = RequestProfile { bucket: Some(Bucket::Graphql), writes };
        let delivered = self.send(profile, || self.client.post_graphql(body.clone(), &self.calls), judged);
        delivered.await?.ok_or_else(|| Error::unknown("a response was read twice"))
    }

    /// Sends something when it is its profile, until GitHub lets it in, and gives what came back to `read`, which tells a rate
    /// limit.
    ///
    /// The error says how far it came: [`Phase::NotSent`], or [`Phase::MayBeApplied`] if there was no answer.
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
            let answered = self.unless_cancelled(&send).await;
            if let Some(load) = profile.writes {
                self.note_write_time(load, start.elapsed());
            }
            let answered = match answered {
                Ok(answered) => answered,
                Err(SendError::Stopped(error)) => return Err(error),
                Err(SendError::Transport(error)) => {
                    attempt += 1;
                    self.retry_unsent(error, attempt).await?;
                    continue;
                }
            };
            match read(answered) {
                Ok(read) => return Ok(read),
                Err(limit) => self.note_limit(limit, profile.bucket)?,
            }
        }
    }

    /// WaitBudget for the next moment at which a write may be sent. This does not count against the budget of waits.
    async fn pace(&self, profile: RequestProfile) -> Result<(), Error> {
        let Some(load) = profile.writes else { return Ok(()) };
        let wait = self.client.pacer().reserve(load.creates);
        if wait.is_zero() {
            return Ok(());
        }
        info!(?wait, "pacing");
        if self.sleep(wait).await {
            self.wait_for_cooldown(profile.bucket).await
        } else {
            Err(stopped_before_sending())
        }
    }

    /// Notes how long a write took.
    fn note_write_time(&self, load: WriteLoad, took: Duration) {
        self.client.pacer().ended();
        if load.units > 0 {
            self.client.write_size().learn(load.units, took);
        }
    }

    /// Counts the requests that go out.
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

    /// Pauses before a request is sent again that GitHub surely has not seen; an error for every other.
    async fn retry_unsent(&self, error: TransportError, attempt: u32) -> Result<(), Error> {
        if error.was_sent() {
            return Err(no_answer(error));
        }
        if attempt >= ATTEMPTS || !self.back_off(attempt).await {
            self.check_stop()?;
            return Err(not_reached(error));
        }
        Ok(())
    }

    /// WaitBudget before a repetition; `false` if the budget does not allow it or the run is to stop.
    pub(crate) async fn back_off(&self, attempt: u32) -> bool {
        let wait = backoff(attempt);
        debug!(attempt, ?wait, "pausing before another attempt");
        self.waits.take(wait) && self.sleep(wait).await
    }

    /// WaitBudget a given time; `false` if the budget does not allow it or the run is to stop.
    pub(in crate::engine) async fn wait(&self, wait: Duration) -> bool {
        self.waits.take(wait) && self.sleep(wait).await
    }

    async fn sleep(&self, wait: Duration) -> bool {
        let asleep = std::pin::pin!(tokio::time::sleep(wait));
        let stopped = std::pin::pin!(self.cancel.wait());
        matches!(select(asleep, stopped).await, Either::Left(_))
    }

    /// Notes a rate limit, a secondary one for the whole credential, if waiting for it fits the budget; the wait itself is
    /// [`wait_for_cooldown`](Self::wait_for_cooldown).
    fn note_limit(&self, limit: Limit, bucket: Option<Bucket>) -> Result<(), Error> {
        let Limit { error, wait, is_primary } = limit;
        let until = Instant::now() + wait;
        self.client.cooldown().extend(bucket.filter(|_| is_primary), until);
        warn!(?wait, message = self.client.redact(error.message()), "rate limited");
        if self.waits.allows(until) { Ok(()) } else { Err(error) }
    }

    /// Notes a limit that GitHub reported for a part of a request: nothing more is sent with this credential for a while.
    pub(crate) fn note_field_limit(&self, wait: Duration) {
        warn!(?wait, "a part of a request was rate limited");
        self.client.cooldown().extend(None, Instant::now() + wait);
    }

    /// WaitBudget while the credential must not be used.
    async fn wait_for_cooldown(&self, bucket: Option<Bucket>) -> Result<(), Error> {
        while let Some(until) = self.client.cooldown().until(bucket) {
            let wait = until.saturating_duration_since(Instant::now());
            if !self.waits.take_until(until) {
                let message = "GitHub's rate limit for this token has not been reset, and waiting for it takes longer than max_wait";
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

fn not_reached(error: TransportError) -> Error {
    let place = error.destination().map(|place| format!(" at `{place}`")).unwrap_or_default();
    failed(&format!("GitHub cannot be reached{place}"), error).in_phase(Phase::NotSent)
}

fn no_answer(error: TransportError) -> Error {
    let what = match error.cause() {
        Some(Cause::Timeout) => "GitHub did not answer in time",
        Some(Cause::TooLarge | Cause::Protocol) => "the answer cannot be used",
        _ => "the connection was lost",
    };
    failed(what, error)
}

/// The error with its cause, and with what to look at.
fn failed(what: &str, error: TransportError) -> Error {
    let hint = error.hint().map(|hint| format!(" ({hint})")).unwrap_or_default();
    Error::network(format!("{what}: {error}{hint}")).with_transport_cause(error.cause()).with_source(error)
}

/// The error of what is not sent because the run was stopped.
pub(crate) fn stopped_before_sending() -> Error {
    Error::skipped("the run was stopped before this was sent")
}

fn stopped_in_flight() -> Error {
    Error::network("the run was stopped while this request was in flight")
}
