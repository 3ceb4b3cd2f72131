//! The lookups and reads of a wave, all together.

mod query;
mod query_size;

pub(super) use self::query::{Query, run_queries};
use super::Run;
use super::wave::OpenStep;
use crate::capability::ErasedOutput;
use crate::capability::data::{OwnedData, ResponseData};
use crate::capability::lookup::{LookupKey, Lookups};
use crate::capability::subject_of;
use crate::card::operation::OperationKind;
use crate::{Error, ErrorCode};

/// How many rounds of lookups a step may need. The compiler allows cards one.
const MAX_ROUNDS: usize = 4;

/// What a response is for.
enum Purpose {
    Lookup(LookupKey),
    /// The position of the step among the open ones.
    Read(usize),
}

/// A decoded response.
enum Decoded {
    /// With whether the node that the lookup starts from exists.
    Lookup(OwnedData, bool),
    Read(Box<dyn ErasedOutput>),
}

impl Run<'_> {
    /// Answers every lookup of the wave and runs its reads. Afterwards each write has its request, or its error.
    pub(super) async fn resolve(&mut self, open: &mut [OpenStep<'_>]) {
        let mut lookups = std::mem::take(&mut self.lookups).into_found_ids();
        self.resolve_with(open, &mut lookups).await;
        self.lookups = lookups;
    }

    async fn resolve_with(&mut self, open: &mut [OpenStep<'_>], lookups: &mut Lookups) {
        self.missing_root = false;
        for _ in 0..MAX_ROUNDS {
            self.prepare(open, lookups);
            let (purposes, responses) = self.send_queries(open, lookups).await;
            if purposes.is_empty() {
                return;
            }
            for (purpose, response) in purposes.into_iter().zip(responses) {
                self.receive(open, lookups, &purpose, response);
            }
        }
        self.prepare(open, lookups);
        for step in open.iter().filter(|step| step.request.is_none()) {
            if self.outcomes[step.index].is_none() {
                self.finish(step.index, Err(Error::unknown("the step needs too many rounds of lookups")));
            }
        }
    }

    /// Collects the lookups that each step still needs, or its request if it needs none.
    fn prepare(&mut self, open: &mut [OpenStep<'_>], lookups: &mut Lookups) {
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

    async fn send_queries(
        &self,
        open: &[OpenStep<'_>],
        lookups: &Lookups,
    ) -> (Vec<Purpose>, Vec<Result<Decoded, Error>>) {
        let mut purposes = Vec::new();
        let mut queries = Vec::new();
        for (key, operation, variables) in lookups.pending() {
            purposes.push(Purpose::Lookup(key));
            queries.push(Query { step: lookups.step_of(key), operation, variables, may_be_missing: true });
        }
        for (place, step) in open.iter().enumerate() {
            let Some(request) = &step.request else { continue };
            if request.operation.kind == OperationKind::Query && self.outcomes[step.index].is_none() {
                purposes.push(Purpose::Read(place));
                let (operation, variables) = (request.operation, &request.variables);
                queries.push(Query { step: step.index, operation, variables, may_be_missing: false });
            }
        }
        if purposes.is_empty() {
            return (purposes, Vec::new());
        }
        let decode = |index: usize, response: &ResponseData<'_>| match &purposes[index] {
            Purpose::Lookup(_) => Ok(Decoded::Lookup(response.to_owned_data(), response.has_roots())),
            Purpose::Read(place) => open[*place].read(response).map(Decoded::Read),
        };
        let responses = run_queries(self.sender, &queries, &decode).await;
        (purposes, responses)
    }

    fn receive(
        &mut self,
        open: &[OpenStep<'_>],
        lookups: &mut Lookups,
        purpose: &Purpose,
        response: Result<Decoded, Error>,
    ) {
        match (purpose, response) {
            (Purpose::Lookup(key), Ok(Decoded::Lookup(response, has_roots))) => {
                self.missing_root |= !has_roots;
                lookups.keep(*key, Ok(response));
            }
            (Purpose::Lookup(key), Err(error)) => lookups.keep(*key, Err(self.unsent_if_stopped(error))),
            (Purpose::Read(place), Ok(Decoded::Read(output))) => self.finish(open[*place].index, Ok(output)),
            (Purpose::Read(place), Err(error)) => {
                let error = self.name_subject(&open[*place], error);
                self.finish(open[*place].index, Err(error));
            }
            (Purpose::Lookup(_), Ok(Decoded::Read(_))) | (Purpose::Read(_), Ok(Decoded::Lookup(..))) => {}
        }
    }

    /// If the run was stopped while a lookup was in flight, its step was not sent.
    fn unsent_if_stopped(&self, error: Error) -> Error {
        match (error.code(), self.sender.check_stop()) {
            (ErrorCode::Network, Err(stopped)) => stopped,
            _ => error,
        }
    }

    /// Names what was not found as the caller named it.
    fn name_subject(&self, step: &OpenStep<'_>, error: Error) -> Error {
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
