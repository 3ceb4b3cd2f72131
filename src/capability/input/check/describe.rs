//! Describes types and values in words.

use serde_json::Value;

use crate::capability::input::marker;
use crate::capability::input::marker::Marker;
use crate::card::Type;
use crate::display::{json_kind, shorten, with_article};

/// A type in words: `an array of strings`.
pub(crate) fn expected(ty: &Type) -> String {
    match ty {
        Type::String { format, .. } => match format {
            Some("uri") => "a URI".to_owned(),
            Some("date-time") => "a date and time".to_owned(),
            Some("date") => "a date".to_owned(),
            Some("base64") => "text in base64".to_owned(),
            Some("path") => "the path of a file".to_owned(),
            _ => "a string".to_owned(),
        },
        Type::Id { kind: name, .. } => format!("the node id of {}", kind(name)),
        Type::Integer { .. } => "an integer".to_owned(),
        Type::Number => "a number".to_owned(),
        Type::Boolean => "true or false".to_owned(),
        Type::Enum(words) => format!("one of {}", quoted(words)),
        Type::Array { items, .. } => format!("an array of {}", plural(&items.ty)),
        Type::Object { .. } => "an object".to_owned(),
        Type::Map { values, .. } => format!("an object whose values are {}", plural(&values.ty)),
        Type::Json => "any JSON".to_owned(),
    }
}

fn plural(ty: &Type) -> &'static str {
    match ty {
        Type::String { .. } | Type::Enum(_) => "strings",
        Type::Id { .. } => "node ids",
        Type::Integer { .. } => "integers",
        Type::Boolean => "booleans",
        Type::Array { .. } => "arrays",
        Type::Object { .. } | Type::Map { .. } => "objects",
        Type::Number => "numbers",
        Type::Json => "any JSON",
    }
}

/// A kind of node with its article: `a PullRequest`.
pub(crate) fn kind(name: &str) -> String {
    with_article(name)
}

/// A value in words: `the string "42"`.
pub(crate) fn given(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(_) => value.to_string(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the string {}", Value::from(shorten(text))),
        Value::Array(_) | Value::Object(_) => match marker::read(value) {
            Some(Marker::Ref(_)) => "a reference".to_owned(),
            Some(Marker::Text(_)) => "text".to_owned(),
            None => json_kind(value).to_owned(),
        },
    }
}

/// A list of names: `` `a`, `b` ``.
pub(crate) fn quoted(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// What to write instead, if that can be guessed. Following the hint must not cause another error.
pub(super) fn hint(ty: &Type, value: &Value) -> Option<String> {
    match (ty, value) {
        (_, Value::Null) => Some("leave the field out".to_owned()),
        (Type::Integer { minimum, maximum }, Value::String(text)) => {
            let number: i64 = text.trim().parse().ok()?;
            let fits = minimum.is_none_or(|least| number >= least) && maximum.is_none_or(|most| number <= most);
            fits.then(|| format!("write {number} without quotes"))
        }
        (Type::Boolean, Value::String(text)) if matches!(text.as_str(), "true" | "false") => {
            Some(format!("write {text} without quotes"))
        }
        (Type::String { .. }, Value::Number(number)) => Some(format!("write \"{number}\" with quotes")),
        (Type::Id { .. }, Value::Number(_)) => Some("use the `id` from an output".to_owned()),
        (Type::Array { items, .. }, Value::String(text)) => {
            let takes_text = matches!(items.ty, Type::String { .. } | Type::Id { .. } | Type::Enum(_));
            takes_text.then(|| format!("write [{}]", Value::from(shorten(text))))
        }
        _ => None,
    }
}
