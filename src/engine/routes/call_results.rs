//! The responses to the calls of a route so far.

use serde_json::Value;

/// The responses to the calls of a route, by the ids of the calls.
#[derive(Debug, Default)]
pub(crate) struct CallResults(Vec<(&'static str, Value)>);

impl CallResults {
    /// The result of a route with a single call.
    #[cfg(feature = "gh")]
    pub(crate) fn only(value: Value) -> Self {
        Self(vec![("", value)])
    }

    pub(crate) fn add(&mut self, call: &'static str, value: Value) {
        self.0.push((call, value));
    }

    /// The response to a call.
    pub(crate) fn of(&self, call: &str) -> Option<&Value> {
        self.0.iter().find(|(name, _)| *name == call).map(|(_, value)| value)
    }

    /// The last response.
    pub(crate) fn last(&self) -> &Value {
        self.0.last().map_or(&Value::Null, |(_, value)| value)
    }
}

/// The value at a path. A missing value is null, and so is everything below null.
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
