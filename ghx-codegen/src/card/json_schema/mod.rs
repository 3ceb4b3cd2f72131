//! The JSON Schema subset of cards. Anything outside it is an error, never ignored.

pub(super) mod parse;

pub(super) use parse::{Side, object};

use super::reader::Located;
use crate::{source::Span, yaml::Node};

/// `type: object`.
#[derive(Clone, Debug)]
pub struct ObjectSchema {
    /// In file order.
    pub properties: Vec<Property>,
    /// At the root of an input: at least one of these must be given.
    pub at_least_one: Option<AtLeastOne>,
    /// `oneOf`: exactly one of these must be given; empty without that rule.
    pub exactly_one: Vec<Located<String>>,
    /// At the root of an input: what must be given because of the value of another input.
    pub requires: Vec<Requires>,
    /// Its place.
    pub span: Span,
}

/// `anyOf: [{ required: [a] }, { required: [b] }]`.
#[derive(Clone, Debug)]
pub struct AtLeastOne {
    /// The names.
    pub names: Vec<Located<String>>,
}

/// `requires: [{ when: { state: dismissed }, inputs: [reason] }]`.
#[derive(Clone, Debug)]
pub struct Requires {
    /// The input.
    pub input: Located<String>,
    /// Its value.
    pub value: Node,
    /// What must then be given.
    pub inputs: Vec<Located<String>>,
}

/// One property of an object.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its JSON name.
    pub name: Located<String>,
    /// Must it be there?
    pub required: bool,
    /// What is sent if it is absent.
    pub default: Option<Node>,
    /// Its value.
    pub schema: Schema,
}

/// A value.
#[derive(Clone, Debug)]
pub struct Schema {
    /// Its type.
    pub ty: Type,
    /// May it be null?
    pub nullable: bool,
    /// For people.
    pub description: Option<Located<String>>,
    /// The place of `type`.
    pub span: Span,
}

/// A type of the subset.
#[derive(Clone, Debug)]
pub enum Type {
    /// `type: string`.
    String {
        /// Fewest characters.
        min_length: Option<Located<i64>>,
        /// Most characters.
        max_length: Option<Located<i64>>,
        /// `uri`, `date-time`, `date` or `base64`.
        format: Option<Located<String>>,
        /// The kind of node that the id belongs to.
        node: Option<Located<String>>,
    },
    /// `enum: [...]`.
    Enum(Vec<Located<String>>),
    /// `type: integer`.
    Integer {
        /// Smallest.
        minimum: Option<Located<i64>>,
        /// Largest.
        maximum: Option<Located<i64>>,
    },
    /// `type: number`.
    Number,
    /// `type: boolean`.
    Boolean,
    /// `type: array`.
    Array {
        /// Its elements.
        items: Box<Schema>,
        /// Fewest.
        min_items: Option<Located<i64>>,
        /// Most.
        max_items: Option<Located<i64>>,
    },
    /// `type: object`.
    Object(ObjectSchema),
    /// `type: object` with `additionalProperties`: any keys.
    Map {
        /// What its values are; `None` for any JSON.
        values: Option<Box<Schema>>,
        /// Most keys.
        max: Option<Located<i64>>,
    },
}

impl ObjectSchema {
    /// The property of that name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|p| p.name.value == name)
    }

    /// The names of all properties.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.properties.iter().map(|p| p.name.value.as_str())
    }
}

impl Property {
    /// May a caller leave it out?
    pub fn may_be_absent(&self) -> bool {
        !self.required
    }

    /// Absent *and* without a default: nothing is sent.
    pub fn may_be_unset(&self) -> bool {
        !self.required && self.default.is_none()
    }
}

impl Type {
    /// For messages.
    pub fn describe(&self) -> String {
        match self {
            Type::String { .. } => "string".to_owned(),
            Type::Enum(_) => "enum".to_owned(),
            Type::Integer { .. } => "integer".to_owned(),
            Type::Number => "number".to_owned(),
            Type::Boolean => "boolean".to_owned(),
            Type::Array { items, .. } => format!("array of {}", items.ty.describe()),
            Type::Object(_) => "object".to_owned(),
            Type::Map { .. } => "object with any keys".to_owned(),
        }
    }
}
