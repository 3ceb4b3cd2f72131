//! Values that stand for outputs which are not there yet.
//!
//! A later step is planned with them as if they were real. Text and ids say what they stand for; a number cannot, so each
//! gets a number of its own that no repository reaches, and is written as a reference where the plan is shown.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::Error;
use crate::capability::input::{Target, output_at};
use crate::card::{Property, Type};
use crate::engine::StepNode;

/// A value for each reference of a chain, and what the numbers among them stand for.
#[derive(Debug, Default)]
pub(super) struct Placeholders {
    /// By address; each shows the reference as it was first written.
    values: HashMap<String, Value>,
    numbers: HashMap<i64, String>,
}

impl Placeholders {
    /// A placeholder for each reference of these steps.
    pub(super) fn new(nodes: &[StepNode]) -> Self {
        let mut placeholders = Self::default();
        for target in nodes.iter().flat_map(StepNode::targets) {
            let ty = target.split().and_then(|(step, path)| output_at(nodes.get(step)?.card, path).ok());
            if let Some(ty) = ty.filter(|_| !placeholders.values.contains_key(target.address)) {
                let value = placeholders.value(target.shown, ty);
                placeholders.values.insert(target.address.to_owned(), value);
            }
        }
        placeholders
    }

    /// The value of a reference.
    pub(super) fn get(&self, target: Target<'_>) -> Result<&Value, Error> {
        let unknown = || Error::validation(format!("{} has no value", target.braced()));
        self.values.get(target.address).ok_or_else(unknown)
    }

    fn object(&mut self, shown: &str, properties: &[Property]) -> Value {
        let member = |property: &Property| {
            let value = self.value(&format!("{shown}.{}", property.name), &property.ty);
            (property.name.to_owned(), value)
        };
        Value::Object(properties.iter().map(member).collect())
    }

    fn value(&mut self, shown: &str, ty: &Type) -> Value {
        match ty {
            Type::String { .. } | Type::Id { .. } | Type::Json => Value::from(format!("{{{{{shown}}}}}")),
            Type::Integer { .. } | Type::Number => self.number(shown),
            Type::Boolean => Value::Bool(true),
            Type::Enum(words) => Value::from(words.first().copied().unwrap_or_default()),
            Type::Array { items, .. } => Value::Array(vec![self.value(&format!("{shown}[0]"), &items.ty)]),
            Type::Object { properties, .. } => self.object(shown, properties),
            Type::Map { .. } => Value::Object(Map::new()),
        }
    }

    fn number(&mut self, shown: &str) -> Value {
        let taken = i64::try_from(self.numbers.len()).unwrap_or(i64::from(i32::MAX));
        // GraphQL's integers have 32 bits.
        let number = i64::from(i32::MAX) - taken;
        self.numbers.insert(number, shown.to_owned());
        Value::from(number)
    }

    /// The variables with references where placeholders stand.
    pub(super) fn show(&self, variables: &Map<String, Value>) -> Map<String, Value> {
        let show = |(name, value): (&String, &Value)| (name.clone(), self.show_value(value));
        variables.iter().map(show).collect()
    }

    pub(super) fn show_value(&self, value: &Value) -> Value {
        match value {
            Value::Number(number) => match number.as_i64().and_then(|number| self.numbers.get(&number)) {
                Some(shown) => Value::from(format!("{{{{{shown}}}}}")),
                None => value.clone(),
            },
            Value::String(text) => Value::from(self.show_text(text)),
            Value::Array(items) => items.iter().map(|item| self.show_value(item)).collect(),
            Value::Object(members) => Value::Object(self.show(members)),
            other => other.clone(),
        }
    }

    /// Text with references where numbers were written into it.
    fn show_text(&self, text: &str) -> String {
        let mut shown = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find(|digit: char| digit.is_ascii_digit()) {
            let (before, digits) = rest.split_at(start);
            let end = digits.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(digits.len());
            let number = digits[..end].parse().ok().and_then(|number: i64| self.numbers.get(&number));
            shown.push_str(before);
            match number {
                Some(reference) => shown.extend(["{{", reference, "}}"]),
                None => shown.push_str(&digits[..end]),
            }
            rest = &digits[end..];
        }
        shown + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_references_inside_text_too() {
        let mut placeholders = Placeholders::default();
        let number = placeholders.value("new.number", &Type::Integer { minimum: None, maximum: None });
        assert_eq!(placeholders.show_value(&number), "{{new.number}}");
        let text = format!("acme/widgets2#{number} and 7{number} and 42");
        assert_eq!(placeholders.show_text(&text), format!("acme/widgets2#{{{{new.number}}}} and 7{number} and 42"));
    }
}
