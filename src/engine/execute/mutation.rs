//! Writes: one mutation, its root fields in chain order. Never split, never sent twice unless that is surely harmless.

use serde_json::{Map, Value};
use tracing::{debug, warn};

use super::outcome::Settled;
use crate::capability::data::Answer;
use crate::card::operation::Operation;
use crate::card::{Card, Weight};
use crate::engine::graphql::batch::{Batch, Item, WriteCost, fitting, mutation};
use crate::engine::graphql::{Answers, Blame};
use crate::engine::send::{Courier, WriteLoad, cancelled_before};
use crate::error::Phase;
use crate::response::{GraphqlError, Response};
use crate::response::{Limit, UNKNOWN_OUTCOME, Verdict, from_graphql};
use crate::{Error, ErrorCode};

/// How often a write is sent again that may have been applied, where its card says that this does no harm.
const REPEATS: u32 = 2;

/// A write.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Write<'a> {
    /// The position of its step in the chain.
    pub(in crate::engine) step: usize,
    pub(in crate::engine) operation: &'static Operation,
    pub(in crate::engine) variables: &'a Map<String, Value>,
    /// What its card says about sending it: whether twice is the same as once, how much it costs, whether it creates content.
    pub(in crate::engine) card: &'static Card,
}

impl Write<'_> {
    /// What it costs GitHub.
    fn cost(&self) -> WriteCost {
        WriteCost { roots: self.operation.roots.len(), is_heavy: self.card.weight == Weight::Heavy }
    }

    /// Whether both name the same node as what they work on. Ids in lists, such as labels, are not worked on.
    pub(in crate::engine) fn shares_a_node(&self, other: &Self) -> bool {
        let own: Vec<&Value> = self.nodes().collect();
        other.nodes().any(|node| own.contains(&node))
    }

    fn nodes(&self) -> impl Iterator<Item = &Value> {
        let ids = self.operation.variables.iter().filter(|variable| variable.ty.starts_with("ID"));
        ids.filter_map(|variable| self.variables.get(variable.name))
    }
}

/// What takes the answers: the number of the write, and what came back for it.
pub(in crate::engine) type Decode<'d, T> = &'d (dyn Fn(usize, &Answer<'_>) -> Result<T, Error> + Sync);

/// Sends all writes in order, in requests of at most the limit; the results are in their order.
pub(in crate::engine) async fn write<T: Send>(
    courier: &Courier<'_>,
    writes: &[Write<'_>],
    decode: Decode<'_, T>,
) -> Vec<Result<T, Error>> {
    let mut results: Vec<Option<Result<T, Error>>> = writes.iter().map(|_| None).collect();
    let costs: Vec<WriteCost> = writes.iter().map(Write::cost).collect();
    let sender = Writer { courier, writes, decode };
    let mut start = 0;
    while start < writes.len() {
        let end = start + fitting(&costs[start..], courier.max_write());
        if let Some(error) = sender.send((start..end).collect(), &mut results).await {
            fail(&(end..writes.len()).collect::<Vec<_>>(), &error, &mut results);
            break;
        }
        start = end;
    }
    results.into_iter().map(|result| result.unwrap_or_else(|| Err(Error::unknown("a write was not sent")))).collect()
}

struct Writer<'a, T> {
    courier: &'a Courier<'a>,
    writes: &'a [Write<'a>],
    decode: Decode<'a, T>,
}

/// What one request did.
struct Round<T> {
    results: Vec<(usize, Result<T, Error>)>,
    /// Writes that surely were not executed, and can be sent again without those that GitHub refused.
    unsent: Vec<usize>,
    /// Why every later request would be refused as well.
    stop: Option<Error>,
}

/// What comes after a request.
enum Next {
    /// These writes once more.
    Again(Vec<usize>),
    /// Nothing; and nothing may be sent after it, if there is a reason.
    Done(Option<Error>),
}

impl<T: Send> Writer<'_, T> {
    /// Sends one request and what must be sent again of it. Returns why nothing may be sent after it, if so.
    async fn send(&self, request: Vec<usize>, results: &mut [Option<Result<T, Error>>]) -> Option<Error> {
        let mut writes = request;
        let mut repeats = 0;
        loop {
            let round = match self.round(&writes).await {
                Ok(round) => round,
                Err(error) if error.phase() == Phase::MayBeApplied => Round::unknown(&writes, &error),
                Err(error) => {
                    fail(&writes, &error, results);
                    return Some(error.in_phase(Phase::NotSent));
                }
            };
            match self.next(round, &mut repeats, results).await {
                Next::Again(again) => writes = again,
                Next::Done(stop) => return stop.or_else(|| uncertain(results, self.courier)),
            }
        }
    }

    /// Notes the results, and decides what is to be sent again.
    async fn next(&self, round: Round<T>, repeats: &mut u32, results: &mut [Option<Result<T, Error>>]) -> Next {
        let mut unknown = Vec::new();
        for (write, result) in round.results {
            if is_uncertain(&result) {
                unknown.push(write);
            }
            self.note(write, result, results);
        }
        if round.stop.is_some() {
            return Next::Done(round.stop);
        }
        if !round.unsent.is_empty() {
            return self.without_refused(round.unsent, results);
        }
        *repeats += 1;
        let again = self.repeatable(&unknown, results);
        if again.is_empty() || *repeats > REPEATS || !self.courier.pause(*repeats).await {
            return Next::Done(None);
        }
        debug!(writes = again.len(), "sending idempotent writes again");
        Next::Again(again)
    }

    /// Notes what became of a write. That there was nothing to do when it was sent again is worth a look, but no proof that
    /// the first try did it.
    fn note(&self, write: usize, result: Result<T, Error>, results: &mut [Option<Result<T, Error>>]) {
        let was_uncertain = results[write].as_ref().is_some_and(is_uncertain);
        let says_so = |error: &Error| self.writes[write].card.already.is_some_and(|it| it.says(error.message()));
        let result = match result {
            Err(error) if was_uncertain && says_so(&error) => Err(error.in_phase(Phase::MayBeApplied)),
            result => result,
        };
        note(write, result, results);
    }

    /// The writes that may be sent again: idempotent ones, unless a later write on the same node may have been executed,
    /// which they would undo.
    fn repeatable(&self, unknown: &[usize], results: &[Option<Result<T, Error>>]) -> Vec<usize> {
        let mut again: Vec<usize> = Vec::new();
        for &write in unknown.iter().rev().filter(|write| self.writes[**write].card.idempotent) {
            let mut later = (write + 1..results.len()).filter(|later| may_have_run(results[*later].as_ref()));
            let stands =
                |later: usize| !again.contains(&later) && self.writes[write].shares_a_node(&self.writes[later]);
            if !later.any(stands) {
                again.push(write);
            }
        }
        again.reverse();
        again
    }

    /// The writes that were refused only for those beside them.
    fn without_refused(&self, unsent: Vec<usize>, results: &mut [Option<Result<T, Error>>]) -> Next {
        if self.courier.spend() {
            return Next::Again(unsent);
        }
        let error = Error::server("not sent, because too many other steps of its request were refused");
        let error = error.in_phase(Phase::NotSent);
        fail(&unsent, &error, results);
        Next::Done(Some(error))
    }

    async fn round(&self, writes: &[usize]) -> Result<Round<T>, Error> {
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
        self.courier.deliver(&body, load, |verdict| self.read(&batch, writes, verdict)).await
    }

    fn load(&self, writes: &[usize]) -> WriteLoad {
        let writes = || writes.iter().map(|index| &self.writes[*index]);
        let creates = writes().filter(|write| write.card.creates).count();
        WriteLoad { creates, units: writes().map(|write| write.cost().units()).sum() }
    }

    fn read(&self, batch: &Batch<'_>, writes: &[usize], verdict: Verdict<'_>) -> Round<T> {
        match verdict {
            Verdict::Answered(response) => self.read_answers(batch, writes, &response),
            Verdict::Refused { error, errors, .. } => Round::refused(batch, writes, &error, &errors),
            Verdict::Broken(broken) => Round::unknown(writes, &broken.error),
            Verdict::Limited(Limit { error, .. }) => Round::refused(batch, writes, &error, &[]),
        }
    }

    fn read_answers(&self, batch: &Batch<'_>, writes: &[usize], response: &Response<'_>) -> Round<T> {
        let blame = Blame::new(batch, &response.errors);
        let answers = Answers::new(batch, response);
        let stray = blame.unattributed.first().map(|index| &response.errors[*index]);
        let mut lost = false;
        let results = writes.iter().enumerate().map(|(place, write)| {
            let (own, answer) = (blame.items[place].as_slice(), answers.item(place));
            lost |= own.is_empty() && answer.missing().next().is_some();
            let settled = Settled { response, own, answer: &answer, stray };
            let result = match settled.failure() {
                Some(error) => Err(error),
                None => (self.decode)(*write, &answer.answer()).map_err(|error| unreadable(&error)),
            };
            (*write, result.map_err(|error| error.with_request_id(response.request_id)))
        });
        let results: Vec<(usize, Result<T, Error>)> = results.collect();
        if !lost {
            self.courier.warn(blame.unattributed.iter().map(|index| from_graphql(&response.errors[*index])));
        }
        // A limit on a single field is one on the credential.
        if results.iter().any(|(_, result)| is_limited(result)) {
            self.courier.limited(response.wait);
        }
        Round { results, unsent: Vec::new(), stop: None }
    }
}

/// The error of a write whose result is there, but is not what GitHub's schema says. Such a response proves nothing.
fn unreadable(error: &Error) -> Error {
    if error.kind_mismatch().is_some() {
        let message = format!("the write was applied, but {}", error.message());
        return error.clone().in_phase(Phase::Applied).with_message(message);
    }
    let message = format!("{}{UNKNOWN_OUTCOME}", error.message());
    error.clone().in_phase(Phase::MayBeApplied).with_message(message)
}

fn is_limited<T>(result: &Result<T, Error>) -> bool {
    result.as_ref().is_err_and(|error| error.code() == ErrorCode::RateLimit)
}

fn fail<T>(writes: &[usize], error: &Error, results: &mut [Option<Result<T, Error>>]) {
    for write in writes {
        note(*write, Err(error.clone()), results);
    }
}

/// Notes what became of a write. A repetition that was refused leaves the first try as uncertain as it was.
fn note<T>(write: usize, result: Result<T, Error>, results: &mut [Option<Result<T, Error>>]) {
    let was_uncertain = results[write].as_ref().is_some_and(is_uncertain);
    if !was_uncertain || may_have_run(Some(&result)) {
        results[write] = Some(result);
    }
}

fn is_uncertain<T>(result: &Result<T, Error>) -> bool {
    result.as_ref().is_err_and(|error| error.phase() == Phase::MayBeApplied)
}

fn may_have_run<T>(result: Option<&Result<T, Error>>) -> bool {
    match result {
        Some(Err(error)) => error.phase().outcome().is_some(),
        Some(Ok(_)) => true,
        None => false,
    }
}

/// Why nothing is sent after a request of which the outcome is not known: what comes later might overtake it.
fn uncertain<T>(results: &[Option<Result<T, Error>>], courier: &Courier<'_>) -> Option<Error> {
    let unknown =
        |result: &Option<Result<T, Error>>| matches!(result, Some(Err(error)) if error.phase() == Phase::MayBeApplied);
    results.iter().any(unknown).then(|| after_unknown(courier))
}

/// The error of a write that is not sent, because the outcome of one before it is unknown.
pub(in crate::engine) fn after_unknown(courier: &Courier<'_>) -> Error {
    if courier.is_cancelled() {
        return cancelled_before();
    }
    warn!("a request has an unknown outcome: later writes are not sent");
    let message = "not sent, because an earlier request of this chain has an unknown outcome";
    Error::new(ErrorCode::Server, message).in_phase(Phase::NotSent)
}

impl<T> Round<T> {
    /// Nobody knows what was executed.
    fn unknown(writes: &[usize], error: &Error) -> Self {
        let message = format!("{}{UNKNOWN_OUTCOME}", error.message());
        let error = error.clone().in_phase(Phase::MayBeApplied).with_message(message);
        let results = writes.iter().map(|write| (*write, Err(error.clone()))).collect();
        Self { results, unsent: Vec::new(), stop: None }
    }

    /// Nothing was executed. The writes that GitHub named have their error; the others may go without them.
    fn refused(batch: &Batch<'_>, writes: &[usize], error: &Error, errors: &[GraphqlError]) -> Self {
        let blame = Blame::new(batch, errors);
        let nobody = blame.items.iter().all(Vec::is_empty);
        let stop = nobody.then(|| error.clone().in_phase(Phase::NotSent));
        let mut round = Self { results: Vec::new(), unsent: Vec::new(), stop };
        for (place, write) in writes.iter().enumerate() {
            match blame.items[place].first() {
                Some(blamed) => {
                    let own = from_graphql(&errors[blamed.error]).with_request_id(error.request_id());
                    round.results.push((*write, Err(own)));
                }
                None if nobody => round.results.push((*write, Err(error.clone().in_phase(Phase::Refused)))),
                None => round.unsent.push(*write),
            }
        }
        round
    }
}
