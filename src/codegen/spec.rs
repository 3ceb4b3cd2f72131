//! Short forms for the descriptors of inputs and outputs.

use crate::card::{Property, Type};

/// A property that is always there and never null.
pub const fn property(name: &'static str, description: &'static str, ty: Type) -> Property {
    Property { name, description, required: true, nullable: false, default: None, ty }
}

/// The elements of an array.
pub const fn item(ty: Type) -> Property {
    property("", "", ty)
}

/// The same property, which may be absent.
pub const fn optional(property: Property) -> Property {
    Property { required: false, ..property }
}

/// The same property, which may be absent and then has this value (as JSON).
pub const fn defaulted(property: Property, default: &'static str) -> Property {
    Property { required: false, default: Some(default), ..property }
}

/// The same property, which may be null.
pub const fn nullable(property: Property) -> Property {
    Property { nullable: true, ..property }
}

/// Text with its bounds.
pub const fn text(min_length: u32, max_length: Option<u32>, format: Option<&'static str>) -> Type {
    Type::String { min_length, max_length, format }
}

/// The id of a kind of node.
pub const fn id(kind: &'static str) -> Type {
    Type::Id { kind }
}

/// A whole number with its bounds.
pub const fn integer(minimum: Option<i64>, maximum: Option<i64>) -> Type {
    Type::Integer { minimum, maximum }
}

/// One of these words.
pub const fn words(words: &'static [&'static str]) -> Type {
    Type::Enum(words)
}

/// A list with its bounds.
pub const fn list(items: &'static Property, min_items: u32, max_items: Option<u32>) -> Type {
    Type::Array { items, min_items, max_items }
}

/// An object.
pub const fn object(properties: &'static [Property]) -> Type {
    Type::Object { properties }
}
