//! Strict reading of a JSON value.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The deepest nesting: more than any input needs, and safe for any stack.
const DEEPEST: usize = 64;

/// From here on, a floating-point number may have lost digits.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

/// A value without duplicate keys, inexact numbers or deep nesting.
#[derive(Debug)]
pub(super) struct Strict(pub(super) Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Below { depth: 0 }.deserialize(deserializer).map(Self)
    }
}

/// Reads a value at this depth.
#[derive(Clone, Copy)]
struct Below {
    depth: usize,
}

impl Below {
    fn deeper<E: Error>(self) -> Result<Self, E> {
        if self.depth >= DEEPEST {
            return Err(E::custom(format!("it is nested deeper than {DEEPEST} levels")));
        }
        Ok(Self { depth: self.depth + 1 })
    }
}

impl<'de> DeserializeSeed<'de> for Below {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Below {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Value, E> {
        i64::try_from(value).map(Value::from).map_err(|_| too_large())
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Value, E> {
        u64::try_from(value).map(Value::from).map_err(|_| too_large())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        let exact = Number::from_f64(value).filter(|_| value.abs() < LARGEST_EXACT);
        exact.map(Value::Number).ok_or_else(too_large)
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let below = self.deeper()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(below)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let below = self.deeper()?;
        let mut map = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("`{key}` is given twice")));
            }
            let value = members.next_value_seed(below)?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

fn too_large<E: Error>() -> E {
    E::custom("the number is too large, or not a number")
}
