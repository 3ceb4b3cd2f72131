//! Values that stand for outputs which are not there yet.
//!
//! A later step is planned with them as if they were real. Text and ids say what they stand for; a number cannot, so each
//! gets a number of its own that no repository reaches, and is written as a reference where the plan is shown.

use serde_json::{Map, Value};

use crate::card::{Card, Property, Type};

/// The numbers that were given out, and what they stand for.
#[derive(Debug, Default)]
pub(super) struct Placeholders {
    numbers: Vec<(i64, String)>,
}

impl Placeholders {
    /// The output of a step, with a placeholder for each value.
    pub(super) fn output(&mut self, step: usize, card: &Card) -> Value {
        self.object(&step.to_string(), card.outputs)
    }

    fn object(&mut self, address: &str, properties: &[Property]) -> Value {
        let member = |property: &Property| {
            let value = self.value(&format!("{address}.{}", property.name), &property.ty);
            (property.name.to_owned(), value)
        };
        Value::Object(properties.iter().map(member).collect())
    }

    fn value(&mut self, address: &str, ty: &Type) -> Value {
        match ty {
            Type::String { .. } | Type::Id { .. } => Value::from(format!("{{{{{address}}}}}")),
            Type::Integer { .. } => self.number(address),
            Type::Boolean => Value::Bool(true),
            Type::Enum(words) => Value::from(words.first().copied().unwrap_or_default()),
            Type::Array { items, .. } => Value::Array(vec![self.value(&format!("{address}.0"), &items.ty)]),
            Type::Object { properties } => self.object(address, properties),
        }
    }

    fn number(&mut self, address: &str) -> Value {
        let taken = i64::try_from(self.numbers.len()).unwrap_or(i64::from(i32::MAX));
        // GraphQL's integers have 32 bits.
        let number = i64::from(i32::MAX) - taken;
        self.numbers.push((number, address.to_owned()));
        Value::from(number)
    }

    /// The variables with references where placeholders stand.
    pub(super) fn show(&self, variables: &Map<String, Value>) -> Map<String, Value> {
        let show = |(name, value): (&String, &Value)| (name.clone(), self.show_value(value));
        variables.iter().map(show).collect()
    }

    pub(super) fn show_value(&self, value: &Value) -> Value {
        let known = |value: &i64| self.numbers.iter().find(|(number, _)| number == value);
        match value {
            Value::Number(number) => match number.as_i64().as_ref().and_then(known) {
                Some((_, address)) => Value::from(format!("{{{{{address}}}}}")),
                None => value.clone(),
            },
            Value::String(text) => Value::from(self.show_text(text)),
            Value::Array(items) => items.iter().map(|item| self.show_value(item)).collect(),
            Value::Object(members) => Value::Object(self.show(members)),
            other => other.clone(),
        }
    }

    /// A number that was written into text.
    fn show_text(&self, text: &str) -> String {
        let shown = |text: String, (number, address): &(i64, String)| {
            text.replace(&number.to_string(), &format!("{{{{{address}}}}}"))
        };
        self.numbers.iter().fold(text.to_owned(), shown)
    }
}
