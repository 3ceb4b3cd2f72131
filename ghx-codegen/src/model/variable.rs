//! Variables of an operation, and where their values come from.

use super::{Path, SubjectValue};
use crate::{card::Property, operation::GraphqlType};
use serde_json::Value as Json;

/// A variable and its value.
#[derive(Clone, Debug)]
pub struct BoundVariable {
    /// The variable.
    pub name: String,
    /// Its type.
    pub ty: GraphqlType,
    /// Where its value comes from.
    pub source: Source,
}

/// Where a variable's value comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// An input of the card, of this property.
    Input {
        /// The property.
        property: Property,
        /// Enum value → GraphQL value (a string or a list of strings).
        map: Option<Vec<(String, Json)>>,
        /// The value if the input is absent (the property's own default, or the one set for the variable).
        default: Option<Json>,
    },
    /// In a lookup with `each`: the element.
    Element,
    /// A value of the main subject in the plan's form: owner, name, number or id.
    Subject(SubjectValue),
    /// Was the input given?
    Present(String),
    /// A constant (possibly null).
    Literal(Json),
    /// The id of a subject (index into the card's subjects).
    SubjectId(usize),
    /// A lookup of the main subject.
    Find {
        /// Its name.
        question: String,
        /// The input searched for, and whether it is an array (then the result is a list).
        from_input: Option<(Property, bool)>,
    },
    /// From a lookup of the card.
    Lookup {
        /// Index into [`BoundGraphql::lookups`](super::BoundGraphql::lookups).
        lookup: usize,
        /// To the value; if the lookup has `each`, one value per element.
        path: Path,
        /// The kind of node the value is the id of, for messages.
        kind: Option<String>,
    },
    /// Names matched against nodes of a lookup.
    MapArray {
        /// Index into [`BoundGraphql::lookups`](super::BoundGraphql::lookups).
        lookup: usize,
        /// The names.
        from_input: Property,
        /// To the list of nodes (its last step has `each`).
        nodes: Path,
        /// From a node to the name.
        match_field: Path,
        /// From a node to the value.
        extract_field: Path,
    },
}
