//! Conversion between Rust values and JSON inputs.

use std::collections::BTreeMap;

use serde_json::Value;

use super::check::describe;
use crate::Error;
use crate::error::InputProblem;
use crate::value::{Kind, NodeId};

/// A Rust type that can be the value of an input. The two functions are inverse, and neither coerces.
pub trait InputValue: Sized {
    /// The value as JSON.
    fn to_input(&self) -> Value;

    /// The value from JSON, which must have exactly this type.
    fn from_input(value: &Value) -> Result<Self, Error>;
}

/// The error for a value of another type than `expected`.
pub(super) fn wrong_type(value: &Value, expected: &str) -> Error {
    let given = describe::given(value);
    let rule = format!("must be {expected}, not {given}");
    Error::invalid_input(vec![InputProblem::new("", expected, given, rule)])
}

impl InputValue for String {
    fn to_input(&self) -> Value {
        Value::from(self.as_str())
    }

    fn from_input(value: &Value) -> Result<Self, Error> {
        let text = value.as_str().map(ToOwned::to_owned);
        text.ok_or_else(|| wrong_type(value, "a string"))
    }
}

impl InputValue for u64 {
    fn to_input(&self) -> Value {
        Value::from(*self)
    }

    fn from_input(value: &Value) -> Result<Self, Error> {
        let number = value.as_u64();
        number.ok_or_else(|| wrong_type(value, "an integer of at least 0"))
    }
}

impl InputValue for i64 {
    fn to_input(&self) -> Value {
        Value::from(*self)
    }

    fn from_input(value: &Value) -> Result<Self, Error> {
        value.as_i64().ok_or_else(|| wrong_type(value, "an integer"))
    }
}

/// A number that is not finite is written as null, which the check before sending refuses.
impl InputValue for f64 {
    fn to_input(&self) -> Value {
        Value::from(*self)
    }

    fn from_input(value: &Value) -> Result<Self, Error> {
        value.as_f64().ok_or_else(|| wrong_type(value, "a number"))
    }
}

impl InputValue for Value {
    fn to_input(&self) -> Value {
        self.clone()
    }

    fn from_input(value: &Value) -> Result<Self, Error> {
        Ok(value.clone())
    }
}

impl<T: InputValue> InputValue for BTreeMap<String, T> {
    fn to_input(&self) -> Value {
        Value::Object(self.iter().map(|(key, value)| (key.clone(), value.to_input())).collect())
    }

    fn from_input(value: &Value) -> Result<Self, Error> {
        let members = value.as_object().ok_or_else(|| wrong_type(value, "an object"))?;
        let read = |(key, value): (&String, _)| match T::from_input(value) {
            Ok(value) => Ok((key.clone(), value)),
            Err(error) => Err(error.below(key)),
        };
        members.iter().map(read).collect()
    }
}

impl InputValue for bool {
    fn to_input(&self) -> Value {
        Value::from(*self)
    }

    fn from_input(value: &Value) -> Result<Self, Error> {
        value.as_bool().ok_or_else(|| wrong_type(value, "true or false"))
    }
}

impl<K: Kind> InputValue for NodeId<K> {
    fn to_input(&self) -> Value {
        Value::from(self.as_str())
    }

    fn from_input(value: &Value) -> Result<Self, Error> {
        let id = value.as_str().map(NodeId::new);
        id.ok_or_else(|| wrong_type(value, &format!("the node id of {}", describe::kind(K::NAME))))
    }
}

impl<T: InputValue> InputValue for Vec<T> {
    fn to_input(&self) -> Value {
        self.iter().map(InputValue::to_input).collect()
    }

    fn from_input(value: &Value) -> Result<Self, Error> {
        let items = value.as_array().ok_or_else(|| wrong_type(value, "an array"))?;
        let read = |(index, item)| T::from_input(item).map_err(|error| error.below(&usize::to_string(&index)));
        items.iter().enumerate().map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn maps_and_json_have_no_other_form() {
        let map: BTreeMap<String, String> = InputValue::from_input(&json!({"a": "b"})).unwrap();
        assert_eq!(map.to_input(), json!({"a": "b"}));
        let error = BTreeMap::<String, String>::from_input(&json!({"a": 1})).unwrap_err();
        assert_eq!(error.message(), "`a` must be a string, not the number 1");
        assert!(BTreeMap::<String, String>::from_input(&json!([])).is_err());
        let json = json!({"a": [1.5, null, {"b": {}}]});
        assert_eq!(Value::from_input(&json).unwrap().to_input(), json);
    }

    #[test]
    fn a_number_that_is_not_finite_is_not_sent() {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(number.to_input().is_null());
        }
        assert!(f64::from_input(&json!("1")).is_err());
    }

    proptest! {
        #[test]
        fn finite_numbers_round_trip(number in proptest::num::f64::NORMAL | proptest::num::f64::ZERO) {
            prop_assert_eq!(f64::from_input(&number.to_input()).unwrap().to_bits(), number.to_bits());
        }
    }
}
