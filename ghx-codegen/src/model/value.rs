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
    /// A part of the address of a subject, for REST and `gh`.
    Address {
        /// The subject.
        subject: String,
        /// Owner, name, number or id.
        part: SubjectValue,
    },
    /// An input, or what a lookup finds if it is absent.
    OrLookup {
        /// The input.
        property: Property,
        /// Otherwise.
        lookup: Box<Source>,
    },
    /// A member of the element of `each`, `list` or `entries`, through these properties.
    ElementAt(Vec<Property>),
    /// Words, each of several parts. A word with a part that has no value is left out.
    Text(Vec<Vec<Source>>),
    /// An object. Members that have no value are left out; if all are, there is no object.
    Object(Vec<(String, Source)>),
    /// A list with as many elements as an input.
    List {
        /// The input.
        list: Property,
        /// The new element.
        of: Box<Source>,
    },
    /// An object with one entry for each element of an input.
    Entries {
        /// The input.
        list: Property,
        /// The key of an entry.
        key: Box<Source>,
        /// Its value.
        value: Box<Source>,
    },
    /// The first that has a value.
    First(Vec<Source>),
    /// Text in base64.
    Base64(Box<Source>),
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
    /// One name, matched against nodes of a lookup.
    Match {
        /// Index into [`BoundGraphql::lookups`](super::BoundGraphql::lookups).
        lookup: usize,
        /// The name.
        name: Box<Source>,
        /// Does case matter, as for an id?
        exact: bool,
        /// To the list of nodes (its last step has `each`).
        nodes: Path,
        /// From a node to the name.
        match_field: Path,
        /// From a node to the value.
        extract_field: Path,
    },
    /// An object whose members depend on a value that is looked up.
    Choose {
        /// The value.
        on: Box<Source>,
        /// Its type.
        ty: GraphqlType,
        /// Its values, and the members for each.
        cases: Vec<(String, Vec<(String, Source)>)>,
        /// The message for others.
        otherwise: Option<Box<Source>>,
    },
    /// One name, matched against a list in the response of an earlier call.
    FoundMatch {
        /// The name.
        name: Box<Source>,
        /// What the elements are, for messages.
        what: String,
        /// The call.
        call: String,
        /// The list in its response.
        list: Vec<String>,
        /// From an element to the name.
        by: Vec<String>,
        /// From an element to the value.
        take: Vec<String>,
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
    /// It, and every value inside it.
    pub fn walk<'s>(&'s self, visit: &mut dyn FnMut(&'s Source)) {
        visit(self);
        let mut all = |members: &'s [(String, Source)]| members.iter().for_each(|(_, source)| source.walk(visit));
        match self {
            Source::Object(members) => all(members),
            Source::Choose { on, cases, .. } => {
                for (_, members) in cases {
                    all(members);
                }
                on.walk(visit);
            }
            Source::Text(words) => words.iter().flatten().for_each(|part| part.walk(visit)),
            Source::First(sources) => sources.iter().for_each(|source| source.walk(visit)),
            Source::List { of: inner, .. }
            | Source::Base64(inner)
            | Source::OrLookup { lookup: inner, .. }
            | Source::Match { name: inner, .. }
            | Source::FoundMatch { name: inner, .. } => inner.walk(visit),
            Source::Entries { key, value, .. } => {
                key.walk(visit);
                value.walk(visit);
            }
            _ => {}
        }
    }

    /// May there be no value?
    pub fn may_be_absent(&self) -> bool {
        let unset = |property: &Property| property.may_be_unset() || property.schema.nullable;
        match self {
            Source::Input { property, default, .. } => default.is_none() && unset(property),
            Source::Joined { input: list, .. } | Source::List { list, .. } | Source::Entries { list, .. } => {
                unset(list)
            }
            Source::ElementAt(properties) => properties.iter().any(unset),
            Source::Text(words) => words.iter().all(|word| word.iter().any(Source::may_be_absent)),
            Source::Object(members) => members.iter().all(|(_, member)| member.may_be_absent()),
            Source::First(sources) => sources.iter().all(Source::may_be_absent),
            Source::Base64(inner) | Source::Match { name: inner, .. } | Source::FoundMatch { name: inner, .. } => {
                inner.may_be_absent()
            }
            _ => false,
        }
    }

    /// The input that is passed on unchanged.
    pub fn plain_input(&self) -> Option<&str> {
        match self {
            Source::Input { property, map: None, default: None } => Some(&property.name.value),
            _ => None,
        }
    }
}
