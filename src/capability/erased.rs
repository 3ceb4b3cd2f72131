//! A capability whose type is forgotten: what the engine works on.

use std::any::Any;
use std::fmt::Debug;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::Capability;
use crate::Error;
use crate::capability::data::Answer;
use crate::capability::input::{InputReference, InputWriter};
use crate::capability::lookup::Lookups;
use crate::card::Card;
use crate::card::operation::Request;

/// A [`Capability`] whose type is forgotten. Every capability is one.
pub trait ErasedStep: Debug + Send + Sync {
    /// What its card says.
    fn card(&self) -> &'static Card;

    /// Its input, with the references to earlier steps in it.
    fn written(&self) -> InputWriter;

    /// Its input as JSON.
    fn to_json(&self) -> Map<String, Value> {
        self.written().finish()
    }

    /// The references to earlier steps in its input.
    fn references(&self) -> Vec<InputReference> {
        self.written().references().to_vec()
    }

    /// The same capability with another input: with values where this one has references.
    fn with_input(&self, input: &Map<String, Value>) -> Result<Box<dyn ErasedStep>, Error>;

    /// Checks the input against the card. Nothing is sent.
    fn validate(&self) -> Result<(), Error>;

    /// What to send; `None` while `lookups` has questions without an answer.
    fn request(&self, lookups: &mut Lookups) -> Result<Option<Request>, Error>;

    /// What GitHub's answer means: the capability's `Output`.
    fn read(&self, answer: &Answer<'_>) -> Result<Box<dyn ErasedOutput>, Error>;

    /// What the answer to the query of [`Card::already`] means.
    fn read_already(&self, answer: &Answer<'_>) -> Result<Box<dyn ErasedOutput>, Error>;

    /// The capability's `Output` out of JSON that fits its card, as the routes beside GraphQL give it.
    fn accept(&self, output: Value) -> Result<Box<dyn ErasedOutput>, Error>;
}

/// The output of a capability whose type is forgotten.
pub trait ErasedOutput: Debug + Send + Sync {
    /// The output as JSON text, its fields in the order of the card.
    fn to_json_text(&self) -> Result<Box<RawValue>, Error>;

    /// The output as a JSON value.
    fn to_json(&self) -> Result<Value, Error>;

    /// The output, to be given its type again.
    fn as_any(&self) -> &dyn Any;

    /// The output, to be given its type again for good.
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

impl<T: Serialize + Debug + Send + Sync + 'static> ErasedOutput for T {
    fn to_json_text(&self) -> Result<Box<RawValue>, Error> {
        serde_json::value::to_raw_value(self).map_err(unwritable)
    }

    fn to_json(&self) -> Result<Value, Error> {
        serde_json::to_value(self).map_err(unwritable)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

fn unwritable(error: serde_json::Error) -> Error {
    Error::unknown("the output cannot be serialized as JSON").with_source(error)
}

impl<C: Capability> ErasedStep for C {
    fn card(&self) -> &'static Card {
        C::CARD
    }

    fn written(&self) -> InputWriter {
        let mut writer = InputWriter::new();
        self.write(&mut writer);
        writer
    }

    fn with_input(&self, input: &Map<String, Value>) -> Result<Box<dyn ErasedStep>, Error> {
        parse::<C>(input)
    }

    fn validate(&self) -> Result<(), Error> {
        Capability::validate(self)
    }

    fn request(&self, lookups: &mut Lookups) -> Result<Option<Request>, Error> {
        Capability::request(self, lookups).map_err(blame::<C>)
    }

    fn read(&self, answer: &Answer<'_>) -> Result<Box<dyn ErasedOutput>, Error> {
        let output = Capability::read(self, answer).map_err(blame::<C>)?;
        Ok(Box::new(output))
    }

    fn read_already(&self, answer: &Answer<'_>) -> Result<Box<dyn ErasedOutput>, Error> {
        let output = Capability::read_already(self, answer).map_err(blame::<C>)?;
        Ok(Box::new(output))
    }

    fn accept(&self, output: Value) -> Result<Box<dyn ErasedOutput>, Error> {
        let output: C::Output = serde_json::from_value(output)
            .map_err(|error| blame::<C>(Error::server(format!("the response does not match the card: {error}"))))?;
        Ok(Box::new(output))
    }
}

pub(super) fn parse<C: Capability>(input: &Map<String, Value>) -> Result<Box<dyn ErasedStep>, Error> {
    let step = C::from_json(input).map_err(blame::<C>)?;
    Ok(Box::new(step))
}

fn blame<C: Capability>(error: Error) -> Error {
    error.for_capability(C::CARD.id)
}
