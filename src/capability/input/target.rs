//! What a reference leads to: the type that the card states, and the value once the step has run.

use serde_json::Value;

use crate::Error;
use crate::card::{Card, Property, Type};
use crate::display::suggest::did_you_mean;

/// What a reference names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Target<'a> {
    /// By position, with dots only: `0.labels.1`.
    pub(crate) address: &'a str,
    /// As the user wrote it: `new.labels[1]`.
    pub(crate) shown: &'a str,
}

impl<'a> Target<'a> {
    /// The step's position, and the path in its output.
    pub(crate) fn split(self) -> Option<(usize, &'a str)> {
        let (step, path) = self.address.split_once('.')?;
        Some((step.parse().ok()?, path))
    }

    /// For a message: `{{new.labels[1]}}`.
    pub(crate) fn braced(self) -> String {
        format!("{{{{{}}}}}", self.shown)
    }

    /// The value at the path of an output. Below null there is null.
    pub(crate) fn pick(self, output: Option<&Value>) -> Result<&Value, Error> {
        let found = self.split().zip(output).ok_or_else(|| self.has_no("value"));
        let ((_, path), output) = found?;
        path.split('.').try_fold(output, |value, key| match value {
            Value::Null => Ok(value),
            Value::Array(items) => {
                key.parse().ok().and_then(|at: usize| items.get(at)).ok_or_else(|| self.outside(items))
            }
            other => other.get(key).ok_or_else(|| self.has_no("value")),
        })
    }

    fn has_no(self, what: &str) -> Error {
        Error::validation(format!("{} has no {what}", self.braced()))
    }

    fn outside(self, items: &[Value]) -> Error {
        let count = match items.len() {
            0 => "the list is empty".to_owned(),
            1 => "the list has 1 element, which is [0]".to_owned(),
            count => format!("the list has {count} elements, from [0] to [{}]", count - 1),
        };
        Error::validation(format!("there is no {}: {count}", self.braced()))
    }
}

/// The type at the path of an output, or why there is none.
pub(crate) fn output_at(card: &'static Card, path: &str) -> Result<&'static Type, String> {
    let mut found: Option<&'static Type> = None;
    let mut before = String::new();
    for key in path.split('.') {
        let is_index = key.bytes().all(|byte| byte.is_ascii_digit());
        found = Some(match found {
            None => member(card, card.outputs, key)?,
            Some(Type::Object { properties }) => member(card, properties, key)?,
            Some(Type::Array { items, .. }) if is_index => &items.ty,
            Some(Type::Array { .. }) => {
                return Err(format!("`{before}` of {} is a list: write `{before}[0]`", card.id));
            }
            Some(_) => return Err(format!("`{before}` of {} is a single value", card.id)),
        });
        before = if is_index { format!("{before}[{key}]") } else { joined(&before, key) };
    }
    found.ok_or_else(|| format!("{} has no output without a name", card.id))
}

fn joined(before: &str, key: &str) -> String {
    if before.is_empty() { key.to_owned() } else { format!("{before}.{key}") }
}

fn member(card: &Card, properties: &'static [Property], name: &str) -> Result<&'static Type, String> {
    if let Some(property) = properties.iter().find(|property| property.name == name) {
        return Ok(&property.ty);
    }
    let names = properties.iter().map(|property| property.name);
    let hint = did_you_mean(name, names.clone());
    let hint = hint.unwrap_or_else(|| format!("it gives {}", names.collect::<Vec<_>>().join(", ")));
    Err(format!("{} gives no `{}` ({hint})", card.id, super::shorten(name)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn pick(path: &str, output: &Value) -> Result<Value, String> {
        let (address, shown) = (format!("0.{path}"), format!("n.{path}"));
        let target = Target { address: &address, shown: &shown };
        target.pick(Some(output)).cloned().map_err(|error| error.message().to_owned())
    }

    /// Such braces were once posted as text.
    #[test]
    fn an_index_outside_of_its_list_says_how_long_the_list_is() {
        let output = json!({"labels": ["bug", "docs"], "items": [{"id": 7}], "none": [], "milestone": null});
        assert_eq!(pick("labels.1", &output), Ok(json!("docs")));
        assert_eq!(pick("items.0.id", &output), Ok(json!(7)));
        assert_eq!(pick("milestone.title", &output), Ok(json!(null)));
        for (path, message) in [
            ("labels.2", "there is no {{n.labels.2}}: the list has 2 elements, from [0] to [1]"),
            ("items.1.id", "there is no {{n.items.1.id}}: the list has 1 element, which is [0]"),
            ("none.0", "there is no {{n.none.0}}: the list is empty"),
            ("gone", "{{n.gone}} has no value"),
        ] {
            assert_eq!(pick(path, &output), Err(message.to_owned()));
        }
    }
}
