//! Questions: lookups and reads, as one query or as few as the limit allows, at the same time.
//!
//! A question changes nothing, so whatever goes wrong may be tried again: in smaller parts where GitHub found it too much,
//! alone where somebody else's error took its answer along.

use std::sync::Mutex;

use futures_util::stream::{StreamExt, iter};
use serde_json::{Map, Value};
use tracing::debug;

use super::courier::{ATTEMPTS, Courier};
use crate::answer::Answer;
use crate::batch::{Batch, Item, queries};
use crate::error::Phase;
use crate::failure::{Broken, Limit, Verdict, from_field, is_resource_limit};
use crate::operation::Operation;
use crate::response::{Answers, Blame, Depth, GraphqlError, Response};
use crate::{Error, ErrorCode};

/// How many requests go out at the same time. GitHub allows a hundred for all that a user runs.
const SIDE_BY_SIDE: usize = 10;

/// A question.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub(super) operation: &'static Operation,
    pub(super) variables: &'a Map<String, Value>,
    /// Whether nothing is an answer, too: a lookup says better than GitHub what it did not find.
    pub(super) may_be_missing: bool,
}

/// What takes the answers: the number of the question, and what came back for it.
pub(super) type Decode<'d, T> = &'d (dyn Fn(usize, &Answer<'_>) -> Result<T, Error> + Sync);

/// Asks all questions; the answers are in their order.
pub(super) async fn ask<T: Send>(
    courier: &Courier<'_>,
    questions: &[Question<'_>],
    decode: Decode<'_, T>,
    warnings: &Mutex<Vec<Error>>,
) -> Vec<Result<T, Error>> {
    let asker = Asker { courier, questions, decode, warnings };
    let mut answers: Vec<Option<Result<T, Error>>> = questions.iter().map(|_| None).collect();
    let mut parts = asker.parts(&(0..questions.len()).collect::<Vec<_>>(), true, 0, None);
    while !parts.is_empty() {
        let requests: Vec<_> = parts.iter().map(|part| asker.send(part)).collect();
        let mut again = Vec::new();
        for round in iter(requests).buffered(SIDE_BY_SIDE).collect::<Vec<_>>().await {
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
    warnings: &'a Mutex<Vec<Error>>,
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

/// Questions that are to be asked again, and what to say if they cannot be.
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
    /// In two halves.
    Halves,
    /// Each under a root of its own.
    Alone,
}

impl<'a, T: Send> Asker<'a, T> {
    fn parts(&self, questions: &[usize], shared: bool, attempt: u32, why: Option<&Error>) -> Vec<Part<'a>> {
        let items: Vec<Item<'a>> = questions
            .iter()
            .map(|index| {
                let Question { operation, variables, .. } = self.questions[*index];
                Item { name: *index, operation, variables }
            })
            .collect();
        let batches = queries(&items, shared, self.courier.max_batch()).into_iter();
        batches
            .map(|(range, batch)| Part { questions: questions[range].to_vec(), batch, attempt, why: why.cloned() })
            .collect()
    }

    /// The requests for another try, or the error where there is none.
    fn retry(&self, again: Again, answers: &mut [Option<Result<T, Error>>]) -> Vec<Part<'a>> {
        let is_last = again.attempt > ATTEMPTS || self.courier.is_cancelled() || !self.courier.spend();
        if is_last {
            for question in again.questions {
                answers[question] = Some(Err(again.error.clone()));
            }
            return Vec::new();
        }
        debug!(questions = again.questions.len(), attempt = again.attempt, "asking again");
        let Again { questions, attempt, how, error } = &again;
        let (attempt, why) = (*attempt, Some(error));
        let half = questions.len().div_ceil(2).max(1);
        match how {
            How::Same => self.parts(questions, true, attempt, why),
            How::Alone => self.parts(questions, false, attempt, why),
            How::Halves => questions.chunks(half).flat_map(|half| self.parts(half, true, attempt, why)).collect(),
        }
    }

    async fn send(&self, part: &Part<'a>) -> Round<T> {
        let fail = |error: Error| {
            let failed = part.questions.iter().map(|question| (*question, Err(error.clone())));
            Round { answers: failed.collect(), again: Vec::new() }
        };
        let body = match part.batch.body() {
            Ok(body) => body,
            Err(error) => return fail(error),
        };
        if part.attempt > 0 && !self.courier.pause(part.attempt).await {
            let why = part.why.clone().unwrap_or_else(|| Error::network("there was no time left to try again"));
            return fail(why.in_phase(Phase::Refused));
        }
        match self.courier.deliver(&body, |verdict| self.read(part, verdict)).await {
            Ok(round) => round,
            Err(error) if error.phase() == Phase::MayBeApplied => part.again(How::Same, error),
            Err(error) => fail(error),
        }
    }

    fn read(&self, part: &Part<'a>, verdict: Verdict<'_>) -> Round<T> {
        let is_one = part.questions.len() == 1;
        match verdict {
            Verdict::Answered(response) => self.read_answers(part, &response),
            Verdict::Broken(Broken { error, too_large })
            | Verdict::Refused { error, too_large: too_large @ true, .. } => {
                part.again(if too_large && !is_one { How::Halves } else { How::Same }, error)
            }
            Verdict::Refused { error, errors, .. } => part.without_refused(&error, &errors),
            Verdict::Limited(Limit { error, .. }) => part.again(How::Same, error),
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
                Some((how, error)) => round.ask_again(*question, how, error, part.attempt + 1),
                None => round.answers.push((*question, self.answer(&reading, place, *question))),
            }
        }
        if !reading.has_lost() {
            self.warn(reading.strays().map(|error| reading.refused(error)));
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

    /// Errors that cost nobody an answer are not lost either.
    fn warn(&self, errors: impl Iterator<Item = Error>) {
        self.warnings.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(errors);
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
        self.blame.items[place].iter().map(|(index, _)| &self.response.errors[*index])
    }

    /// The errors of nobody.
    fn strays(&self) -> impl Iterator<Item = &GraphqlError> {
        self.blame.unattributed.iter().map(|index| &self.response.errors[*index])
    }

    /// Whether a question has no answer and no error either.
    fn is_lost(&self, place: usize) -> bool {
        self.blame.items[place].is_empty() && !self.answers.item(place).missing.is_empty()
    }

    fn has_lost(&self) -> bool {
        !self.blame.unattributed.is_empty() && (0..self.part.questions.len()).any(|place| self.is_lost(place))
    }

    /// How a question is to be asked again, if another try may help.
    fn again(&self, place: usize) -> Option<(How, Error)> {
        if let Some(error) = self.own(place).next() {
            let failure = self.refused(error);
            return match failure.code() {
                _ if self.own(place).any(is_resource_limit) => Some((How::Halves, failure)),
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

    /// A question changes nothing, whatever became of it.
    fn refused(&self, error: &GraphqlError) -> Error {
        from_field(error, Depth::Field, false).with_request_id(self.response.request_id)
    }
}

impl Part<'_> {
    /// All questions again.
    fn again<T>(&self, how: How, error: Error) -> Round<T> {
        let error = error.in_phase(Phase::Refused);
        let again = Again { questions: self.questions.clone(), attempt: self.attempt + 1, how, error };
        Round { answers: Vec::new(), again: vec![again] }
    }

    /// The questions that GitHub named have their error; the others are asked again without them.
    fn without_refused<T>(&self, error: &Error, errors: &[GraphqlError]) -> Round<T> {
        let blame = Blame::new(&self.batch, errors);
        let nobody = blame.items.iter().all(Vec::is_empty);
        let mut round = Round { answers: Vec::new(), again: Vec::new() };
        for (place, question) in self.questions.iter().enumerate() {
            match blame.items[place].first() {
                Some((index, _)) => round.answers.push((
                    *question,
                    Err(from_field(&errors[*index], Depth::Field, false).with_request_id(error.request_id())),
                )),
                None if nobody => round.answers.push((*question, Err(error.clone()))),
                None => round.ask_again(*question, How::Same, error.clone(), self.attempt),
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
