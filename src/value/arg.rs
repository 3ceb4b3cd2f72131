//! A value, or the output of an earlier step.

use std::fmt;

use super::{StepOutput, Text};
use crate::Error;

/// An input: a value, or the output of an earlier step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Arg<T> {
    /// The value itself. A string is sent as it is and never interpreted.
    Value(T),
    /// The output of an earlier step.
    Output(StepOutput<T>),
    /// Text with outputs of earlier steps in it; only where `T` is `String`.
    Text(Text),
    /// A negative number; only where `T` is `u64`. The check before sending refuses it.
    Negative(i64),
}

impl<T> Arg<T> {
    /// The value, if it is one already.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Output(_) | Self::Text(_) | Self::Negative(_) => None,
        }
    }

    /// The value, or an error: an output of an earlier step has no value before that step has run.
    pub fn get(&self) -> Result<&T, Error> {
        match self {
            Self::Value(value) => Ok(value),
            Self::Output(output) => Err(unresolved(output)),
            Self::Text(text) => Err(unresolved(text)),
            Self::Negative(number) => Err(Error::validation(format!("{number} is negative"))),
        }
    }
}

fn unresolved(output: &impl fmt::Display) -> Error {
    let message = format!("the reference in `{output}` has no value before its step has run");
    Error::unknown(message).in_phase(crate::error::Phase::NotSent)
}

impl<T: fmt::Display> fmt::Display for Arg<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(value) => value.fmt(f),
            Self::Output(output) => output.fmt(f),
            Self::Text(text) => text.fmt(f),
            Self::Negative(number) => number.fmt(f),
        }
    }
}

impl<T> From<T> for Arg<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T> From<StepOutput<T>> for Arg<T> {
    fn from(output: StepOutput<T>) -> Self {
        Self::Output(output)
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
