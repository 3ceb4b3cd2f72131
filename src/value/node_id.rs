//! GraphQL node ids that know what they belong to.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A kind of node: an object or interface type of GitHub's schema. The markers are in `ghx::node`.
pub trait Kind: Sized + Send + Sync + 'static {
    /// The type's name in the schema: `PullRequest`.
    const NAME: &'static str;
}

/// `Self` can be used where a `K` is expected: it is `K`, or implements the interface.
#[diagnostic::on_unimplemented(
    message = "a node id of kind `{Self}` does not fit where `{K}` is wanted",
    label = "this id belongs to a `{Self}`",
    note = "GitHub would refuse it; take the id from an output that holds a `{K}`"
)]
pub trait IsA<K: Kind>: Kind {}

impl<K: Kind> IsA<K> for K {}

/// The node id of a `K`.
///
/// ```
/// use ghx::value::{Kind, NodeId};
///
/// enum Issue {}
/// impl Kind for Issue {
///     const NAME: &'static str = "Issue";
/// }
///
/// let id: NodeId<Issue> = NodeId::new("I_kwDOA");
/// assert_eq!(id.as_str(), "I_kwDOA");
/// ```
pub struct NodeId<K: Kind> {
    id: String,
    kind: PhantomData<fn() -> K>,
}

impl<K: Kind> NodeId<K> {
    /// An id from outside, on the caller's word that it belongs to a `K`.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), kind: PhantomData }
    }

    /// The id as GitHub wrote it.
    pub fn as_str(&self) -> &str {
        &self.id
    }

    /// The id as GitHub wrote it.
    pub fn into_string(self) -> String {
        self.id
    }

    /// The same id where an interface or the same kind is expected.
    pub fn widen<B: Kind>(self) -> NodeId<B>
    where
        K: IsA<B>,
    {
        NodeId::new(self.id)
    }
}

impl<K: Kind> Clone for NodeId<K> {
    fn clone(&self) -> Self {
        Self::new(self.id.clone())
    }
}

impl<K: Kind> fmt::Debug for NodeId<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NodeId<{}>({:?})", K::NAME, self.id)
    }
}

impl<K: Kind> fmt::Display for NodeId<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}

impl<K: Kind> PartialEq for NodeId<K> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl<K: Kind> Eq for NodeId<K> {}

impl<K: Kind> PartialOrd for NodeId<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: Kind> Ord for NodeId<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.id.cmp(&other.id)
    }
}

impl<K: Kind> Hash for NodeId<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl<K: Kind> From<&NodeId<K>> for NodeId<K> {
    fn from(id: &NodeId<K>) -> Self {
        id.clone()
    }
}

impl<K: Kind> Serialize for NodeId<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.id)
    }
}

impl<'de, K: Kind> Deserialize<'de> for NodeId<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::new)
    }
}
