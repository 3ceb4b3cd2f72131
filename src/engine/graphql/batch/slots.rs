//! Where each item is in a document and in its response.

/// A root field of a batch.
#[derive(Debug)]
pub(crate) struct RootSlot {
    /// Its response key.
    pub(crate) alias: String,
    /// The items that it serves.
    pub(crate) items: Vec<usize>,
    /// The fields below it, if several items share it.
    pub(crate) children: Vec<ChildSlot>,
    /// The repository as it was sent, `acme/widgets`, if the current name is requested as well.
    pub(crate) repository: Option<String>,
}

/// A field below a shared root.
#[derive(Debug)]
pub(crate) struct ChildSlot {
    /// Its response key.
    pub(crate) alias: String,
    /// The items that it serves.
    pub(crate) items: Vec<usize>,
}

/// Where the data of one root field of an item is.
#[derive(Debug)]
pub(crate) struct ItemSlot {
    /// The response key that the item's own operation has for it.
    pub(crate) key: &'static str,
    /// The root field of the batch.
    pub(crate) root: usize,
    /// The item's own response keys and the fields of the shared root; empty if the root is not shared.
    pub(crate) children: Vec<(&'static str, usize)>,
    /// Whether a condition (`@include`) may leave it out.
    pub(crate) conditional: bool,
}

/// What a line of a document belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// The operation itself.
    None,
    /// A root field.
    Root(usize),
    /// A field below a shared root.
    Child(usize, usize),
    /// A fragment, which several items may use.
    Fragment(usize),
}

/// Adds an item, unless it is the last one already.
pub(super) fn add_once(items: &mut Vec<usize>, item: usize) {
    if items.last() != Some(&item) {
        items.push(item);
    }
}
