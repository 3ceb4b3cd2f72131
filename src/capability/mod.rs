//! The trait that every capability implements, its erased form, and the registry.

mod erased;
mod registry;

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::Error;
use crate::answer::Answer;
use crate::card::Card;
use crate::chain::Chain;
use crate::client::Client;
use crate::input::{InputWriter, check_map};
use crate::lookup::Lookups;
use crate::operation::Request;
use crate::value::StepId;

pub use erased::{ErasedOutput, ErasedStep};
pub use registry::{Entry, ParseStep, find};

/// One named operation on GitHub with its input: a plain value that can be sent alone or put into a chain.
///
/// Implementations are generated from cards, for yours by the macro of `ghx-macros`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a GitHub capability",
    label = "expected a capability, as `issue::labels::add(…)` returns one",
    note = "the path of a capability's function is its id: `issue.labels.add` is `ghx::issue::labels::add`",
    note = "`ghx::ALL` lists all of them"
)]
pub trait Capability: Clone + Debug + Send + Sync + 'static {
    /// What it returns.
    type Output: Serialize + DeserializeOwned + Clone + Debug + PartialEq + Send + Sync + 'static;

    /// Its outputs as inputs of later steps: one function per output.
    type StepOutputs: From<StepId> + Copy + Debug + Send + Sync + 'static;

    /// What its card says.
    const CARD: &'static Card;

    /// Writes its input.
    fn write(&self, writer: &mut InputWriter);

    /// Its input as JSON.
    fn to_json(&self) -> Map<String, Value> {
        let mut writer = InputWriter::new();
        self.write(&mut writer);
        writer.finish()
    }

    /// The capability with this input. Every problem of the input is reported, and nothing is coerced.
    fn from_json(input: &Map<String, Value>) -> Result<Self, Error>;

    /// What to send; `None` while `lookups` has questions without an answer.
    fn request(&self, lookups: &mut Lookups) -> Result<Option<Request>, Error>;

    /// What GitHub's answer to the request means.
    fn read(&self, answer: &Answer<'_>) -> Result<Self::Output, Error>;

    /// What the answer to the query of [`Card::already`] means.
    fn read_already(&self, answer: &Answer<'_>) -> Result<Self::Output, Error> {
        let _ = answer;
        Err(Error::unknown("the card does not say how to see that it is already so"))
    }

    /// Checks the input against the card. Nothing is sent.
    fn validate(&self) -> Result<(), Error> {
        validate(Self::CARD, &self.to_json())
    }

    /// Runs it alone: what a chain of this one step would do.
    ///
    /// ```no_run
    /// # async fn bot(gh: ghx::Client, repo: ghx::Repo) -> Result<(), ghx::Error> {
    /// use ghx::issue;
    ///
    /// let issue = issue::view(repo.issue(42)).send(&gh).await?;
    /// println!("{}: {}", issue.number, issue.title);
    /// # Ok(())
    /// # }
    /// ```
    fn send(self, client: &Client) -> impl Future<Output = Result<Self::Output, Error>> + Send {
        async {
            let (result,) = Chain::new().step(self).run(client).await.map_err(only_step)?.results();
            result
        }
    }
}

/// The error of a chain of one step is that of the step.
fn only_step(error: Error) -> Error {
    match error.steps() {
        [only] => only.error.clone(),
        _ => error,
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
