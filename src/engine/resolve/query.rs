//! Questions: lookups and reads, as one query or as few as the limits allow, at the same time.
//!
//! A question changes nothing, so whatever goes wrong may be tried again: in smaller parts where GitHub found it too much,
//! alone where the error of another question took its answer along.

use futures_util::stream::{StreamExt, iter};
use serde_json::{Map, Value};
use tracing::debug;

use super::part_size::PartSize;
use crate::capability::data::Answer;
use crate::card::operation::Operation;
use crate::engine::graphql::batch::{Batch, Item, QueryLimits, queries};
use crate::engine::graphql::{Answers, Blame};
use crate::engine::send::{ATTEMPTS, Courier};
use crate::error::Phase;
use crate::response::{Broken, Limit, Verdict, from_graphql, is_resource_limit};
use crate::response::{GraphqlError, Response};
use crate::{Error, ErrorCode};

/// How many requests go out at the same time. GitHub allows a hundred for all that a user runs.
const SIDE_BY_SIDE: usize = 10;

/// A question.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Question<'a> {
    /// The first step that asks it.
    pub(in crate::engine) step: usize,
    pub(in crate::engine) operation: &'static Operation,
    pub(in crate::engine) variables: &'a Map<String, Value>,
    /// Whether nothing is an answer, too: a lookup says better than GitHub what it did not find.
    pub(in crate::engine) may_be_missing: bool,
}

/// What takes the answers: the number of the question, and what came back for it.
pub(in crate::engine) type Decode<'d, T> = &'d (dyn Fn(usize, &Answer<'_>) -> Result<T, Error> + Sync);

/// Asks all questions; the answers are in their order.
pub(in crate::engine) async fn ask<T: Send>(
    courier: &Courier<'_>,
    questions: &[Question<'_>],
    decode: Decode<'_, T>,
) -> Vec<Result<T, Error>> {
    let asker = Asker { courier, questions, decode, size: PartSize::default() };
    let mut answers: Vec<Option<Result<T, Error>>> = questions.iter().map(|_| None).collect();
    let mut parts = asker.parts(&(0..questions.len()).collect::<Vec<_>>(), true, 0, None);
    while !parts.is_empty() {
        let mut again = Vec::new();
        for round in asker.send_all(&parts).await {
            for (question, answer) in round.answers {
                answers[question] = Some(answer);
            }
            again.extend(round.again);
        }
        parts = again.into_iter().flat_map(|again| asker.retry(again, &mut answers)).collect();
    }
    let unasked = || Err(Error::unknown("a question was not asked"));
    answers.into_iter().map(|answer| answer.unwrap_or_else(unasked)).collect()
}

struct Asker<'a, T> {
    courier: &'a Courier<'a>,
    questions: &'a [Question<'a>],
    decode: Decode<'a, T>,
    size: PartSize,
}

/// One request: some of the questions.
struct Part<'a> {
    questions: Vec<usize>,
    batch: Batch<'a>,
    attempt: u32,
    /// Why it is asked again.
    why: Option<Error>,
}

/// What one request brought.
struct Round<T> {
    answers: Vec<(usize, Result<T, Error>)>,
    again: Vec<Again>,
}

/// Questions that are to be asked again, and the error if they cannot be.
struct Again {
    questions: Vec<usize>,
    attempt: u32,
    how: How,
    error: Error,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// As they were, after a pause.
    Same,
    /// In smaller parts, down to one question.
    Smaller,
    /// Each under a root of its own.
    Alone,
    /// At once, without the questions that GitHub refused.
    Rest,
}

impl<'a, T: Send> Asker<'a, T> {
    fn parts(&self, questions: &[usize], shared: bool, attempt: u32, why: Option<&Error>) -> Vec<Part<'a>> {
        let items: Vec<Item<'a>> = questions
            .iter()
            .map(|index| {
                let Question { step, operation, variables, .. } = self.questions[*index];
                Item { name: step, operation, variables }
            })
            .collect();
        let batches = queries(&items, shared, QueryLimits::new(self.courier.max_batch())).into_iter();
        batches
            .map(|(range, batch)| Part { questions: questions[range].to_vec(), batch, attempt, why: why.cloned() })
            .collect()
    }

    /// Sends the parts at the same time. Where parts were too large before, the first one goes ahead: it tells whether the
    /// others are small enough now.
    async fn send_all(&self, parts: &[Part<'a>]) -> Vec<Round<T>> {
        let ahead = usize::from(self.size.is_shrinking()).min(parts.len());
        let (first, rest) = parts.split_at(ahead);
        let mut rounds = Vec::with_capacity(parts.len());
        for part in first {
            rounds.push(self.send(part).await);
        }
        let requests: Vec<_> = rest.iter().map(|part| self.send(part)).collect();
        rounds.extend(iter(requests).buffered(SIDE_BY_SIDE).collect::<Vec<_>>().await);
        rounds
    }

    /// The requests for another try, or the error where there is none. Smaller parts are no further attempt: they end at one
    /// question.
    fn retry(&self, again: Again, answers: &mut [Option<Result<T, Error>>]) -> Vec<Part<'a>> {
        let is_smaller = again.how == How::Smaller && again.questions.len() > 1;
        let may_try = is_smaller || again.attempt < ATTEMPTS && self.courier.spend();
        if !may_try || self.courier.is_cancelled() || self.size.is_outage() {
            for question in again.questions {
                answers[question] = Some(Err(again.error.clone()));
            }
            return Vec::new();
        }
        debug!(questions = again.questions.len(), attempt = again.attempt, "asking again");
        let Again { questions, attempt, how, error } = &again;
        let (next, why) = (attempt + 1, Some(error));
        match how {
            How::Smaller if is_smaller => {
                let size = self.size.below(questions.len());
                questions.chunks(size).flat_map(|part| self.parts(part, true, *attempt, why)).collect()
            }
            How::Same | How::Smaller => self.parts(questions, true, next, why),
            How::Alone => self.parts(questions, false, next, why),
            How::Rest => self.parts(questions, true, *attempt, why),
        }
    }

    async fn send(&self, part: &Part<'a>) -> Round<T> {
        let fail = |error: Error| {
            let failed = part.questions.iter().map(|question| (*question, Err(error.clone())));
            Round { answers: failed.collect(), again: Vec::new() }
        };
        if let Some(error) = self.size.objection(part.questions.len()) {
            return part.again(How::Smaller, error);
        }
        let body = match part.batch.body() {
            Ok(body) => body,
            Err(error) => return fail(error),
        };
        if part.attempt > 0 && !self.courier.pause(part.attempt).await {
            let why = part.why.clone().unwrap_or_else(|| Error::network("there was no time left to try again"));
            return fail(why.in_phase(Phase::Refused));
        }
        match self.courier.deliver(&body, None, |verdict| self.read(part, verdict)).await {
            Ok(round) => round,
            Err(error) if error.phase() == Phase::MayBeApplied => part.again(How::Same, error),
            Err(error) => fail(error),
        }
    }

    fn read(&self, part: &Part<'a>, verdict: Verdict<'_>) -> Round<T> {
        match verdict {
            Verdict::Answered(response) => {
                self.size.answered();
                self.read_answers(part, &response)
            }
            Verdict::Broken(Broken { error, too_large: false }) | Verdict::Limited(Limit { error, .. }) => {
                part.again(How::Same, error)
            }
            Verdict::Broken(Broken { error, .. }) | Verdict::Refused { error, too_large: true, .. } => {
                self.size.too_large(part.questions.len(), &error);
                part.again(How::Smaller, error)
            }
            Verdict::Refused { error, errors, .. } => part.without_refused(&error, &errors),
        }
    }

    fn read_answers(&self, part: &Part<'a>, response: &Response<'_>) -> Round<T> {
        let reading = Reading {
            part,
            response,
            blame: Blame::new(&part.batch, &response.errors),
            answers: Answers::new(&part.batch, response),
        };
        let mut round = Round { answers: Vec::new(), again: Vec::new() };
        for (place, question) in part.questions.iter().enumerate() {
            match reading.again(place) {
                Some((how, error)) => round.ask_again(*question, how, error, part.attempt),
                None => round.answers.push((*question, self.answer(&reading, place, *question))),
            }
        }
        if !reading.has_lost() {
            self.courier.warn(reading.strays().map(|error| reading.refused(error)));
        }
        for (asked, now) in reading.answers.renamed() {
            self.courier.warn_of_rename(asked, Some(&now));
        }
        // A limit on a single field is one on the credential.
        if response.errors.iter().any(|error| from_graphql(error).code() == ErrorCode::RateLimit) {
            self.courier.limited(response.wait);
        }
        round
    }

    fn answer(&self, reading: &Reading<'_, 'a>, place: usize, question: usize) -> Result<T, Error> {
        let mut own = reading.own(place);
        let is_missing = reading.own(place).all(|error| error.kind.as_deref() == Some("NOT_FOUND"));
        match own.next() {
            Some(error) if !(is_missing && self.questions[question].may_be_missing) => Err(reading.refused(error)),
            _ => (self.decode)(question, &reading.answers.item(place).answer()),
        }
    }
}

/// An answer beside the request that it answers.
struct Reading<'r, 'a> {
    part: &'r Part<'a>,
    response: &'r Response<'r>,
    blame: Blame,
    answers: Answers<'r, 'r>,
}

impl Reading<'_, '_> {
    /// The errors of one question.
    fn own(&self, place: usize) -> impl Iterator<Item = &GraphqlError> {
        self.blame.items[place].iter().map(|blamed| &self.response.errors[blamed.error])
    }

    /// The errors of nobody.
    fn strays(&self) -> impl Iterator<Item = &GraphqlError> {
        self.blame.unattributed.iter().map(|index| &self.response.errors[*index])
    }

    /// Whether a question has no answer and no error either.
    fn is_lost(&self, place: usize) -> bool {
        self.blame.items[place].is_empty() && self.answers.item(place).missing().next().is_some()
    }

    fn has_lost(&self) -> bool {
        !self.blame.unattributed.is_empty() && (0..self.part.questions.len()).any(|place| self.is_lost(place))
    }

    /// How a question is to be asked again, if another try may help.
    fn again(&self, place: usize) -> Option<(How, Error)> {
        if let Some(error) = self.own(place).next() {
            let failure = self.refused(error);
            return match failure.code() {
                _ if self.own(place).any(is_resource_limit) => Some((How::Smaller, failure)),
                ErrorCode::Server => Some((How::Same, failure)),
                _ => None,
            };
        }
        if self.response.errors.is_empty() || !self.is_lost(place) {
            return None;
        }
        match self.strays().next() {
            Some(stray) => Some((How::Same, self.refused(stray))),
            None => self.neighbour(place).map(|error| (How::Alone, self.refused(error))),
        }
    }

    /// The error of somebody else that took a shared root along.
    fn neighbour(&self, place: usize) -> Option<&GraphqlError> {
        let items = &self.part.batch.items;
        let roots: Vec<usize> = items[place].iter().map(|slot| slot.root).collect();
        let shares = |other: &usize| items[*other].iter().any(|slot| roots.contains(&slot.root));
        let mut others = (0..items.len()).filter(|other| *other != place).filter(shares);
        others.find_map(|other| self.own(other).next())
    }

    fn refused(&self, error: &GraphqlError) -> Error {
        let error = from_graphql(error).with_request_id(self.response.request_id);
        match error.code() {
            ErrorCode::RateLimit => error.with_retry_at(std::time::SystemTime::now() + self.response.wait),
            _ => error,
        }
    }
}

impl Part<'_> {
    /// All questions again.
    fn again<T>(&self, how: How, error: Error) -> Round<T> {
        let error = error.in_phase(Phase::Refused);
        let again = Again { questions: self.questions.clone(), attempt: self.attempt, how, error };
        Round { answers: Vec::new(), again: vec![again] }
    }

    /// The questions that GitHub named have their error; the others are asked again without them.
    fn without_refused<T>(&self, error: &Error, errors: &[GraphqlError]) -> Round<T> {
        let blame = Blame::new(&self.batch, errors);
        let nobody = blame.items.iter().all(Vec::is_empty);
        let mut round = Round { answers: Vec::new(), again: Vec::new() };
        for (place, question) in self.questions.iter().enumerate() {
            match blame.items[place].first() {
                Some(blamed) => {
                    let own = from_graphql(&errors[blamed.error]).with_request_id(error.request_id());
                    round.answers.push((*question, Err(own)));
                }
                None if nobody => round.answers.push((*question, Err(error.clone()))),
                None => round.ask_again(*question, How::Rest, error.clone(), self.attempt),
            }
        }
        round
    }
}

impl<T> Round<T> {
    fn ask_again(&mut self, question: usize, how: How, error: Error, attempt: u32) {
        match self.again.iter_mut().find(|again| again.how == how) {
            Some(again) => again.questions.push(question),
            None => self.again.push(Again { questions: vec![question], attempt, how, error }),
        }
    }
}
