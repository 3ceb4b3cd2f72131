//! The arguments and results of resolvers. Values do not borrow from the state.

use apollo_compiler::{
    ast,
    response::{JsonMap, JsonValue},
};

use crate::state::{Key, Node, Refusal, Timestamp};

/// The result of a resolver.
pub(crate) type Resolved = Result<Value, Refusal>;

/// A resolved field.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Leaf(JsonValue),
    Object(Obj),
    List(Vec<Value>),
    /// All items of a connection, to be paged when the field is resolved.
    Page(Vec<Value>),
    /// A field of a record or an item of a list that cannot be read.
    Refused(Refusal),
}

/// A GraphQL object.
#[derive(Clone, Debug)]
pub(crate) enum Obj {
    Query,
    Mutation,
    /// The query type inside a query; faults of root fields do not apply to it.
    Relay,
    Node(Node),
    /// A connection, an edge, a payload: fields that are known already.
    Record(Record),
}

/// An object whose fields are already resolved.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) type_name: String,
    pub(crate) fields: Vec<(&'static str, Value)>,
}

impl Value {
    pub(crate) fn null() -> Self {
        Self::Leaf(JsonValue::Null)
    }

    pub(crate) fn record(type_name: impl Into<String>, fields: Vec<(&'static str, Value)>) -> Self {
        Self::Object(Obj::Record(Record { type_name: type_name.into(), fields }))
    }

    /// The node itself, or the node of an edge.
    pub(crate) fn node(&self) -> Option<Node> {
        match self {
            Self::Object(Obj::Node(node)) => Some(*node),
            Self::Object(Obj::Record(edge)) => {
                edge.fields.iter().find(|(name, _)| *name == "node").and_then(|(_, node)| node.node())
            }
            _ => None,
        }
    }
}

impl From<Node> for Value {
    fn from(node: Node) -> Self {
        Self::Object(Obj::Node(node))
    }
}

impl From<Timestamp> for Value {
    fn from(time: Timestamp) -> Self {
        time.to_string().into()
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(Self::null, Into::into)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

macro_rules! leaf_from {
    ($($type:ty),*) => {$(
        impl From<$type> for Value {
            fn from(value: $type) -> Self {
                Self::Leaf(JsonValue::from(value))
            }
        }
    )*};
}

leaf_from!(&str, String, bool, u32, u64, usize);

impl From<&String> for Value {
    fn from(value: &String) -> Self {
        value.as_str().into()
    }
}

/// The arguments of a field, or the fields of an input object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Args<'a>(&'a JsonMap);

impl<'a> Args<'a> {
    pub(crate) fn new(map: &'a JsonMap) -> Self {
        Self(map)
    }

    /// The value, unless it is absent or null.
    fn value(self, name: &str) -> Option<&'a JsonValue> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Whether it was given, even as null.
    pub(crate) fn given(self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Whether it has a value: not absent, null, an empty list or `false`.
    pub(crate) fn has(self, name: &str) -> bool {
        let is_empty =
            |value: &JsonValue| value.as_array().is_some_and(Vec::is_empty) || *value == JsonValue::Bool(false);
        self.value(name).is_some_and(|value| !is_empty(value))
    }

    pub(crate) fn names(self) -> impl Iterator<Item = &'a str> {
        self.0.keys().map(apollo_compiler::response::serde_json_bytes::ByteString::as_str)
    }

    pub(crate) fn str(self, name: &str) -> Option<&'a str> {
        self.value(name)?.as_str()
    }

    /// A required string; validation guarantees it.
    pub(crate) fn text(self, name: &str) -> &'a str {
        self.str(name).unwrap_or_default()
    }

    pub(crate) fn int(self, name: &str) -> Option<i64> {
        self.value(name)?.as_i64()
    }

    /// A number that is not negative.
    pub(crate) fn number(self, name: &str) -> Option<u32> {
        u32::try_from(self.int(name)?).ok()
    }

    pub(crate) fn bool(self, name: &str) -> bool {
        self.value(name).and_then(JsonValue::as_bool).unwrap_or(false)
    }

    /// A list of strings; GraphQL accepts a single value as a list of one.
    pub(crate) fn strings(self, name: &str) -> Option<Vec<&'a str>> {
        let value = self.value(name)?;
        Some(match value.as_array() {
            Some(list) => list.iter().filter_map(JsonValue::as_str).collect(),
            None => value.as_str().into_iter().collect(),
        })
    }

    /// An input object.
    pub(crate) fn object(self, name: &str) -> Option<Args<'a>> {
        self.value(name)?.as_object().map(Args)
    }

    pub(crate) fn objects(self, name: &str) -> Vec<Args<'a>> {
        let list = self.value(name).and_then(JsonValue::as_array);
        list.into_iter().flatten().filter_map(JsonValue::as_object).map(Args).collect()
    }
}

/// Removes what the client left out.
///
/// In `{ title: $title }` an absent `$title` means an absent `title`; the executor passes null, and `null` means
/// something else to GitHub.
pub(crate) fn without_absent(written: &ast::Value, coerced: &mut JsonValue, variables: &JsonMap) {
    match (written, coerced) {
        (ast::Value::Object(fields), JsonValue::Object(map)) => {
            for (name, value) in fields {
                let absent = value.as_variable().is_some_and(|variable| !variables.contains_key(variable.as_str()));
                if absent && map.get(name.as_str()).is_some_and(JsonValue::is_null) {
                    map.remove(name.as_str());
                } else if let Some(inner) = map.get_mut(name.as_str()) {
                    without_absent(value, inner, variables);
                }
            }
        }
        (ast::Value::List(items), JsonValue::Array(list)) => {
            for (item, inner) in items.iter().zip(list) {
                without_absent(item, inner, variables);
            }
        }
        _ => {}
    }
}

/// Keys of one kind as values.
pub(crate) fn nodes<T>(keys: Vec<Key<T>>, make: impl Fn(Key<T>) -> Node) -> Vec<Value> {
    keys.into_iter().map(|key| make(key).into()).collect()
}
