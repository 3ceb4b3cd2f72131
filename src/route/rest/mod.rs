//! The REST adapter.

use serde_json::{Map, Value};

use super::Work;
use super::spec::RestRoute;
use crate::Error;
use crate::card::Card;

pub(crate) fn suits(_route: &RestRoute, _card: &Card, _input: &Map<String, Value>) -> Result<(), String> {
    Err("there is no adapter for it yet".to_owned())
}

#[allow(clippy::unused_async, reason = "the adapter will wait for answers")]
pub(crate) async fn run(work: &Work<'_>, _route: &RestRoute) -> Result<Value, Error> {
    Err(Error::adapter_unsupported(format!("there is no REST adapter yet for '{}'", work.card.id)))
}
