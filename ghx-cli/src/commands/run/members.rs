//! The members of a JSON object as text, in their order.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// The members of an object. Values stay text, which keeps their digits and the order of their keys.
#[derive(Debug, Default)]
pub(super) struct Members(Vec<(String, Box<RawValue>)>);

impl Members {
    /// The members of this object; none if it is something else.
    pub(super) fn of(object: &RawValue) -> Self {
        serde_json::from_str(object.get()).unwrap_or_default()
    }

    pub(super) fn get(&self, name: &str) -> Option<&RawValue> {
        self.0.iter().find(|(member, _)| member == name).map(|(_, value)| &**value)
    }

    /// Replaces the value of a member.
    pub(super) fn set(&mut self, name: &str, value: Box<RawValue>) {
        if let Some((_, member)) = self.0.iter_mut().find(|(member, _)| member == name) {
            *member = value;
        }
    }

    /// The object as JSON.
    pub(super) fn to_json(&self) -> Option<Box<RawValue>> {
        let members = self.0.iter().map(|(name, value)| format!("{}:{}", Value::from(name.as_str()), value.get()));
        RawValue::from_string(format!("{{{}}}", members.collect::<Vec<_>>().join(","))).ok()
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor;
        impl<'de> Visitor<'de> for ObjectVisitor {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(ObjectVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_digits_are_kept() {
        let text = r#"{"z":[1.50,{"b":1,"a":2}],"a":12345678901234567890}"#;
        let object: Box<RawValue> = serde_json::from_str(text).unwrap();
        let mut members = Members::of(&object);
        assert_eq!(members.to_json().unwrap().get(), text);
        assert_eq!(members.get("a").unwrap().get(), "12345678901234567890");
        members.set("z", RawValue::from_string("[]".to_owned()).unwrap());
        assert_eq!(members.to_json().unwrap().get(), r#"{"z":[],"a":12345678901234567890}"#);
    }
}
