//! Outputs of the GraphQL route.

use super::Path;
use crate::card::Property;
use serde_json::Value as Json;

/// An output property and its value.
#[derive(Clone, Debug)]
pub struct BoundOutput {
    /// The property of the output schema.
    pub property: Property,
    /// Where it comes from.
    pub path: Path,
    /// What is taken there.
    pub value: OutputValue,
    /// The value to use if the path is null.
    pub default: Option<Json>,
}

/// What is at the end of an output's path.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a few hundred of them, once per build")]
pub enum OutputValue {
    /// A leaf: its GraphQL type inside lists and non-nulls.
    Leaf {
        /// `String`, `ID`, `Int`, `URI`, an enum, … Empty for an enum that GitHub's schema does not have.
        ty: String,
        /// For ids: the kind of node.
        kind: Option<String>,
    },
    /// The number of elements of a list.
    Count,
    /// Whether an enum has this value.
    Equals(String),
    /// An object, or one per element if the path ends in `[]`.
    Object {
        /// Its properties, with paths from there.
        fields: Vec<BoundOutput>,
        /// Only the elements whose boolean property `field` equals `equals`, if the boolean input `when` is true.
        keep: Option<BoundKeep>,
    },
}

/// Only some elements.
#[derive(Clone, Debug)]
pub struct BoundKeep {
    /// A boolean input with a default.
    pub when: Property,
    /// A boolean among the object's fields.
    pub field: String,
    /// The value that stays.
    pub equals: bool,
}
