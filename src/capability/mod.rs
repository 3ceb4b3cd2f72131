//! The [`Capability`] trait, its type-erased form, and the registry of capabilities.

#[doc(hidden)]
pub mod data;
mod describe;
mod erased;
#[doc(hidden)]
pub mod input;
#[doc(hidden)]
pub mod lookup;
#[cfg(feature = "json")]
mod registry;

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use self::data::ResponseData;
use self::input::{InputWriter, check_map};
use self::lookup::Lookups;
use crate::Error;
use crate::card::Card;
use crate::card::operation::Request;
use crate::value::StepId;

pub(crate) use describe::{describe, named, subject_of};
pub use erased::{ErasedOutput, ErasedStep, ParseStep};
#[cfg(feature = "json")]
pub use registry::{Entry, find};

/// One named operation on GitHub with its input: a plain value that can be sent alone or added to a chain.
///
/// Implementations are generated from cards. For cards of your own, use [`capability!`](macro@crate::capability).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a GitHub capability",
    label = "expected a capability, such as `issue::labels::add(…)`",
    note = "the path of a capability's function is its id: `issue.labels.add` is `ghx::issue::labels::add`",
    note = "`ghx::ALL` lists all of them"
)]
pub trait Capability: Clone + Debug + Send + Sync + 'static {
    /// The output.
    type Output: Serialize + DeserializeOwned + Clone + Debug + PartialEq + Send + Sync + 'static;

    /// The outputs as inputs of later steps, with one function per output field.
    type StepOutputs: From<StepId> + Copy + Debug + Send + Sync + 'static;

    /// The card.
    const CARD: &'static Card;

    /// Writes the input.
    fn write(&self, writer: &mut InputWriter);

    /// The input as JSON.
    fn to_json(&self) -> Map<String, Value> {
        let mut writer = InputWriter::new();
        self.write(&mut writer);
        writer.finish()
    }

    /// The capability with this input. The error lists every problem of the input; nothing is coerced.
    fn from_json(input: &Map<String, Value>) -> Result<Self, Error>;

    /// The request to send; `None` while `lookups` has lookups without a result.
    fn request(&self, lookups: &mut Lookups) -> Result<Option<Request>, Error>;

    /// Decodes the response to the request.
    fn read(&self, response: &ResponseData<'_>) -> Result<Self::Output, Error>;

    /// Decodes the response to the query of [`Card::already`].
    fn read_already(&self, response: &ResponseData<'_>) -> Result<Self::Output, Error> {
        let _ = response;
        Err(Error::unknown("the card does not say how to check that the change was already made"))
    }

    /// Checks the input against the card. Nothing is sent.
    fn validate(&self) -> Result<(), Error> {
        validate(Self::CARD, &self.to_json())
    }
}

/// Checks an input against the card.
pub(crate) fn validate(card: &'static Card, input: &Map<String, Value>) -> Result<(), Error> {
    let problems = check_map(card, input);
    if problems.is_empty() {
        return Ok(());
    }
    Err(Error::invalid_input(problems).for_capability(card.id))
}
