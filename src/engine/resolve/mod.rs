//! The questions of a wave: all lookups and all reads, together.

mod part_size;
pub(in crate::engine) mod query;

use self::query::{Question, ask};
use super::Run;
use super::wave::Open;
use crate::capability::ErasedOutput;
use crate::capability::data::OwnedAnswer;
use crate::capability::lookup::{LookupKey, Lookups};
use crate::capability::subject_of;
use crate::card::operation::OperationKind;
use crate::{Error, ErrorCode};

/// How often a step may come back with further questions. The compiler lets cards have one round.
const ROUNDS: usize = 4;

/// What an answer is for.
enum Asked {
    Lookup(LookupKey),
    /// The place of the step among the open ones.
    Read(usize),
}

/// What an answer became.
enum Found {
    /// With whether the node that it starts from is there.
    Lookup(OwnedAnswer, bool),
    Read(Box<dyn ErasedOutput>),
}

impl Run<'_> {
    /// Answers every lookup of the wave and runs its reads. Afterwards each write has its request, or its error.
    pub(super) async fn resolve(&mut self, open: &mut [Open<'_>]) {
        let mut lookups = std::mem::take(&mut self.lookups).into_found_ids();
        self.resolve_with(open, &mut lookups).await;
        self.lookups = lookups;
    }

    async fn resolve_with(&mut self, open: &mut [Open<'_>], lookups: &mut Lookups) {
        self.missing_root = false;
        for _ in 0..ROUNDS {
            self.prepare(open, lookups);
            let (asked, answers) = self.ask_all(open, lookups).await;
            if asked.is_empty() {
                return;
            }
            for (asked, answer) in asked.into_iter().zip(answers) {
                self.take(open, lookups, &asked, answer);
            }
        }
        self.prepare(open, lookups);
        for step in open.iter().filter(|step| step.request.is_none()) {
            if self.outcomes[step.index].is_none() {
                self.finish(step.index, Err(Error::unknown("the lookups of the step do not come to an end")));
            }
        }
    }

    /// Lets each step say what it wants to know, or what is to be sent.
    fn prepare(&mut self, open: &mut [Open<'_>], lookups: &mut Lookups) {
        for step in open {
            if step.request.is_some() || self.outcomes[step.index].is_some() {
                continue;
            }
            lookups.set_step(step.index);
            match step.bound.step().request(lookups) {
                Ok(request) => step.request = request,
                Err(error) => self.finish(step.index, Err(error)),
            }
        }
    }

    async fn ask_all(&self, open: &[Open<'_>], lookups: &Lookups) -> (Vec<Asked>, Vec<Result<Found, Error>>) {
        let mut asked = Vec::new();
        let mut questions = Vec::new();
        for (key, operation, variables) in lookups.pending() {
            asked.push(Asked::Lookup(key));
            questions.push(Question { step: lookups.step_of(key), operation, variables, may_be_missing: true });
        }
        for (place, step) in open.iter().enumerate() {
            let Some(request) = &step.request else { continue };
            if request.operation.kind == OperationKind::Query && self.outcomes[step.index].is_none() {
                asked.push(Asked::Read(place));
                let (operation, variables) = (request.operation, &request.variables);
                questions.push(Question { step: step.index, operation, variables, may_be_missing: false });
            }
        }
        if asked.is_empty() {
            return (asked, Vec::new());
        }
        let decode = |index: usize, answer: &crate::capability::data::Answer<'_>| match &asked[index] {
            Asked::Lookup(_) => Ok(Found::Lookup(answer.to_owned_answer(), answer.has_roots())),
            Asked::Read(place) => open[*place].bound.step().read(answer).map(Found::Read),
        };
        let answers = ask(self.courier, &questions, &decode).await;
        (asked, answers)
    }

    fn take(&mut self, open: &[Open<'_>], lookups: &mut Lookups, asked: &Asked, answer: Result<Found, Error>) {
        match (asked, answer) {
            (Asked::Lookup(key), Ok(Found::Lookup(answer, has_roots))) => {
                self.missing_root |= !has_roots;
                lookups.keep(*key, Ok(answer));
            }
            (Asked::Lookup(key), Err(error)) => lookups.keep(*key, Err(self.unasked(error))),
            (Asked::Read(place), Ok(Found::Read(output))) => self.finish(open[*place].index, Ok(output)),
            (Asked::Read(place), Err(error)) => {
                let error = self.name_subject(&open[*place], error);
                self.finish(open[*place].index, Err(error));
            }
            (Asked::Lookup(_), Ok(Found::Read(_))) | (Asked::Read(_), Ok(Found::Lookup(..))) => {}
        }
    }

    /// A lookup that was stopped in flight leaves its step unsent.
    fn unasked(&self, error: Error) -> Error {
        match (error.code(), self.courier.check_stop()) {
            (ErrorCode::Network, Err(stopped)) => stopped,
            _ => error,
        }
    }

    /// What is not found is named as the user named it.
    fn name_subject(&self, step: &Open<'_>, error: Error) -> Error {
        if error.code() != ErrorCode::NotFound {
            return error;
        }
        let subject = subject_of(self.nodes[step.index].card, &step.bound.step().to_json());
        if error.kind_mismatch().is_some() {
            return error.with_subject(&subject);
        }
        let message = format!("{subject}: {}", error.message());
        if subject.is_empty() { error } else { error.with_message(message) }
    }
}
