//! Calls that are made for each element of a list.

use futures_util::stream::{StreamExt, iter};
use serde_json::{Value, json};

use super::runner::{Runner, unfit};
use crate::Error;
use crate::card::route::{Each, RestCall};
use crate::engine::routes::call_results::CallResults;
use crate::error::Phase;

/// How many reads are in flight at the same time.
const CONCURRENT_CALLS: usize = 10;

impl Runner<'_> {
    /// Makes a call for each element and adds the responses to the results.
    pub(super) async fn each(
        &self,
        call: &'static RestCall,
        each: &Each,
        results: &mut CallResults,
    ) -> Result<(), Error> {
        let scope = self.scope(results, None);
        let list = scope.value(&each.list).map_err(unfit)?.unwrap_or_default();
        let is_kept = |element: &Value| each.keep.iter().all(|condition| condition.holds(element, &scope));
        let mut different: Vec<&Value> = Vec::new();
        let mut kept = Vec::new();
        for (place, element) in elements(&list).iter().enumerate() {
            if is_kept(element) && !different.contains(&element) {
                different.push(element);
                kept.push((place, element));
            }
        }
        if each.partial || call.writes() {
            let entries = self.outcomes(call, kept, results).await?;
            results.add(call.id, entries);
            return Ok(());
        }
        let mut responses = vec![None; elements(&list).len()];
        let calls = kept.iter().map(|(_, element)| self.element(call, element, results));
        let received: Vec<_> = iter(calls.collect::<Vec<_>>()).buffered(CONCURRENT_CALLS).collect().await;
        for ((place, _), response) in kept.into_iter().zip(received) {
            if let Some(slot) = responses.get_mut(place) {
                *slot = Some(response?);
            }
        }
        results.add_each(call.id, each.list, responses);
        Ok(())
    }

    /// Makes the call for one element after the other, even if one fails, and lists the outcomes.
    async fn outcomes(
        &self,
        call: &'static RestCall,
        elements: Vec<(usize, &Value)>,
        results: &CallResults,
    ) -> Result<Value, Error> {
        let mut entries = Vec::new();
        let mut errors = Vec::new();
        for (_, element) in elements {
            let outcome = self.element(call, element, results).await;
            entries.push(entry(element, &outcome));
            errors.extend(outcome.err());
        }
        if errors.len() < entries.len() || errors.is_empty() {
            return Ok(Value::Array(entries));
        }
        Err(none_succeeded(errors))
    }
}

/// The outcome of one element.
fn entry(element: &Value, outcome: &Result<Value, Error>) -> Value {
    match outcome {
        Ok(response) => json!({"element": element, "outcome": "ok", "error": null, "response": response}),
        Err(error) => {
            let is_known = matches!(error.phase(), Phase::NotSent | Phase::Refused);
            json!({
                "element": element,
                "outcome": if is_known { "error" } else { "unknown" },
                "error": {"code": error.code().as_str(), "message": error.message()},
                "response": null,
            })
        }
    }
}

/// The error if no element succeeded: the first one whose outcome is unknown, or else the first one.
fn none_succeeded(errors: Vec<Error>) -> Error {
    let count = errors.len();
    let is_unknown = |error: &Error| !matches!(error.phase(), Phase::NotSent | Phase::Refused);
    let unknown = errors.iter().position(is_unknown);
    let error = errors.into_iter().nth(unknown.unwrap_or(0)).unwrap_or_else(|| Error::unknown("nothing was sent"));
    if count == 1 {
        return error;
    }
    let message = format!("none of the {count} requests succeeded: {}", error.message());
    error.with_message(message)
}

/// The elements that a call is made for: those of a list, or a single value.
pub(super) fn elements(list: &Value) -> &[Value] {
    match list {
        Value::Array(elements) => elements,
        Value::Null => &[],
        one => std::slice::from_ref(one),
    }
}
