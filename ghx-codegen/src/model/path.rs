//! Paths through a response.

/// A path through a response, one step after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// From the response's root (or, below an object or list entry, from there).
    pub steps: Vec<PathStep>,
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is one independent fact about the step")]
pub struct PathStep {
    /// The response key; empty for the response itself.
    pub key: String,
    /// The field is selected under `... on T`: first the value is narrowed to this type.
    pub narrow: Option<Narrow>,
    /// The name of the field's own GraphQL type, inside lists and non-nulls; empty for JSON.
    pub ty: String,
    /// Is it a list?
    pub list: bool,
    /// Of a list: may elements be null?
    pub null_items: bool,
    /// May the value be absent or null here (nullable type, or under `@include`)?
    pub nullable: bool,
    /// If so, null is not a value but an error: not found, or not readable.
    pub anchor: bool,
    /// `[]`: the path continues for each element; null elements are dropped.
    pub each: bool,
    /// `[0]`: the path continues with this element, or is null.
    pub index: Option<usize>,
    /// `?`: elements of the list around it in which it is null are dropped.
    pub drops: bool,
}

/// `... on Issue`.
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl Path {
    /// The keys up to the list if there is one, and the keys from an element on.
    pub fn keys(&self) -> (Vec<String>, Option<Vec<String>>) {
        let each = self.steps.iter().position(|step| step.each);
        let (before, after) = self.steps.split_at(each.map_or(self.steps.len(), |index| index + 1));
        (keys(before), each.map(|_| keys(after)))
    }

    /// This path, and then another.
    #[must_use]
    pub fn then(mut self, other: Path) -> Self {
        self.steps.extend(other.steps);
        self
    }

    /// All keys of a path without `[]`.
    pub fn plain_keys(&self) -> Vec<String> {
        keys(&self.steps)
    }
}

/// The steps as a table has them: `name`, `name?`, `[0]`.
fn keys(steps: &[PathStep]) -> Vec<String> {
    let mut keys = Vec::new();
    for step in steps {
        let mark = if step.drops { "?" } else { "" };
        keys.extend(Some(format!("{}{mark}", step.key)).filter(|key| !key.is_empty()));
        keys.extend(step.index.map(|index| format!("[{index}]")));
    }
    keys
}
