//! GraphQL on the wire: many operations as one document, and the parts of the response that belong to each.

mod attribution;
pub(crate) mod batch;
mod item;

pub(crate) use attribution::{Blame, Blamed, Depth};
pub(crate) use item::{Answers, ItemAnswer, Presence};
