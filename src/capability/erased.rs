//! Type-erased capabilities and outputs, which the engine works with.

use std::any::Any;
use std::fmt::Debug;

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::Capability;
use crate::Error;
use crate::capability::data::ResponseData;
use crate::capability::input::{InputReference, InputWriter};
use crate::capability::lookup::Lookups;
use crate::card::Card;
use crate::card::operation::Request;

/// A type-erased [`Capability`]. Every capability implements it.
pub trait ErasedStep: Debug + Send + Sync {
    /// The card.
    fn card(&self) -> &'static Card;

    /// The input and its references to earlier steps.
    fn written(&self) -> InputWriter;

    /// The input as JSON.
    fn to_json(&self) -> Map<String, Value> {
        self.written().finish()
    }

    /// The references to earlier steps in the input.
    fn references(&self) -> Vec<InputReference> {
        self.written().references().to_vec()
    }

    /// The same capability with another input, in which references have been replaced by values.
    fn with_input(&self, input: &Map<String, Value>) -> Result<Box<dyn ErasedStep>, Error>;

    /// Checks the input against the card. Nothing is sent.
    fn validate(&self) -> Result<(), Error>;

    /// The request to send; `None` while `lookups` has lookups without a result.
    fn request(&self, lookups: &mut Lookups) -> Result<Option<Request>, Error>;

    /// Decodes the response into the capability's `Output`.
    fn read(&self, response: &ResponseData<'_>) -> Result<Box<dyn ErasedOutput>, Error>;

    /// Decodes the response to the query of [`Card::already`].
    fn read_already(&self, response: &ResponseData<'_>) -> Result<Box<dyn ErasedOutput>, Error>;

    /// Decodes the capability's `Output` from JSON in the form of its card, as REST and `gh` produce it.
    fn accept(&self, output: Value) -> Result<Box<dyn ErasedOutput>, Error>;
}

/// The type-erased output of a capability.
pub trait ErasedOutput: Debug + Send + Sync {
    /// The output as JSON text, with its fields in the order of the card.
    fn to_json_text(&self) -> Result<Box<RawValue>, Error>;

    /// The output as a JSON value.
    fn to_json(&self) -> Result<Value, Error>;

    /// The output for a downcast.
    fn as_any(&self) -> &dyn Any;

    /// The owned output for a downcast.
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

impl<T: Serialize + Debug + Send + Sync + 'static> ErasedOutput for T {
    fn to_json_text(&self) -> Result<Box<RawValue>, Error> {
        serde_json::value::to_raw_value(self).map_err(not_serializable)
    }

    fn to_json(&self) -> Result<Value, Error> {
        serde_json::to_value(self).map_err(not_serializable)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

fn not_serializable(error: serde_json::Error) -> Error {
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
        Capability::request(self, lookups).map_err(attribute::<C>)
    }

    fn read(&self, response: &ResponseData<'_>) -> Result<Box<dyn ErasedOutput>, Error> {
        let output = Capability::read(self, response).map_err(attribute::<C>)?;
        Ok(Box::new(output))
    }

    fn read_already(&self, response: &ResponseData<'_>) -> Result<Box<dyn ErasedOutput>, Error> {
        let output = Capability::read_already(self, response).map_err(attribute::<C>)?;
        Ok(Box::new(output))
    }

    fn accept(&self, output: Value) -> Result<Box<dyn ErasedOutput>, Error> {
        let output: C::Output = serde_json::from_value(output)
            .map_err(|error| attribute::<C>(Error::server(format!("the response does not match the card: {error}"))))?;
        Ok(Box::new(output))
    }
}

/// Makes a step from an input.
pub type ParseStep = fn(&Map<String, Value>) -> Result<Box<dyn ErasedStep>, Error>;

pub(super) fn parse<C: Capability>(input: &Map<String, Value>) -> Result<Box<dyn ErasedStep>, Error> {
    let step = C::from_json(input).map_err(attribute::<C>)?;
    Ok(Box::new(step))
}

fn attribute<C: Capability>(error: Error) -> Error {
    error.for_capability(C::CARD.id)
}
