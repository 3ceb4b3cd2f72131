//! Questions that are asked before a write: names become node ids.
//!
//! A capability asks and gets no answer at first; what it asked is collected over all steps, sent once, and answered.
//! Then the capability asks again and goes on.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::Error;
use crate::capability::data::{Answer, OwnedAnswer};
use crate::card::operation::{Document, Operation, Request};
use crate::error::Phase;

pub use crate::display::suggest::suggest;

/// The questions of one or more steps and their answers. Equal questions are one.
#[derive(Debug, Default)]
pub struct Lookups {
    questions: Vec<Question>,
    /// The step that asks now.
    step: usize,
    index: HashMap<(&'static str, String), LookupKey>,
}

/// Which question of a [`Lookups`] an answer belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LookupKey(usize);

#[derive(Debug)]
struct Question {
    request: Request,
    /// The first step that asked it.
    step: usize,
    /// Whether it asks for the id of a thing, which stays the same while a chain runs.
    is_id: bool,
    reply: Option<Result<OwnedAnswer, Error>>,
}

impl Lookups {
    /// No questions yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The answer to a question: `None` while there is none, an error if it was answered with one.
    pub fn ask<D: Document>(&mut self, variables: &D::Variables) -> Result<Option<D::Data>, Error> {
        self.decoded::<D>(variables, false)
    }

    /// [`ask`](Lookups::ask) for the id of a thing. An id that was found is kept for the whole chain.
    pub fn ask_id<D: Document>(&mut self, variables: &D::Variables) -> Result<Option<D::Data>, Error> {
        self.decoded::<D>(variables, true)
    }

    /// For the next wave: the ids that were found. Everything else may have changed, and is asked again.
    pub(crate) fn kept(self) -> Self {
        let mut kept = Self::new();
        for Question { request, step, is_id, reply } in self.questions {
            let is_found = reply.as_ref().is_some_and(|reply| reply.as_ref().is_ok_and(OwnedAnswer::is_complete));
            if is_id && is_found {
                let key = kept.record(request, is_id);
                if let Some(question) = kept.questions.get_mut(key.0) {
                    (question.step, question.reply) = (step, reply);
                }
            }
        }
        kept
    }

    fn decoded<D: Document>(&mut self, variables: &D::Variables, is_id: bool) -> Result<Option<D::Data>, Error> {
        match self.reply(Request::new::<D>(variables)?, is_id)? {
            None => Ok(None),
            Some(answer) => answer.borrow().decode::<D>().map(Some).map_err(unchanged),
        }
    }

    fn reply(&mut self, request: Request, is_id: bool) -> Result<Option<&OwnedAnswer>, Error> {
        let key = self.record(request, is_id);
        match self.questions.get(key.0).and_then(|question| question.reply.as_ref()) {
            None => Ok(None),
            Some(Ok(answer)) => Ok(Some(answer)),
            Some(Err(error)) => Err(error.clone()),
        }
    }

    fn record(&mut self, request: Request, is_id: bool) -> LookupKey {
        let variables = serde_json::to_string(&request.variables).unwrap_or_default();
        let (questions, step) = (&mut self.questions, self.step);
        let entry = self.index.entry((request.operation.document, variables));
        *entry.or_insert_with(|| {
            questions.push(Question { request, step, is_id, reply: None });
            LookupKey(questions.len() - 1)
        })
    }

    /// What is asked from now on is asked for this step.
    pub(crate) fn ask_for(&mut self, step: usize) {
        self.step = step;
    }

    /// Whether a question asks for the id of a thing.
    pub(crate) fn is_id(&self, key: LookupKey) -> bool {
        self.questions.get(key.0).is_some_and(|question| question.is_id)
    }

    /// The first step that asked a question.
    pub(crate) fn step_of(&self, key: LookupKey) -> usize {
        self.questions.get(key.0).map_or(0, |question| question.step)
    }

    /// The questions without an answer, in the order in which they were first asked.
    pub fn pending(&self) -> impl Iterator<Item = (LookupKey, &'static Operation, &Map<String, Value>)> {
        let questions = self.questions.iter().enumerate();
        questions.filter(|(_, question)| question.reply.is_none()).map(|(index, question)| {
            let request = &question.request;
            (LookupKey(index), request.operation, &request.variables)
        })
    }

    /// Answers a question. Every step that asked it gets this answer.
    pub fn answer(&mut self, key: LookupKey, reply: Result<Answer<'_>, Error>) {
        self.keep(key, reply.map(|answer| answer.to_owned_answer()));
    }

    /// [`answer`](Lookups::answer) with an answer that need not be copied.
    pub(crate) fn keep(&mut self, key: LookupKey, reply: Result<OwnedAnswer, Error>) {
        if let Some(question) = self.questions.get_mut(key.0) {
            question.reply = Some(reply);
        }
    }
}

/// A question changes nothing, whatever became of it.
fn unchanged(error: Error) -> Error {
    error.in_phase(Phase::Refused)
}

/// The error for a name that leads to nothing: `no label `bgu` in acme/widgets`.
pub fn not_found(message: impl Into<String>) -> Error {
    Error::not_found(message)
}

/// [`not_found`] with the nearest of the names that do exist: `… (did you mean `bug`?)`.
pub fn not_found_among<'a>(
    message: impl Into<String>,
    wanted: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Error {
    let message = message.into();
    match crate::display::suggest::did_you_mean(wanted, candidates) {
        Some(hint) => not_found(format!("{message} ({hint})")),
        None => not_found(message),
    }
}
