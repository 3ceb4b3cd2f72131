//! Where a value is in a response, for errors.

use serde_json::Value;

/// A location in a response: `main:user.login`, `items[3].id`.
pub(super) struct Location<'l> {
    pub(super) start: Start<'l>,
    pub(super) keys: &'static [&'static str],
}

/// Where the keys of a [`Location`] start.
pub(super) enum Start<'l> {
    /// The root of the response.
    Root,
    /// The root of the response to a call, by its id.
    Call(&'static str),
    /// Another location.
    At(&'l Location<'l>),
    /// An element of the list at another location.
    Element(&'l Location<'l>, usize),
}

impl<'l> Location<'l> {
    pub(super) fn root() -> Self {
        Self { start: Start::Root, keys: &[] }
    }

    pub(super) fn element(&'l self, index: usize) -> Self {
        Self { start: Start::Element(self, index), keys: &[] }
    }

    fn path(&self) -> String {
        let mut path = match &self.start {
            Start::Root => String::new(),
            Start::Call(call) => format!("{call}:"),
            Start::At(location) => location.path(),
            Start::Element(location, index) => format!("{}[{index}]", location.path()),
        };
        for step in self.keys {
            let key = step.trim_end_matches(['!', '?']);
            if key.starts_with(['[', '{']) {
                path.push_str(key);
                continue;
            }
            if !path.is_empty() && !path.ends_with(':') {
                path.push('.');
            }
            path.push_str(key);
        }
        path
    }

    /// The message for a value that is not what was expected here.
    pub(super) fn unexpected(&self, expected: &str, found: &Value) -> String {
        let path = self.path();
        let location = if path.is_empty() { "it".to_owned() } else { format!("`{path}`") };
        format!("unexpected response from GitHub: {location} is {}, not {expected}", kind(found))
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
