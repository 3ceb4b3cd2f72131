//! Sends writes: one mutation, its root fields in chain order. A mutation is never split, and a write is sent again only
//! if it provably did not run, or if its card says that twice is the same as once.

use tracing::{debug, warn};

use super::outcome::WriteEvidence;
use super::results::{Results, fail, is_limited, is_unknown, may_have_run, record};
use super::write::Write;
use crate::engine::Decode;
use crate::engine::graphql::batch::{Batch, Item, WriteCost, fitting, mutation};
use crate::engine::graphql::{BatchResponse, RefusedItem, refused_items};
use crate::engine::send::{Sender, WriteLoad, stopped_before_sending};
use crate::error::Phase;
use crate::response::{GraphqlError, Limit, Response, Verdict, unknown_outcome};
use crate::{Error, ErrorCode};

/// How often an idempotent write of unknown outcome is sent again.
const MAX_REPEATS: u32 = 2;

/// Sends all writes in order, in requests of limited size; the results are in their order.
pub(super) async fn run_writes<T: Send>(
    sender: &Sender<'_>,
    writes: &[Write<'_>],
    decode: Decode<'_, T>,
) -> Vec<Result<T, Error>> {
    let mut results: Vec<Option<Result<T, Error>>> = writes.iter().map(|_| None).collect();
    let costs: Vec<WriteCost> = writes.iter().map(Write::cost).collect();
    let runner = WriteRunner { sender, writes, decode };
    let mut start = 0;
    while start < writes.len() {
        let end = start + fitting(&costs[start..], sender.max_write());
        if let Some(error) = runner.send((start..end).collect(), &mut results).await {
            fail(&(end..writes.len()).collect::<Vec<_>>(), &error, &mut results);
            break;
        }
        start = end;
    }
    let never_sent = || Err(Error::unknown("a write was never sent"));
    results.into_iter().map(|result| result.unwrap_or_else(never_sent)).collect()
}

struct WriteRunner<'a, T> {
    sender: &'a Sender<'a>,
    writes: &'a [Write<'a>],
    decode: Decode<'a, T>,
}

/// The result of one request.
struct WriteRound<T> {
    results: Vec<(usize, Result<T, Error>)>,
    /// Writes that provably did not run, and can be sent again without those that GitHub refused.
    unsent: Vec<usize>,
    /// Why every later request would be refused as well.
    stop: Option<Error>,
}

/// What to do after a request.
enum Next {
    /// Send these writes again.
    Resend(Vec<usize>),
    /// Continue with the next request; stop if there is an error.
    Done(Option<Error>),
}

impl<T: Send> WriteRunner<'_, T> {
    /// Sends one request, and again what has to be sent again. Returns why nothing may be sent after it, if so.
    async fn send(&self, request: Vec<usize>, results: &mut Results<T>) -> Option<Error> {
        let mut writes = request;
        let mut repeats = 0;
        loop {
            let round = match self.round(&writes).await {
                Ok(round) => round,
                Err(error) if error.phase() == Phase::MayBeApplied => WriteRound::unknown(&writes, &error),
                Err(error) => {
                    fail(&writes, &error, results);
                    return Some(error.in_phase(Phase::NotSent));
                }
            };
            match self.next(round, &mut repeats, results).await {
                Next::Resend(again) => writes = again,
                Next::Done(stop) => return stop.or_else(|| stop_after_unknown(results, self.sender)),
            }
        }
    }

    /// Records the results, and decides what is sent again.
    async fn next(&self, round: WriteRound<T>, repeats: &mut u32, results: &mut Results<T>) -> Next {
        let mut unknown = Vec::new();
        for (write, result) in round.results {
            if is_unknown(&result) {
                unknown.push(write);
            }
            self.record(write, result, results);
        }
        if round.stop.is_some() {
            return Next::Done(round.stop);
        }
        if !round.unsent.is_empty() {
            return self.without_refused(round.unsent, results);
        }
        *repeats += 1;
        let again = self.repeatable(&unknown, results);
        let cause = again.first().and_then(|write| results[*write].as_ref()?.as_ref().err()).cloned();
        let Some(cause) = cause.filter(|_| *repeats <= MAX_REPEATS) else { return Next::Done(None) };
        if !self.sender.back_off(*repeats, cause.message()).await {
            return Next::Done(None);
        }
        debug!(writes = again.len(), "sending idempotent writes again");
        Next::Resend(again)
    }

    /// Records the result of a write. If GitHub says on the second try that there is nothing to do, the first try may have
    /// done it, but that is not proven.
    fn record(&self, write: usize, result: Result<T, Error>, results: &mut Results<T>) {
        let was_unknown = results[write].as_ref().is_some_and(is_unknown);
        let is_already = |error: &Error| self.writes[write].card.already.is_some_and(|it| it.says(error.message()));
        let result = match result {
            Err(error) if was_unknown && is_already(&error) => Err(error.in_phase(Phase::MayBeApplied)),
            result => result,
        };
        record(write, result, results);
    }

    /// The writes that may be sent again: idempotent ones, unless a later write on the same node may have run, which they
    /// would undo.
    fn repeatable(&self, unknown: &[usize], results: &Results<T>) -> Vec<usize> {
        let mut again: Vec<usize> = Vec::new();
        for &write in unknown.iter().rev().filter(|write| self.writes[**write].card.idempotent) {
            let mut later = (write + 1..results.len()).filter(|later| may_have_run(results[*later].as_ref()));
            let conflicts =
                |later: usize| !again.contains(&later) && self.writes[write].shares_a_node(&self.writes[later]);
            if !later.any(conflicts) {
                again.push(write);
            }
        }
        again.reverse();
        again
    }

    /// Sends the writes again that were refused only because of others in the same request.
    fn without_refused(&self, unsent: Vec<usize>, results: &mut Results<T>) -> Next {
        if self.sender.try_extra_request() {
            return Next::Resend(unsent);
        }
        let error = Error::server("not sent, because too many other steps of its request were refused");
        let error = error.in_phase(Phase::NotSent);
        fail(&unsent, &error, results);
        Next::Done(Some(error))
    }

    async fn round(&self, writes: &[usize]) -> Result<WriteRound<T>, Error> {
        let items: Vec<Item<'_>> = writes
            .iter()
            .map(|index| {
                let write = &self.writes[*index];
                Item { name: write.step, operation: write.operation, variables: write.variables }
            })
            .collect();
        let batch = mutation(&items);
        let body = batch.body()?;
        let load = Some(self.load(writes));
        self.sender.send_graphql(&body, load, |verdict| self.read(&batch, writes, verdict)).await
    }

    fn load(&self, writes: &[usize]) -> WriteLoad {
        let writes = || writes.iter().map(|index| &self.writes[*index]);
        let creates = writes().filter(|write| write.card.creates).count();
        WriteLoad { creates, units: writes().map(|write| write.cost().units()).sum() }
    }

    fn read(&self, batch: &Batch<'_>, writes: &[usize], verdict: Verdict<'_>) -> WriteRound<T> {
        match verdict {
            Verdict::Answered(response) => self.read_response(batch, writes, &response),
            Verdict::Refused { error, errors, .. } => WriteRound::refused(batch, writes, &error, &errors),
            Verdict::Broken(broken) => WriteRound::unknown(writes, &broken.error),
            Verdict::Limited(Limit { error, .. }) => WriteRound::refused(batch, writes, &error, &[]),
        }
    }

    fn read_response(&self, batch: &Batch<'_>, writes: &[usize], response: &Response<'_>) -> WriteRound<T> {
        let response = BatchResponse::new(batch, response);
        let results = writes.iter().enumerate().map(|(place, write)| {
            let item = response.item(place);
            let result = match (WriteEvidence { response: &response, place, item: &item }).failure() {
                Some(error) => Err(error),
                None => (self.decode)(*write, &item.data()).map_err(|error| unreadable(&error)),
            };
            (*write, result.map_err(|error| error.with_request_id(response.response.request_id)))
        });
        let results: Vec<(usize, Result<T, Error>)> = results.collect();
        self.sender.warn(response.warnings());
        // A limit on a single field is a limit on the credential.
        if results.iter().any(|(_, result)| is_limited(result)) {
            self.sender.note_field_limit(response.response.wait);
        }
        WriteRound { results, unsent: Vec::new(), stop: None }
    }
}

/// The error of a write whose result is there, but does not fit GitHub's schema. Such a response proves nothing.
fn unreadable(error: &Error) -> Error {
    if error.kind_mismatch().is_some() {
        let message = format!("the write was applied, but {}", error.message());
        return error.clone().in_phase(Phase::Applied).with_message(message);
    }
    unknown_outcome(error.clone())
}

/// Why nothing is sent after a request of unknown outcome: a later write might overtake it.
fn stop_after_unknown<T>(results: &Results<T>, sender: &Sender<'_>) -> Option<Error> {
    results.iter().flatten().any(is_unknown).then(|| not_sent_after_unknown(sender))
}

/// The error of a write that is not sent, because an earlier one has an unknown outcome.
pub(in crate::engine) fn not_sent_after_unknown(sender: &Sender<'_>) -> Error {
    if sender.is_cancelled() {
        return stopped_before_sending();
    }
    warn!("a request has an unknown outcome: later writes are not sent");
    let message = "not sent, because an earlier request of this chain has an unknown outcome";
    Error::new(ErrorCode::Server, message).in_phase(Phase::NotSent)
}

impl<T> WriteRound<T> {
    /// The outcome of every write is unknown.
    fn unknown(writes: &[usize], error: &Error) -> Self {
        let error = unknown_outcome(error.clone());
        let results = writes.iter().map(|write| (*write, Err(error.clone()))).collect();
        Self { results, unsent: Vec::new(), stop: None }
    }

    /// Nothing ran. The writes that GitHub named get their error; the others may be sent without them.
    fn refused(batch: &Batch<'_>, writes: &[usize], error: &Error, errors: &[GraphqlError]) -> Self {
        let mut round = Self { results: Vec::new(), unsent: Vec::new(), stop: None };
        for (write, refused) in writes.iter().zip(refused_items(batch, error, errors)) {
            match refused {
                RefusedItem::Named(own) => round.results.push((*write, Err(own))),
                RefusedItem::Unnamed => {
                    round.stop = Some(error.clone().in_phase(Phase::NotSent));
                    round.results.push((*write, Err(error.clone().in_phase(Phase::Refused))));
                }
                RefusedItem::Innocent => round.unsent.push(*write),
            }
        }
        round
    }
}
