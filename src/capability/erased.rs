//! A capability whose type is forgotten: what the engine works on.

use std::any::Any;
use std::fmt::Debug;

use serde_json::{Map, Value};

use super::Capability;
use crate::Error;
use crate::answer::Answer;
use crate::card::Card;
use crate::input::{InputReference, InputWriter};
use crate::lookup::Lookups;
use crate::operation::Request;

/// A [`Capability`] whose type is forgotten. Every capability is one.
pub trait ErasedStep: Debug + Send + Sync {
    /// What its card says.
    fn card(&self) -> &'static Card;

    /// Its input as JSON.
    fn to_json(&self) -> Map<String, Value>;

    /// The references to earlier steps in its input.
    fn references(&self) -> Vec<InputReference>;

    /// The same capability with another input: with values where this one has references.
    fn with_input(&self, input: &Map<String, Value>) -> Result<Box<dyn ErasedStep>, Error>;

    /// Checks the input against the card. Nothing is sent.
    fn validate(&self) -> Result<(), Error>;

    /// What to send; `None` while `lookups` has questions without an answer.
    fn request(&self, lookups: &mut Lookups) -> Result<Option<Request>, Error>;

    /// What GitHub's answer means, as JSON.
    fn read_json(&self, answer: &Answer<'_>) -> Result<Value, Error>;

    /// What GitHub's answer means: the capability's `Output`, boxed.
    fn read_any(&self, answer: &Answer<'_>) -> Result<Box<dyn Any + Send + Sync>, Error>;
}

impl<C: Capability> ErasedStep for C {
    fn card(&self) -> &'static Card {
        C::CARD
    }

    fn to_json(&self) -> Map<String, Value> {
        Capability::to_json(self)
    }

    fn references(&self) -> Vec<InputReference> {
        let mut writer = InputWriter::new();
        self.write(&mut writer);
        writer.references().to_vec()
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

    fn read_json(&self, answer: &Answer<'_>) -> Result<Value, Error> {
        let output = self.read(answer).map_err(blame::<C>)?;
        serde_json::to_value(output)
            .map_err(|error| blame::<C>(Error::unknown("the output cannot be written as JSON").with_source(error)))
    }

    fn read_any(&self, answer: &Answer<'_>) -> Result<Box<dyn Any + Send + Sync>, Error> {
        let output = self.read(answer).map_err(blame::<C>)?;
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
