//! The body of a GraphQL response: its root fields as raw JSON, and its errors.

use std::borrow::Cow;
use std::collections::HashMap;
use std::time::Duration;

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use super::GraphqlError;

/// A GraphQL response.
#[derive(Debug)]
pub(crate) struct Response<'a> {
    pub(crate) data: Data<'a>,
    pub(crate) errors: Vec<GraphqlError>,
    /// The id that GitHub gave the request.
    pub(crate) request_id: Option<&'a str>,
    /// How long to wait if one of the errors is a rate limit.
    pub(crate) wait: Duration,
}

/// The `data` of a response.
#[derive(Debug)]
pub(crate) enum Data<'a> {
    /// There is none: the request was refused before anything was executed.
    Absent,
    /// Null: the request was executed, and an error nulled all of it.
    Null,
    /// The root fields by alias.
    Fields(Fields<'a>),
}

/// Raw JSON by response key.
pub(crate) type Fields<'a> = HashMap<Cow<'a, str>, &'a RawValue>;

#[derive(Deserialize)]
struct Wire<'a> {
    #[serde(borrow, default, deserialize_with = "including_null")]
    data: Option<&'a RawValue>,
    #[serde(default)]
    errors: Option<Vec<Value>>,
}

/// Keeps null apart from an absent member.
fn including_null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

impl<'a> Response<'a> {
    /// Parses a body; `None` if it is not a GraphQL response.
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
    fn absent_and_null_data_differ() {
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
