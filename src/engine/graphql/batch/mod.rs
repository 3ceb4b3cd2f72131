//! Many operations as one document: aliased root fields, separate variables, and the owner of every line.
//!
//! Documents are built from the parts that codegen emits ([`operation`](crate::card::operation)); GraphQL is not parsed at
//! run time. Each root field, and each field of a shared root, has a line of its own. So an error that has only
//! `locations` can be attributed as precisely as one with a `path`.

mod fragments;
mod mutation;
mod query;
mod size;
mod slots;
mod text;

use bytes::Bytes;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use crate::Error;
use crate::card::operation::Operation;
use crate::error::Phase;

pub(crate) use mutation::mutation;
pub(crate) use query::{QueryLimits, queries};
pub(crate) use size::{WriteCost, fitting, split_writes};
pub(crate) use slots::{ItemSlot, Owner, RootSlot};

/// An operation with its variables, to be put into a batch. It is identified by its position in the list of items.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'a> {
    /// The position of its step. In a mutation its root fields are named after it.
    pub(crate) name: usize,
    /// The operation.
    pub(crate) operation: &'static Operation,
    /// The values of its variables. A variable without a value is not sent.
    pub(crate) variables: &'a Map<String, Value>,
}

/// One document for many items.
#[derive(Debug)]
pub(crate) struct Batch<'a> {
    pub(crate) document: String,
    pub(crate) variables: Vec<(String, &'a Value)>,
    /// The root fields, in order.
    pub(crate) roots: Vec<RootSlot>,
    /// Where the data of each item is in the response.
    pub(crate) items: Vec<Vec<ItemSlot>>,
    /// The owner of each line.
    lines: Vec<Owner>,
    /// The items that use each fragment.
    fragments: Vec<Vec<usize>>,
}

/// The name of every document. The path of an error that was found before execution starts with it.
const NAME: &str = "Ghx";

impl Batch<'_> {
    /// The body of the HTTP request.
    pub(crate) fn body(&self) -> Result<Bytes, Error> {
        let body = Body { query: &self.document, variables: Variables(&self.variables) };
        let bytes = serde_json::to_vec(&body).map_err(|error| {
            Error::unknown("the request cannot be written").in_phase(Phase::NotSent).with_source(error)
        })?;
        Ok(Bytes::from(bytes))
    }

    /// The owner of a line of the document, counted from 1.
    pub(crate) fn owner(&self, line: usize) -> Owner {
        self.lines.get(line.wrapping_sub(1)).copied().unwrap_or(Owner::None)
    }

    /// The items that need a root field, a field below it, or a fragment.
    pub(crate) fn items_of(&self, owner: Owner) -> &[usize] {
        match owner {
            Owner::None => &[],
            Owner::Root(root) => self.roots.get(root).map_or(&[], |root| &root.items),
            Owner::Child(root, child) => {
                let children = self.roots.get(root).map_or(&[][..], |root| &root.children);
                children.get(child).map_or(&[], |child| &child.items)
            }
            Owner::Fragment(fragment) => self.fragments.get(fragment).map_or(&[], Vec::as_slice),
        }
    }
}

#[derive(serde::Serialize)]
struct Body<'a> {
    query: &'a str,
    variables: Variables<'a>,
}

struct Variables<'a>(&'a [(String, &'a Value)]);

impl Serialize for Variables<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests;
