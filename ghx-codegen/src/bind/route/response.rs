//! Paths to one value of a response: for values from another call, and for paging.

use super::Context;
use crate::{
    bind::{path, shape::Shape},
    card::Located,
    schema::Described,
};

/// What is at the end of a path.
#[derive(Debug)]
pub(super) struct Found<'s> {
    pub(super) keys: Vec<String>,
    pub(super) value: Described<'s>,
    pub(super) nullable: bool,
}

/// A path to one value, without `[]` and `!`.
pub(super) fn plain<'s>(context: &mut Context<'_>, start: &Described<'s>, text: &Located<String>) -> Option<Found<'s>> {
    let found = match path::plain(&Shape::json(start.clone()), text, context.code()) {
        Ok(found) => found,
        Err(problem) => {
            context.problems.push(*problem);
            return None;
        }
    };
    let keys = found.path.plain_keys().into_iter().map(str::to_owned).collect();
    let Shape::Json { described, .. } = found.shape else { return None };
    Some(Found { keys, value: described, nullable: found.nullable })
}
