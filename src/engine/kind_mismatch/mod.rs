//! "Not found", because the subject is of another kind. Lookups and reads over GraphQL notice that themselves. REST, `gh`
//! and mutations on a node id only report "not found", so the kind is looked up after they failed.

mod advice;
mod descriptors;
mod subject;

use serde_json::Value;

use self::advice::advice;
use self::descriptors::{KIND_BY_ID, KIND_CARD};
use self::subject::{MismatchedSubject, MissingSubject, given_by_id, given_by_number};
use super::Run;
use super::resolve::{Query, run_queries};
use super::send::Sender;
use crate::capability::ErasedStep;
use crate::capability::data::ResponseData;
use crate::card::{Card, RouteKind};
use crate::engine::routes::{RouteCall, run_route};
use crate::{Error, ErrorCode};

impl Run<'_> {
    /// Looks up the kind of every subject that was not found, and names it in the error.
    pub(super) async fn explain_kind_mismatches(&mut self) {
        let missing: Vec<usize> = (0..self.nodes.len()).filter(|step| self.is_missing(*step)).collect();
        if missing.is_empty() || self.sender.is_cancelled() {
            return;
        }
        let bound: Vec<_> = missing.iter().filter_map(|step| Some((*step, self.bind(*step).ok()?))).collect();
        let by_graphql = |step: usize| self.traces[step].route == Some(RouteKind::Graphql);
        let steps = bound.iter().filter(|(step, _)| by_graphql(*step));
        let steps: Vec<(usize, &dyn ErasedStep)> = steps.map(|(step, bound)| (*step, bound.step())).collect();
        let mut mismatches = over_graphql(self.sender, &steps).await;
        for (step, bound) in bound.iter().filter(|(step, _)| !by_graphql(*step)) {
            if let Some(route) = self.traces[*step].route {
                let subject = over_route(self.sender, bound.step(), route).await;
                mismatches.extend(subject.map(|subject| (*step, subject)));
            }
        }
        for (step, subject) in mismatches {
            if let Some(Some(Err(error))) = self.outcomes.get_mut(step) {
                *error = with_mismatch(error.clone(), self.nodes[step].card, &subject);
            }
        }
    }

    fn is_missing(&self, step: usize) -> bool {
        let Some(Err(error)) = &self.outcomes[step] else { return false };
        match self.traces[step].route {
            Some(RouteKind::Graphql) => {
                self.nodes[step].writes() && error.github_type() == Some("NOT_FOUND") && is_missing(error)
            }
            _ => is_missing(error),
        }
    }
}

/// The error of a single step that ran on a route other than GraphQL, with the kind of its subject if that is the cause.
pub(super) async fn explained(
    sender: &Sender<'_>,
    step: &dyn ErasedStep,
    route: Option<RouteKind>,
    error: Error,
) -> Error {
    match route.filter(|route| *route != RouteKind::Graphql && is_missing(&error)) {
        Some(route) => match over_route(sender, step, route).await {
            Some(subject) => with_mismatch(error, step.card(), &subject),
            None => error,
        },
        None => error,
    }
}

fn is_missing(error: &Error) -> bool {
    error.code() == ErrorCode::NotFound && error.phase().outcome().is_none() && error.kind_mismatch().is_none()
}

/// Adds to the error what the subject is instead.
fn with_mismatch(error: Error, card: &Card, subject: &MismatchedSubject) -> Error {
    with_advice(error.with_kind_mismatch(subject.kind).with_subject(&subject.name), card)
}

/// Adds the capability to use instead, if the error is a kind mismatch.
pub(super) fn with_advice(error: Error, card: &Card) -> Error {
    match error.kind_mismatch() {
        Some(kind) => {
            let message = format!("{}: {}", error.message(), advice(kind, card));
            error.with_message(message)
        }
        None => error,
    }
}

/// Looks up the kinds of all subjects that are given by id, in one query.
async fn over_graphql(sender: &Sender<'_>, steps: &[(usize, &dyn ErasedStep)]) -> Vec<(usize, MismatchedSubject)> {
    let subjects: Vec<(usize, MissingSubject)> = steps
        .iter()
        .flat_map(|(index, step)| given_by_id(*step).into_iter().map(|subject| (*index, subject)))
        .collect();
    if subjects.is_empty() {
        return Vec::new();
    }
    let queries: Vec<Query<'_>> = subjects
        .iter()
        .map(|(step, subject)| {
            let variables = &subject.lookup;
            Query { step: *step, operation: &KIND_BY_ID, variables, may_be_missing: true }
        })
        .collect();
    let decode = |_: usize, response: &ResponseData<'_>| Ok(kind_in(response));
    let kinds = run_queries(sender, &queries, &decode).await;
    let mismatches = subjects.iter().zip(kinds).filter_map(|((step, subject), kind)| {
        let mismatch = subject.mismatch(&kind.ok()??)?;
        Some((*step, mismatch))
    });
    mismatches.collect()
}

/// Looks up the kinds of the subjects that are given by number, over REST or `gh`.
async fn over_route(sender: &Sender<'_>, step: &dyn ErasedStep, route: RouteKind) -> Option<MismatchedSubject> {
    for subject in given_by_number(step) {
        let call = RouteCall { client: sender.client(), card: &KIND_CARD, input: &subject.lookup, sender };
        let output = run_route(&call, route).await.ok()?;
        if let Some(mismatch) = subject.mismatch(output["kind"].as_str()?) {
            return Some(mismatch);
        }
    }
    None
}

/// The `__typename` in a response.
fn kind_in(response: &ResponseData<'_>) -> Option<String> {
    let node: Value = serde_json::from_str(response.get("node")?.get()).ok()?;
    node["__typename"].as_str().map(ToOwned::to_owned)
}
