//! Replaces references in an input by values.

use serde_json::{Map, Value};

use super::Target;
use super::marker;
use super::marker::Marker;
use crate::Error;

/// A function that returns the value of a reference.
pub(crate) type ValueOf<'f, 'v> = &'f dyn Fn(Target<'_>) -> Result<&'v Value, Error>;

/// The input with its references replaced by values.
pub(crate) fn fill(input: &Map<String, Value>, value_of: ValueOf<'_, '_>) -> Result<Map<String, Value>, Error> {
    let filled = input.iter().map(|(name, value)| {
        let value = fill_value(value, value_of).map_err(|error| {
            let message = format!("`{name}`: {}", error.message());
            error.with_message(message)
        })?;
        Ok((name.clone(), value))
    });
    filled.collect()
}

/// All references in an input, each with the member of the input that contains it.
pub(crate) fn targets(input: &Map<String, Value>) -> Vec<(&str, Target<'_>)> {
    let mut found = Vec::new();
    for (name, value) in input {
        visit(value, &mut |target| found.push((name.as_str(), target)));
    }
    found
}

fn visit<'v>(value: &'v Value, found: &mut dyn FnMut(Target<'v>)) {
    match (marker::read(value), value) {
        (Some(Marker::Ref(target)), _) => found(target),
        (Some(Marker::Text(pieces)), _) => pieces.iter().for_each(|piece| visit(piece, found)),
        (None, Value::Array(items)) => items.iter().for_each(|item| visit(item, found)),
        (None, Value::Object(members)) => members.values().for_each(|member| visit(member, found)),
        _ => {}
    }
}

fn fill_value(value: &Value, value_of: ValueOf<'_, '_>) -> Result<Value, Error> {
    match (marker::read(value), value) {
        (Some(Marker::Ref(target)), _) => value_of(target).cloned(),
        (Some(Marker::Text(pieces)), _) => {
            let pieces = pieces.iter().map(|piece| match marker::read(piece) {
                Some(Marker::Ref(target)) => as_text(target, value_of(target)?),
                _ => Ok(piece.as_str().unwrap_or_default().to_owned()),
            });
            pieces.collect::<Result<String, Error>>().map(Value::from)
        }
        (None, Value::Array(items)) => items.iter().map(|item| fill_value(item, value_of)).collect(),
        (None, Value::Object(members)) => {
            let members = members.iter().map(|(name, member)| Ok((name.clone(), fill_value(member, value_of)?)));
            members.collect::<Result<Map<_, _>, Error>>().map(Value::Object)
        }
        (None, plain) => Ok(plain.clone()),
    }
}

/// A value as it is inserted into text.
fn as_text(target: Target<'_>, value: &Value) -> Result<String, Error> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        Value::Null => {
            Err(Error::validation(format!("{} is null, which cannot be inserted into text", target.braced())))
        }
        Value::Array(_) | Value::Object(_) => Err(Error::validation(format!(
            "{} is a list or an object, which cannot be inserted into text",
            target.braced()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn references_are_replaced_by_values_of_the_same_type() {
        let input = json!({
            "number": {"$ref": "0.number"},
            "body": {"$text": ["See ", {"$ref": "0.url"}, " (", {"$ref": "0.number"}, ")"]},
            "labels": ["bug", {"$ref": "0.url"}],
            "plain": "{{0.number}}",
        });
        let (number, url) = (json!(42), json!("https://x"));
        let value_of = |target: Target<'_>| Ok(if target.address == "0.url" { &url } else { &number });
        let filled = fill(input.as_object().unwrap(), &value_of).unwrap();
        let expected = json!({
            "number": 42, "body": "See https://x (42)", "labels": ["bug", "https://x"], "plain": "{{0.number}}",
        });
        assert_eq!(Value::Object(filled), expected);
        let all = targets(input.as_object().unwrap());
        let all: Vec<_> = all.into_iter().map(|(name, target)| (name, target.address)).collect();
        assert_eq!(all, [("body", "0.url"), ("body", "0.number"), ("labels", "0.url"), ("number", "0.number")]);
    }

    #[test]
    fn null_in_text_names_the_reference() {
        let input = json!({"body": {"$text": ["See ", {"$ref": "0.milestone", "$as": "new.milestone"}]}});
        let error = fill(input.as_object().unwrap(), &|_| Ok(&Value::Null)).unwrap_err();
        assert_eq!(error.message(), "`body`: {{new.milestone}} is null, which cannot be inserted into text");
    }
}
