//! The hosts of the URLs in an input.

use serde_json::{Map, Value};

use super::InputHost;
use super::marker;
use super::marker::Marker;
use crate::card::Card;
use crate::value::host_of;

/// The hosts of the URLs that name subjects, as far as they are known before references have values.
pub(crate) fn hosts(card: &Card, input: &Map<String, Value>) -> Vec<InputHost> {
    let texts = card.subjects.iter().filter_map(|spec| spec.text);
    let found = texts.filter_map(|name| Some(InputHost { input: name, host: host_in(input.get(name)?)? }));
    found.collect()
}

/// The host of a text. If a reference provides the number of an issue, the host is in the piece before it.
fn host_in(value: &Value) -> Option<String> {
    match (marker::read(value), value) {
        (Some(Marker::Text(pieces)), _) => host_of(pieces.first()?.as_str()?),
        (None, Value::String(text)) => host_of(text),
        _ => None,
    }
}
