//! Outputs of the REST and CLI routes.

use super::BoundCondition;
use serde_json::Value as Json;

/// One property of the output.
#[derive(Clone, Debug)]
pub struct BoundField {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub take: Take,
}

/// Where a property comes from.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a few hundred of them, once per build")]
pub enum Take {
    /// A scalar of the response.
    Value(Pick),
    /// An object, field by field.
    Object {
        /// Its place.
        at: Place,
        /// May it be null?
        nullable: bool,
        /// Its fields.
        fields: Vec<BoundField>,
    },
    /// A list, element by element.
    List {
        /// Its place.
        at: Place,
        /// Only these elements.
        keep: Vec<BoundCondition>,
        /// How an element becomes an output.
        item: Box<Take>,
    },
    /// An input.
    Input(String),
    /// A constant.
    Literal(Json),
    /// The whole response as text.
    Text,
    /// Whether there is a next page.
    PageInfo,
}

/// A place in a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The call; `None` for the last.
    pub call: Option<String>,
    /// The keys.
    pub keys: Vec<String>,
}

/// A scalar of a response.
#[derive(Clone, Debug)]
pub struct Pick {
    /// Its place.
    pub place: Place,
    /// Values to translate.
    pub map: Vec<(String, Json)>,
    /// The value if another path is not null.
    pub present: Vec<(Vec<String>, String)>,
    /// A prefix or suffix that is removed.
    pub without: Option<String>,
    /// Values that mean null.
    pub nulls: Vec<String>,
    /// The value to use for null.
    pub default: Option<Json>,
    /// May the output be null?
    pub nullable: bool,
}
