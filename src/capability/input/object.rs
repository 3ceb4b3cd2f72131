//! Reads and writes objects inside an input, which have no references.

use serde_json::{Map, Value};

use super::InputValue;
use super::value::wrong_type;
use crate::Error;
use crate::error::InputProblem;
use crate::value::Nullable;

/// Writes an object inside an input.
#[derive(Debug, Default)]
pub struct ObjectWriter {
    members: Map<String, Value>,
}

impl ObjectWriter {
    /// An empty object.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes a member.
    pub fn value<T: InputValue>(&mut self, name: &str, value: &T) -> &mut Self {
        self.members.insert(name.to_owned(), value.to_input());
        self
    }

    /// Writes a member if it is `Some`.
    pub fn value_opt<T: InputValue>(&mut self, name: &str, value: &Option<T>) -> &mut Self {
        if let Some(value) = value {
            self.value(name, value);
        }
        self
    }

    /// Writes a member that may be null, unless it is absent.
    pub fn value_nullable<T: InputValue>(&mut self, name: &str, value: &Nullable<T>) -> &mut Self {
        match value {
            Nullable::Absent => self,
            Nullable::Value(value) => self.value(name, value),
            Nullable::Null => {
                self.members.insert(name.to_owned(), Value::Null);
                self
            }
        }
    }

    /// The object.
    pub fn finish(self) -> Value {
        Value::Object(self.members)
    }
}

/// Reads an object inside an input.
#[derive(Clone, Copy, Debug)]
pub struct ObjectReader<'a> {
    members: &'a Map<String, Value>,
}

impl<'a> ObjectReader<'a> {
    /// Reads this value, which must be an object.
    pub fn new(value: &'a Value) -> Result<Self, Error> {
        match value {
            Value::Object(members) => Ok(Self { members }),
            other => Err(wrong_type(other, "an object")),
        }
    }

    /// A required member.
    pub fn value<T: InputValue>(&self, name: &str) -> Result<T, Error> {
        match self.members.get(name) {
            Some(value) => read(name, value),
            None => Err(missing(name)),
        }
    }

    /// A member that may be absent; null counts as absent.
    pub fn value_opt<T: InputValue>(&self, name: &str) -> Result<Option<T>, Error> {
        match self.members.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => read(name, value).map(Some),
        }
    }

    /// A member that may be absent or null.
    pub fn value_nullable<T: InputValue>(&self, name: &str) -> Result<Nullable<T>, Error> {
        match self.members.get(name) {
            None => Ok(Nullable::Absent),
            Some(Value::Null) => Ok(Nullable::Null),
            Some(value) => read(name, value).map(Nullable::Value),
        }
    }
}

pub(super) fn read<T: InputValue>(name: &str, value: &Value) -> Result<T, Error> {
    T::from_input(value).map_err(|error| error.below(name))
}

pub(super) fn missing(name: &str) -> Error {
    let problem = InputProblem::new("", "a value", "nothing", "is missing");
    Error::invalid_input(vec![problem]).below(name)
}
