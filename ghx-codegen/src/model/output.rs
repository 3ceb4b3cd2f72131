//! Outputs of all routes.

use super::{BoundCondition, BoundVariable, Path};
use crate::card::Property;
use serde_json::Value as Json;

/// An output property and its value.
#[derive(Clone, Debug)]
pub struct BoundOutput {
    /// The property of the output schema.
    pub property: Property,
    /// Where it comes from.
    pub source: OutputSource,
    /// The path in the response.
    pub path: Path,
    /// What it is.
    pub value: OutputValue,
    /// How a scalar becomes the output.
    pub change: Change,
    /// Only the elements of which all of these hold.
    pub keep: Vec<BoundCondition>,
    /// May the value, or an element of a list of values, be null on this route?
    pub nullable: bool,
}

/// Where an output comes from.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a few hundred of them, once per build")]
pub enum OutputSource {
    /// The response that outputs are read from.
    Response,
    /// The response of an earlier REST call.
    Call(String),
    /// An input of the card or of the subject.
    Input(String),
    /// A constant.
    Literal(Json),
    /// A value that was known before the request was sent: an entry of [`Plan::kept`](super::Plan::kept).
    Kept(BoundVariable),
    /// Whether the path is not null.
    Present,
    /// The first of the path and these that is not null.
    First(Vec<Path>),
    /// The whole response as text.
    Text,
    /// Whether there is a next page.
    Page,
}

/// What an output is.
#[derive(Clone, Debug)]
pub enum OutputValue {
    /// A leaf: its GraphQL type inside lists and non-nulls.
    Leaf {
        /// `String`, `ID`, `Int`, `URI`, an enum, … Empty for an enum that GitHub's schema does not have, and for JSON.
        ty: String,
        /// For ids: the kind of node.
        kind: Option<String>,
    },
    /// The number of elements of a list.
    Count,
    /// Whether an enum has this value.
    Equals(String),
    /// An object, or one per element if the path ends in `[]`: its properties, with paths from there.
    Object {
        /// Its properties, with paths from there.
        fields: Vec<BoundOutput>,
    },
}

/// How a scalar becomes the output.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// Values to translate.
    pub map: Vec<(String, Json)>,
    /// The value if another path is not null.
    pub present: Vec<(Path, String)>,
    /// A prefix or suffix that is removed.
    pub without: Option<String>,
    /// Values that mean null.
    pub nulls: Vec<String>,
    /// The value to use for null.
    pub default: Option<Json>,
}
