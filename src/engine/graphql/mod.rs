//! GraphQL on the wire: many operations as one document, and the response split up again.

mod attribution;
pub(crate) mod batch;
mod batch_response;
mod item;

pub(crate) use attribution::{Depth, ItemError};
pub(crate) use batch_response::{BatchResponse, RefusedItem, refused_items};
pub(crate) use item::{ItemResponse, Presence};
