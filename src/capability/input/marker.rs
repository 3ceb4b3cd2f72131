//! References in JSON: `{"$ref": "0.number"}` and `{"$text": ["See ", {"$ref": "0.url"}]}`. A reference that was written as
//! a template also has `"$as": "new.number"`, for messages.
//!
//! Only these objects are references; a string never is. They are internal to ghx: they are refused in the user's JSON, and
//! no input of a card can have these names.

use serde_json::{Value, json};

use super::Target;
use crate::value::{OutputRef, Piece, Text};

const REF: &str = "$ref";
const TEXT: &str = "$text";
const WRITTEN_AS: &str = "$as";

/// A reference in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker<'a> {
    /// `{"$ref": "0.number"}`, with its target.
    Ref(Target<'a>),
    /// `{"$text": [...]}`, with its pieces.
    Text(&'a [Value]),
}

/// Reads `value` as a reference, if it is a well-formed one.
pub(crate) fn read(value: &Value) -> Option<Marker<'_>> {
    let members = value.as_object()?;
    match (members.len(), members.get(REF), members.get(TEXT), members.get(WRITTEN_AS)) {
        (1, Some(Value::String(address)), ..) => target(address, address),
        (2, Some(Value::String(address)), _, Some(Value::String(shown))) => target(address, shown),
        (1, _, Some(Value::Array(pieces)), _) => pieces.iter().all(is_piece).then_some(Marker::Text(pieces)),
        _ => None,
    }
}

fn target<'a>(address: &'a str, shown: &'a str) -> Option<Marker<'a>> {
    is_address(address).then_some(Marker::Ref(Target { address, shown }))
}

/// The first reference in a value.
pub(super) fn first_in(value: &Value) -> Option<&Value> {
    match value {
        _ if read(value).is_some() => Some(value),
        Value::Array(items) => items.iter().find_map(first_in),
        Value::Object(members) => members.values().find_map(first_in),
        _ => None,
    }
}

/// The name of a member in the user's JSON that is reserved for references.
#[cfg(feature = "json")]
pub(crate) fn reserved_member(members: &serde_json::Map<String, Value>) -> Option<&'static str> {
    [REF, TEXT].into_iter().find(|name| members.contains_key(*name))
}

/// A reference that was written as a template: by position, and as the user wrote it.
#[cfg(feature = "json")]
pub(crate) fn write_template(address: &str, shown: &str) -> Value {
    json!({ REF: address, WRITTEN_AS: shown })
}

/// Text with references that were written as templates.
#[cfg(feature = "json")]
pub(crate) fn write_pieces(pieces: Vec<Value>) -> Value {
    Value::Object(serde_json::Map::from_iter([(TEXT.to_owned(), Value::Array(pieces))]))
}

/// A reference without a target that is valid everywhere. It replaces a value that was already reported as invalid, so that
/// it is not reported twice.
#[cfg(feature = "json")]
pub(crate) fn placeholder() -> Value {
    json!({ REF: "-.-" })
}

fn is_address(text: &str) -> bool {
    let parts = text.split_once('.');
    parts.is_some_and(|(step, path)| !step.is_empty() && !path.is_empty())
}

fn is_piece(piece: &Value) -> bool {
    piece.is_string() || matches!(read(piece), Some(Marker::Ref(_)))
}

pub(super) fn write_ref(reference: OutputRef) -> Value {
    json!({ REF: reference.address() })
}

pub(super) fn write_text(text: &Text) -> Value {
    let pieces = text.pieces().iter().map(|piece| match piece {
        Piece::Plain(plain) => Value::from(plain.as_str()),
        Piece::Output(reference) => write_ref(*reference),
    });
    json!({ TEXT: pieces.collect::<Vec<_>>() })
}

/// A JSON value for a message: references as `{{0.number}}`, everything else as JSON.
pub(crate) fn readable(value: &Value) -> String {
    match read(value) {
        Some(Marker::Ref(target)) => target.braced(),
        Some(Marker::Text(pieces)) => {
            let parts = pieces.iter().map(|piece| match piece {
                Value::String(plain) => plain.clone(),
                other => readable(other),
            });
            Value::from(parts.collect::<String>()).to_string()
        }
        None => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_well_formed_objects_are_references() {
        let target = |shown| Some(Marker::Ref(Target { address: "0.id", shown }));
        assert_eq!(read(&json!({"$ref": "0.id"})), target("0.id"));
        assert_eq!(read(&write_template("0.id", "new.id")), target("new.id"));
        assert!(read(&json!({"$text": ["See ", {"$ref": "0.url"}]})).is_some());
        for value in [
            json!("{{0.id}}"),
            json!("${{ github.sha }}"),
            json!({"$ref": "0"}),
            json!({"$ref": ".id"}),
            json!({"$ref": 0}),
            json!({"$ref": "0.id", "more": 1}),
            json!({"$text": [1]}),
            json!({"$text": [{"$text": []}]}),
            json!({}),
        ] {
            assert_eq!(read(&value), None, "{value}");
        }
    }
}
