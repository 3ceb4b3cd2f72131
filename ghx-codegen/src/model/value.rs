//! Where the values of variables, parameters, bodies, flags and arguments come from.

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

/// Where a value comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// An input of the card or, on REST and `gh`, of the subject.
    Input {
        /// The property.
        property: Property,
        /// Enum value → what is sent (a string or a list of strings).
        map: Option<Vec<(String, Json)>>,
        /// The value if the input is absent, and the property has no default of its own.
        default: Option<Json>,
    },
    /// The elements of an input as one string.
    Joined {
        /// The input.
        input: Property,
        /// The separator.
        separator: String,
    },
    /// In a lookup or a call with `each`: the element.
    Element,
    /// A member of the element of a call with `each`.
    FoundElement(Vec<String>),
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
    /// From the response of an earlier call.
    Found {
        /// The call.
        call: String,
        /// The path in its response.
        path: Vec<String>,
    },
    /// `HOST/OWNER/NAME`.
    Repository,
}

impl Source {
    /// The input that is passed on unchanged.
    pub fn plain_input(&self) -> Option<&str> {
        match self {
            Source::Input { property, map: None, default: None } => Some(&property.name.value),
            _ => None,
        }
    }
}
