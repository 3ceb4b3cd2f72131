//! The body of a GraphQL answer: the fields as raw JSON, to be decoded straight into typed structs, and the errors.

use std::borrow::Cow;
use std::collections::HashMap;
use std::time::Duration;

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::GraphqlError;

/// A GraphQL answer.
#[derive(Debug)]
pub(crate) struct Response<'a> {
    pub(crate) data: Data<'a>,
    pub(crate) errors: Vec<GraphqlError>,
    /// The id that GitHub gave the request.
    pub(crate) request_id: Option<&'a str>,
    /// How long to wait, if one of its errors is a rate limit.
    pub(crate) wait: Duration,
}

/// What stands under `data`.
#[derive(Debug)]
pub(crate) enum Data<'a> {
    /// Nothing: the request was refused before anything was executed.
    Absent,
    /// Null: it was executed, and an error took everything along.
    Null,
    /// The root fields by their aliases.
    Fields(Fields<'a>),
}

/// Response keys and what stands under them.
pub(crate) type Fields<'a> = HashMap<Cow<'a, str>, &'a RawValue>;

#[derive(Deserialize)]
struct Wire<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    data: Option<&'a RawValue>,
    #[serde(default)]
    errors: Option<Vec<Value>>,
}

/// Whatever is there, null included.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

impl<'a> Response<'a> {
    /// The answer, if the body is one.
    pub(crate) fn parse(body: &'a [u8]) -> Option<Self> {
        let wire: Wire<'a> = serde_json::from_slice(body).ok()?;
        let errors: Vec<GraphqlError> = wire.errors.iter().flatten().map(GraphqlError::read).collect();
        let data = match wire.data.map(RawValue::get) {
            None if errors.is_empty() => return None,
            None => Data::Absent,
            Some("null") => Data::Null,
            Some(text) => Data::Fields(serde_json::from_str(text).ok()?),
        };
        Some(Self { data, errors, request_id: None, wait: Duration::ZERO })
    }

    /// The root field with this alias.
    pub(crate) fn field(&self, alias: &str) -> Option<&'a RawValue> {
        match &self.data {
            Data::Fields(fields) => fields.get(alias).copied(),
            Data::Absent | Data::Null => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::response::*;

    #[test]
    fn absent_and_null_data_are_two_things() {
        let parse = |text: &'static str| Response::parse(text.as_bytes());
        assert!(matches!(parse(r#"{"errors":[{"message":"no"}]}"#).unwrap().data, Data::Absent));
        assert!(matches!(parse(r#"{"data":null,"errors":[{"message":"no"}]}"#).unwrap().data, Data::Null));
        let response = parse(r#"{"data":{"s0":{"a":1}},"extensions":{"cost":1}}"#).unwrap();
        assert_eq!(response.field("s0").unwrap().get(), r#"{"a":1}"#);
        for text in ["", "{}", "[]", "<html>", r#"{"data":[]}"#, r#"{"data":{"s0":"#, r#"{"message":"Bad"}"#] {
            assert!(parse(text).is_none(), "{text}");
        }
    }
}
