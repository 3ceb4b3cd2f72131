//! Values that are written in a card.

use serde_json::Value;

/// A value that is written in a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Literal {
    /// Null.
    Null,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// Text.
    Text(&'static str),
    /// A list.
    List(&'static [Literal]),
}

impl Literal {
    /// The value as JSON.
    pub fn to_json(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => value.into(),
            Self::Integer(value) => value.into(),
            Self::Text(value) => value.into(),
            Self::List(items) => items.iter().map(|item| item.to_json()).collect(),
        }
    }

    /// Whether a JSON value is this one.
    pub fn is(self, value: &Value) -> bool {
        self.to_json() == *value
    }
}
