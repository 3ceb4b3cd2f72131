//! The target of a reference: its type by the card, and its value once the step has run.

use serde_json::Value;

use crate::Error;
use crate::card::{Card, Property, Type};
use crate::display::shorten;
use crate::display::suggest::did_you_mean;

/// The output that a reference refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Target<'a> {
    /// The position of the step and the path, with dots only: `0.labels.1`.
    pub(crate) address: &'a str,
    /// As the user wrote it: `new.labels[1]`.
    pub(crate) shown: &'a str,
}

impl<'a> Target<'a> {
    /// The position of the step, and the path in its output.
    pub(crate) fn split(self) -> Option<(usize, &'a str)> {
        let (step, path) = self.address.split_once('.')?;
        Some((step.parse().ok()?, path))
    }

    /// For a message: `{{new.labels[1]}}`.
    pub(crate) fn braced(self) -> String {
        format!("{{{{{}}}}}", self.shown)
    }

    /// The value at the path of an output. A path below null is null.
    pub(crate) fn pick(self, output: Option<&Value>) -> Result<&Value, Error> {
        let found = self.split().zip(output).ok_or_else(|| self.no_value());
        let ((_, path), output) = found?;
        path.split('.').try_fold(output, |value, key| match value {
            Value::Null => Ok(value),
            Value::Array(items) => {
                key.parse().ok().and_then(|at: usize| items.get(at)).ok_or_else(|| self.out_of_range(items))
            }
            other => other.get(key).ok_or_else(|| self.no_value()),
        })
    }

    fn no_value(self) -> Error {
        Error::validation(format!("{} has no value", self.braced()))
    }

    fn out_of_range(self, items: &[Value]) -> Error {
        let count = match items.len() {
            0 => "the list is empty".to_owned(),
            1 => "the list has only the element [0]".to_owned(),
            count => format!("the list has {count} elements, from [0] to [{}]", count - 1),
        };
        Error::validation(format!("{} does not exist: {count}", self.braced()))
    }
}

/// The type at the path of an output, or the reason why there is none.
pub(crate) fn output_at(card: &'static Card, path: &str) -> Result<&'static Type, String> {
    let mut found: Option<&'static Type> = None;
    let mut before = String::new();
    for key in path.split('.') {
        let is_index = key.bytes().all(|byte| byte.is_ascii_digit());
        found = Some(match found {
            None => member(card, card.outputs, key)?,
            Some(Type::Object { properties, .. }) => member(card, properties, key)?,
            Some(Type::Map { values, .. }) => &values.ty,
            Some(json @ Type::Json) => json,
            Some(Type::Array { items, .. }) if is_index => &items.ty,
            Some(Type::Array { .. }) => {
                return Err(format!("`{before}` of {} is a list: write `{before}[0]`", card.id));
            }
            Some(_) => return Err(format!("`{before}` of {} is a single value without members", card.id)),
        });
        before = if is_index { format!("{before}[{key}]") } else { joined(&before, key) };
    }
    found.ok_or_else(|| format!("the reference names no output of {}", card.id))
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
    let hint = hint.unwrap_or_else(|| format!("its outputs are {}", names.collect::<Vec<_>>().join(", ")));
    Err(format!("{} has no output `{}` ({hint})", card.id, shorten(name)))
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

    /// Elements of lists could once not be referred to.
    #[test]
    fn an_index_outside_of_its_list_says_how_long_the_list_is() {
        let output = json!({"labels": ["bug", "docs"], "items": [{"id": 7}], "none": [], "milestone": null});
        assert_eq!(pick("labels.1", &output), Ok(json!("docs")));
        assert_eq!(pick("items.0.id", &output), Ok(json!(7)));
        assert_eq!(pick("milestone.title", &output), Ok(json!(null)));
        for (path, message) in [
            ("labels.2", "{{n.labels.2}} does not exist: the list has 2 elements, from [0] to [1]"),
            ("items.1.id", "{{n.items.1.id}} does not exist: the list has only the element [0]"),
            ("none.0", "{{n.none.0}} does not exist: the list is empty"),
            ("gone", "{{n.gone}} has no value"),
        ] {
            assert_eq!(pick(path, &output), Err(message.to_owned()));
        }
    }
}
