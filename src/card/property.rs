//! Inputs and outputs, and their types.

use super::const_setters;

/// One input or output.
#[derive(Debug)]
#[non_exhaustive]
pub struct Property {
    /// Its JSON name; empty for the elements of an array.
    pub name: &'static str,
    /// What it is.
    pub description: &'static str,
    /// Whether it must be given; for outputs, whether it always is.
    pub required: bool,
    /// Whether it may be null.
    pub nullable: bool,
    /// The value of an input that is not given, as JSON.
    pub default: Option<&'static str>,
    /// Its type.
    pub ty: Type,
}

impl Property {
    /// A property that is required and never null.
    #[must_use]
    pub const fn new(name: &'static str, description: &'static str, ty: Type) -> Self {
        Self { name, description, required: true, nullable: false, default: None, ty }
    }

    /// Text of any length.
    #[must_use]
    pub const fn text(name: &'static str, description: &'static str) -> Self {
        Self::new(name, description, Type::text())
    }

    /// Any whole number.
    #[must_use]
    pub const fn integer(name: &'static str, description: &'static str) -> Self {
        Self::new(name, description, Type::integer())
    }

    /// True or false.
    #[must_use]
    pub const fn boolean(name: &'static str, description: &'static str) -> Self {
        Self::new(name, description, Type::Boolean)
    }

    /// The id of this kind of node.
    #[must_use]
    pub const fn id(name: &'static str, description: &'static str, kind: &'static str) -> Self {
        Self::new(name, description, Type::id(kind))
    }

    /// The elements of an array.
    #[must_use]
    pub const fn item(ty: Type) -> Self {
        Self::new("", "", ty)
    }

    /// The same, which may be absent.
    #[must_use]
    pub const fn optional(mut self) -> Self {
        self.required = false;
        self
    }

    /// The same, which may be absent and then has this value (as JSON).
    #[must_use]
    pub const fn or(mut self, default: &'static str) -> Self {
        self.required = false;
        self.default = Some(default);
        self
    }

    const_setters! {
        flag nullable;
    }
}

/// The type of a property.
#[derive(Debug)]
#[non_exhaustive]
pub enum Type {
    /// Text.
    #[non_exhaustive]
    String {
        /// The fewest characters.
        min_length: u32,
        /// The most characters.
        max_length: Option<u32>,
        /// `uri`, `date-time`, `date`, `base64` or `path`.
        format: Option<&'static str>,
    },
    /// A node id.
    #[non_exhaustive]
    Id {
        /// The kind of node that it belongs to.
        kind: &'static str,
        /// The fewest characters.
        min_length: u32,
    },
    /// A whole number.
    #[non_exhaustive]
    Integer {
        /// The smallest.
        minimum: Option<i64>,
        /// The largest.
        maximum: Option<i64>,
    },
    /// A number, with a fraction or without.
    Number,
    /// True or false.
    Boolean,
    /// One of these words.
    Enum(&'static [&'static str]),
    /// A list.
    #[non_exhaustive]
    Array {
        /// What its elements are.
        items: &'static Property,
        /// The fewest elements.
        min_items: u32,
        /// The most elements.
        max_items: Option<u32>,
    },
    /// An object with these properties and no others.
    #[non_exhaustive]
    Object {
        /// Its properties.
        properties: &'static [Property],
        /// Exactly one of these properties must be given; empty where there is no such rule.
        exactly_one: &'static [&'static str],
    },
    /// An object with any keys.
    #[non_exhaustive]
    Map {
        /// What its values are.
        values: &'static Property,
        /// The most keys.
        max_properties: Option<u32>,
    },
    /// Any JSON.
    Json,
}

impl Type {
    /// Text of any length.
    #[must_use]
    pub const fn text() -> Self {
        Self::String { min_length: 0, max_length: None, format: None }
    }

    /// The id of this kind of node.
    #[must_use]
    pub const fn id(kind: &'static str) -> Self {
        Self::Id { kind, min_length: 0 }
    }

    /// Any whole number.
    #[must_use]
    pub const fn integer() -> Self {
        Self::Integer { minimum: None, maximum: None }
    }

    /// A list of any length.
    #[must_use]
    pub const fn list(items: &'static Property) -> Self {
        Self::Array { items, min_items: 0, max_items: None }
    }

    /// An object with these properties.
    #[must_use]
    pub const fn object(properties: &'static [Property]) -> Self {
        Self::Object { properties, exactly_one: &[] }
    }

    /// An object with these properties, of which exactly one of `names` must be given.
    #[must_use]
    pub const fn choice(properties: &'static [Property], names: &'static [&'static str]) -> Self {
        Self::Object { properties, exactly_one: names }
    }

    /// An object with any keys, and such values.
    #[must_use]
    pub const fn map(values: &'static Property) -> Self {
        Self::Map { values, max_properties: None }
    }

    /// Text or a list with at least this many characters or elements, or a number that is at least this.
    #[must_use]
    pub const fn at_least(mut self, least: u32) -> Self {
        match &mut self {
            Self::String { min_length: bound, .. }
            | Self::Id { min_length: bound, .. }
            | Self::Array { min_items: bound, .. } => *bound = least,
            Self::Integer { minimum, .. } => *minimum = Some(least as i64),
            _ => {}
        }
        self
    }

    /// Text, a list or a map with at most this many characters, elements or keys, or a number that is at most this.
    #[must_use]
    pub const fn at_most(mut self, most: u32) -> Self {
        match &mut self {
            Self::String { max_length: bound, .. }
            | Self::Array { max_items: bound, .. }
            | Self::Map { max_properties: bound, .. } => *bound = Some(most),
            Self::Integer { maximum, .. } => *maximum = Some(most as i64),
            _ => {}
        }
        self
    }

    /// A number from `minimum` to `maximum`, where one of them is negative or large.
    #[must_use]
    pub const fn integer_between(minimum: Option<i64>, maximum: Option<i64>) -> Self {
        Self::Integer { minimum, maximum }
    }

    /// Text in this format: `uri`, `date-time`, `date`, `base64` or `path`.
    #[must_use]
    pub const fn formatted(mut self, name: &'static str) -> Self {
        if let Self::String { format, .. } = &mut self {
            *format = Some(name);
        }
        self
    }
}
