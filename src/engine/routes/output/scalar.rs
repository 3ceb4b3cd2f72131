//! Scalars of a response.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::Value;

use super::{Here, OutputSource};
use crate::card::route::Pick;
use crate::engine::routes::call_results::text;
use crate::engine::routes::walk::look;

impl OutputSource<'_> {
    pub(super) fn pick(&self, pick: &Pick, here: Here<'_>) -> Result<Value, String> {
        if !pick.present.is_empty() {
            let base = self.base(&pick.path, here);
            if let Some((_, value)) = pick.present.iter().find(|(keys, _)| !look(&base.value, keys).is_null()) {
                return Ok(Value::from(*value));
            }
        }
        let (places, location) = self.find(&pick.path, here)?;
        let mut value = places.into_value();
        if pick.decode && !value.is_null() {
            let bytes = value.as_str().and_then(bytes_of);
            let bytes = bytes.ok_or_else(|| location.unexpected("text in base64", &value))?;
            value = std::borrow::Cow::Owned(String::from_utf8(bytes).map_or(Value::Null, Value::from));
        }
        let written = text(&value);
        let is_null = value.is_null() || written.as_deref().is_some_and(|text| pick.nulls.contains(&text));
        match (written, pick.default) {
            (_, Some(default)) if is_null => Ok(default.to_json()),
            _ if is_null && pick.nullable => Ok(Value::Null),
            (Some(written), _) if !is_null => {
                let mapped = pick.map.iter().find(|(from, _)| *from == written).map(|(_, to)| to.to_json());
                let trimmed = || pick.without.and_then(|extra| without(&written, extra)).map(Value::from);
                Ok(mapped.or_else(trimmed).unwrap_or_else(|| value.into_owned()))
            }
            _ => Err(location.unexpected("a value", &value)),
        }
    }
}

/// The bytes of base64, which GitHub breaks into lines.
fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let text: String = text.split_ascii_whitespace().collect();
    BASE64.decode(text).ok()
}

/// The text without the affix that the route adds.
pub(super) fn without<'t>(text: &'t str, extra: &str) -> Option<&'t str> {
    text.strip_suffix(extra).or_else(|| text.strip_prefix(extra)).filter(|rest| !rest.is_empty())
}
