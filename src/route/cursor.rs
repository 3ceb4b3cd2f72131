//! Where a page begins, on routes that have no cursors of their own.

use serde_json::{Map, Value};

use crate::card::Card;

/// Whether GraphQL can go on from the cursor of an input.
#[allow(clippy::unnecessary_wraps, reason = "the other routes will have cursors of their own")]
pub(crate) fn fits_graphql(_card: &Card, _input: &Map<String, Value>) -> Result<(), String> {
    Ok(())
}
