//! How references are written in JSON: `{"$ref": "0.number"}` and `{"$text": ["See ", {"$ref": "0.url"}]}`.
//!
//! Only these two objects are references. A string never is, whatever it looks like.

use serde_json::{Value, json};

use crate::value::{Piece, Reference, Text};

const REF: &str = "$ref";
const TEXT: &str = "$text";

/// What kind of reference a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker<'a> {
    /// `{"$ref": "0.number"}`, with its address.
    Ref(&'a str),
    /// `{"$text": [...]}`, with its pieces.
    Text(&'a [Value]),
}

/// The reference that `value` is, if it is a well-formed one.
pub(super) fn read(value: &Value) -> Option<Marker<'_>> {
    let mut members = value.as_object()?.iter();
    let (key, content) = members.next()?;
    if members.next().is_some() {
        return None;
    }
    match (key.as_str(), content) {
        (REF, Value::String(address)) => is_address(address).then_some(Marker::Ref(address)),
        (TEXT, Value::Array(pieces)) => pieces.iter().all(is_piece).then_some(Marker::Text(pieces)),
        _ => None,
    }
}

fn is_address(text: &str) -> bool {
    let parts = text.split_once('.');
    parts.is_some_and(|(step, path)| !step.is_empty() && !path.is_empty())
}

fn is_piece(piece: &Value) -> bool {
    piece.is_string() || matches!(read(piece), Some(Marker::Ref(_)))
}

pub(super) fn write_ref(reference: Reference) -> Value {
    json!({ REF: reference.address() })
}

pub(super) fn write_text(text: &Text) -> Value {
    let pieces = text.pieces().iter().map(|piece| match piece {
        Piece::Plain(plain) => Value::from(plain.as_str()),
        Piece::Ref(reference) => write_ref(*reference),
    });
    json!({ TEXT: pieces.collect::<Vec<_>>() })
}

/// A JSON value for a reader: references as `{{0.number}}`, everything else as JSON.
pub(crate) fn readable(value: &Value) -> String {
    match read(value) {
        Some(Marker::Ref(address)) => format!("{{{{{address}}}}}"),
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
        assert_eq!(read(&json!({"$ref": "0.id"})), Some(Marker::Ref("0.id")));
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
