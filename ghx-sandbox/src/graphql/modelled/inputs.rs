//! The values of arguments, with variables.

use apollo_compiler::{
    Name, Node,
    ast::Value,
    response::{JsonMap, JsonValue},
};

/// Whether there is a value: not absent, null, an empty list or `false`.
pub(super) fn holds_something(value: &Node<Value>, variables: &JsonMap) -> bool {
    match value.as_ref() {
        Value::Variable(name) => variables.get(name.as_str()).is_some_and(is_something),
        Value::Null | Value::Boolean(false) => false,
        Value::List(items) => !items.is_empty(),
        _ => true,
    }
}

fn is_something(value: &JsonValue) -> bool {
    let is_empty = value.as_array().is_some_and(Vec::is_empty);
    !value.is_null() && !is_empty && *value != JsonValue::Bool(false)
}

/// The names in an input object that have a value, and the position of each unless it is in a variable.
pub(super) fn given(input: &Node<Value>, variables: &JsonMap) -> Vec<(String, Option<Name>)> {
    match input.as_ref() {
        Value::Object(fields) => fields
            .iter()
            .filter(|(_, value)| holds_something(value, variables))
            .map(|(name, _)| (name.to_string(), Some(name.clone())))
            .collect(),
        Value::Variable(name) => {
            let object = variables.get(name.as_str()).and_then(JsonValue::as_object);
            let held = object.into_iter().flatten().filter(|(_, value)| is_something(value));
            held.map(|(name, _)| (name.as_str().to_owned(), None)).collect()
        }
        _ => Vec::new(),
    }
}
