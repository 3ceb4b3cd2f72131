//! The responses to the calls of a route so far.

use serde_json::Value;

use crate::card::route::{Path, Source};

/// The responses to the calls of a route, by the ids of the calls.
#[derive(Debug, Default)]
pub(crate) struct CallResults(Vec<(&'static str, CallResponse)>);

/// The response to a call.
#[derive(Debug)]
enum CallResponse {
    One(Value),
    /// One for each element of a list, by the position of the element. `None` for those that no call was made for.
    Each(Source, Vec<Option<Value>>),
}

impl CallResults {
    /// The result of a route with a single call.
    #[cfg(feature = "gh")]
    pub(crate) fn only(value: Value) -> Self {
        Self(vec![("", CallResponse::One(value))])
    }

    pub(crate) fn add(&mut self, call: &'static str, value: Value) {
        self.0.push((call, CallResponse::One(value)));
    }

    /// Adds the responses for the elements of a list.
    pub(crate) fn add_each(&mut self, call: &'static str, list: Source, values: Vec<Option<Value>>) {
        self.0.push((call, CallResponse::Each(list, values)));
    }

    /// The response to a call that was made once.
    pub(crate) fn of(&self, call: &str) -> Option<&Value> {
        self.0.iter().find_map(|(name, response)| match response {
            CallResponse::One(value) if *name == call => Some(value),
            _ => None,
        })
    }

    /// The response to a call, which may have been made for each element of a list: then for this one.
    pub(crate) fn of_element(&self, call: &str, element: Option<(Path, usize)>) -> Option<&Value> {
        let (_, response) = self.0.iter().find(|(name, _)| *name == call)?;
        match (response, element) {
            (CallResponse::One(value), _) => Some(value),
            (CallResponse::Each(list, values), Some((at, index))) if is_list(list, &at) => values.get(index)?.as_ref(),
            (CallResponse::Each(..), _) => None,
        }
    }

    /// The last response to a call that was made once.
    pub(crate) fn last(&self) -> &Value {
        let mut values = self.0.iter().rev().filter_map(|(_, response)| match response {
            CallResponse::One(value) => Some(value),
            CallResponse::Each(..) => None,
        });
        values.next().unwrap_or(&Value::Null)
    }

    /// The path with the call that it means.
    pub(crate) fn resolve(&self, path: &Path) -> Path {
        let last = self.0.iter().rfind(|(_, response)| matches!(response, CallResponse::One(_)));
        Path { call: path.call.or(last.map(|(call, _)| *call)), keys: path.keys }
    }
}

/// Whether a path in a response is this list.
fn is_list(list: &Source, at: &Path) -> bool {
    matches!(list, Source::Found { call, path } if at.call == Some(call) && without_each(path) == without_each(at.keys))
}

/// The path to a list, whether or not it ends in `[]`.
pub(crate) fn without_each<'k>(keys: &'k [&'k str]) -> &'k [&'k str] {
    keys.strip_suffix(&["[]"]).unwrap_or(keys)
}

/// The value at a path of names. A missing value is null, and so is everything below null.
pub(crate) fn at<'v>(root: &'v Value, keys: &[&str]) -> &'v Value {
    keys.iter().fold(root, |value, key| value.get(key).unwrap_or(&Value::Null))
}

/// A scalar as text, for a URL, an argument or a map of a card; `None` for null, lists and objects.
pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
