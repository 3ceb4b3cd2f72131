//! A value, or a reference to one.

use std::fmt;

use super::{Ref, Text};
use crate::Error;

/// An input: a value, or a reference to the output of an earlier step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Arg<T> {
    /// The value itself. A string is sent as it is: nothing in it is ever taken for a reference.
    Value(T),
    /// What an earlier step gives.
    Ref(Ref<T>),
    /// Text with what earlier steps give in it; only where `T` is `String`.
    Text(Text),
}

impl<T> Arg<T> {
    /// The value, if it is one already.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Ref(_) | Self::Text(_) => None,
        }
    }

    /// The value, or an error that names the reference which has none yet.
    pub fn get(&self) -> Result<&T, Error> {
        match self {
            Self::Value(value) => Ok(value),
            Self::Ref(reference) => Err(unresolved(reference)),
            Self::Text(text) => Err(unresolved(text)),
        }
    }
}

fn unresolved(reference: &impl fmt::Display) -> Error {
    let message = format!("the reference in `{reference}` has no value before its step has run");
    Error::unknown(message).in_phase(crate::error::Phase::NotSent)
}

impl<T: fmt::Display> fmt::Display for Arg<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Ref(reference) => reference.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl<T> From<T> for Arg<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T> From<Ref<T>> for Arg<T> {
    fn from(reference: Ref<T>) -> Self {
        Self::Ref(reference)
    }
}

impl From<&str> for Arg<String> {
    fn from(value: &str) -> Self {
        Self::Value(value.to_owned())
    }
}

impl From<Text> for Arg<String> {
    fn from(text: Text) -> Self {
        match text.into_plain() {
            Ok(plain) => Self::Value(plain),
            Err(text) => Self::Text(text),
        }
    }
}
