//! Paths through a response.

use crate::operation::GraphqlType;

/// A path through a response: typed field access, one step after another.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// From the response's root (or, below an object or list entry, from there).
    pub steps: Vec<PathStep>,
}

/// One step of a path.
#[derive(Clone, Debug)]
pub struct PathStep {
    /// The response key.
    pub key: String,
    /// The field is selected under `... on T`: first the value is narrowed to this type.
    pub narrow: Option<Narrow>,
    /// The field's own type.
    pub ty: GraphqlType,
    /// May the value be absent or null here (nullable type, or under `@include`)?
    pub nullable: bool,
    /// If so, null is not a value but an error: not found, or not readable.
    pub anchor: bool,
    /// `[]`: the path continues for each element; null elements are dropped.
    pub each: bool,
}

/// `... on Issue`.
#[derive(Clone, Debug)]
pub struct Narrow {
    /// The kind.
    pub ty: String,
    /// Other kinds that have the same field: the value is taken from the kind that it has.
    pub also: Vec<String>,
    /// Is anything selected on the abstract type itself? Then the generator keeps the kinds in a field named `on`.
    pub beside_fields: bool,
    /// If the value is of another kind: an error (true) or null (false).
    pub anchor: bool,
}
