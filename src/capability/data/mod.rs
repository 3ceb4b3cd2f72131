//! The response data of one operation, and its decoding into a typed struct.

mod place;

use std::cell::Cell;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde::de::value::MapDeserializer;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::Error;
use crate::card::operation::Document;

/// The root fields of one operation, by response key, as raw JSON borrowed from the response.
///
/// ```
/// use ghx::capability::data::ResponseData;
///
/// let data = ResponseData::parse(r#"{"repository": {"id": "R_1"}}"#)?;
/// assert_eq!(data.get("repository").map(|raw| raw.get()), Some(r#"{"id": "R_1"}"#));
/// # Ok::<(), ghx::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ResponseData<'a> {
    fields: Vec<(&'a str, &'a RawValue)>,
    kept: Option<&'a Map<String, Value>>,
}

impl<'a> ResponseData<'a> {
    /// Parses the `data` object of a response.
    pub fn parse(data: &'a str) -> Result<Self, Error> {
        let fields: std::collections::BTreeMap<&str, &RawValue> = serde_json::from_str(data)
            .map_err(|error| Error::server("the response is not a JSON object").with_source(error))?;
        Ok(fields.into_iter().collect())
    }

    /// The raw JSON of a root field.
    pub fn get(&self, key: &str) -> Option<&'a RawValue> {
        let mut fields = self.fields.iter();
        fields.find(|(name, _)| *name == key).map(|(_, raw)| *raw)
    }

    /// The same data with the values that were kept when the request was made.
    #[must_use]
    pub fn with_kept<'b>(&self, kept: &'b Map<String, Value>) -> ResponseData<'b>
    where
        'a: 'b,
    {
        ResponseData { fields: self.fields.clone(), kept: Some(kept) }
    }

    /// A value that was [kept](crate::card::operation::Request::keep) when the request was made.
    pub fn kept<T: DeserializeOwned>(&self, name: &str) -> Result<T, Error> {
        let value = self.kept.and_then(|kept| kept.get(name)).cloned().unwrap_or_default();
        serde_json::from_value(value)
            .map_err(|error| Error::unknown(format!("`{name}` was not kept for the output")).with_source(error))
    }

    /// Whether there are root fields and none of them is null.
    pub(crate) fn has_roots(&self) -> bool {
        !self.fields.is_empty() && self.fields.iter().all(|(_, raw)| raw.get() != "null")
    }

    /// Decodes the data of `D`. The error has the code [`Server`](crate::ErrorCode::Server) and names the field that does
    /// not have the expected type.
    pub fn decode<D: Document>(&self) -> Result<D::Data, Error> {
        let current = Cell::new(None);
        let keys = self.fields.iter().map(|(key, raw)| (*key, Some(*raw)));
        // The deserializer takes one field after the other, so that an error is in the last one taken.
        let fields = keys.chain([("", None)]).map_while(|(key, raw)| {
            current.set(raw.map(|raw| (key, raw)));
            Some((key, raw?))
        });
        let deserializer = MapDeserializer::<_, serde_json::Error>::new(fields);
        D::Data::deserialize(deserializer).map_err(|error| decode_error(D::OPERATION.name, current.get(), error))
    }

    /// The data as JSON.
    pub(crate) fn to_value(&self) -> Result<serde_json::Value, Error> {
        let parse = |(key, raw): &(&str, &RawValue)| match serde_json::from_str(raw.get()) {
            Ok(value) => Ok(((*key).to_owned(), value)),
            Err(error) => Err(Error::server(format!("unexpected response at {key}")).with_source(error)),
        };
        self.fields.iter().map(parse).collect::<Result<serde_json::Map<_, _>, Error>>().map(Into::into)
    }

    /// The same data, independent of the response that it was read from.
    pub fn to_owned_data(&self) -> OwnedData {
        let fields = self.fields.iter();
        OwnedData { fields: fields.map(|(key, raw)| ((*key).to_owned(), (*raw).to_owned())).collect() }
    }
}

fn decode_error(operation: &str, field: Option<(&str, &RawValue)>, error: serde_json::Error) -> Error {
    let place = match field {
        Some((key, raw)) => format!("{key}{}", place::path(raw.get(), error.line(), error.column())),
        None => "the root".to_owned(),
    };
    let text = error.to_string();
    let reason = text.split(" at line ").next().unwrap_or(&text);
    let message = format!("unexpected response to `{operation}` at {place}: {reason}");
    Error::server(message).with_source(error)
}

impl<'a> FromIterator<(&'a str, &'a RawValue)> for ResponseData<'a> {
    fn from_iter<I: IntoIterator<Item = (&'a str, &'a RawValue)>>(fields: I) -> Self {
        Self { fields: fields.into_iter().collect(), kept: None }
    }
}

/// An [`ResponseData`] that owns its JSON.
#[derive(Clone, Debug, Default)]
pub struct OwnedData {
    fields: Vec<(String, Box<RawValue>)>,
}

impl OwnedData {
    /// Whether it contains no null.
    pub(crate) fn is_complete(&self) -> bool {
        let whole = |raw: &RawValue| serde_json::from_str(raw.get()).is_ok_and(|value| has_no_null(&value));
        self.fields.iter().all(|(_, raw)| whole(raw))
    }

    /// The same data, borrowed.
    pub fn borrow(&self) -> ResponseData<'_> {
        let fields = self.fields.iter();
        fields.map(|(key, raw)| (key.as_str(), &**raw)).collect()
    }
}

fn has_no_null(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Null => false,
        serde_json::Value::Array(items) => items.iter().all(has_no_null),
        serde_json::Value::Object(members) => members.values().all(has_no_null),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
