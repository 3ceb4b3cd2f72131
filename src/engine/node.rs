//! A step as a node of the dependency graph: a capability, or an input that still refers to earlier steps.

use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::Error;
use crate::capability::ErasedStep;
#[cfg(feature = "json")]
use crate::capability::ParseStep;
use crate::capability::input::{InputWriter, Target, ValueOf, fill, targets};
use crate::card::{Card, Effect};

/// A step of a chain.
#[derive(Debug)]
pub(crate) struct StepNode {
    /// The id that the user gave it.
    pub(crate) id: Option<String>,
    pub(crate) card: &'static Card,
    input: StepInput,
    /// The steps whose outputs it uses.
    pub(crate) uses: Vec<usize>,
    /// The steps that must have run before it.
    pub(crate) after: Vec<usize>,
}

enum StepInput {
    /// A capability with all its values.
    Complete(Arc<dyn ErasedStep>),
    /// An input with references to earlier steps.
    WithReferences { input: Map<String, Value>, parse: StepParser },
}

/// How a filled input becomes a capability.
enum StepParser {
    /// The capability that the references were written into.
    SameAs(Arc<dyn ErasedStep>),
    /// The function of the registry.
    #[cfg(feature = "json")]
    Registered(ParseStep),
}

/// A capability whose values are all known.
pub(crate) enum BoundStep<'n> {
    Borrowed(&'n dyn ErasedStep),
    Owned(Box<dyn ErasedStep>),
}

impl BoundStep<'_> {
    pub(crate) fn step(&self) -> &dyn ErasedStep {
        match self {
            Self::Borrowed(step) => *step,
            Self::Owned(step) => &**step,
        }
    }
}

impl StepNode {
    /// A typed step with its input, as it was written for the check.
    pub(crate) fn typed(step: Arc<dyn ErasedStep>, written: InputWriter, after: Vec<usize>) -> Self {
        let card = step.card();
        let uses: Vec<usize> = written.references().iter().map(|used| used.reference.step().index()).collect();
        if uses.is_empty() {
            return Self::complete(step, after);
        }
        let input = StepInput::WithReferences { input: written.finish(), parse: StepParser::SameAs(step) };
        Self { id: None, card, input, uses: distinct(uses), after }
    }

    /// A step without references.
    pub(crate) fn complete(step: Arc<dyn ErasedStep>, after: Vec<usize>) -> Self {
        Self { id: None, card: step.card(), input: StepInput::Complete(step), uses: Vec::new(), after }
    }

    /// A step of checked JSON, whose references are by position.
    #[cfg(feature = "json")]
    pub(crate) fn json(card: &'static Card, input: Map<String, Value>, parse: ParseStep, after: Vec<usize>) -> Self {
        let uses = targets(&input).iter().filter_map(|(_, target)| Some(target.split()?.0)).collect();
        Self {
            id: None,
            card,
            input: StepInput::WithReferences { input, parse: StepParser::Registered(parse) },
            uses: distinct(uses),
            after,
        }
    }

    /// The same step with the id that the user gave it.
    #[cfg(feature = "json")]
    pub(crate) fn named(self, id: Option<String>) -> Self {
        Self { id, ..self }
    }

    /// The steps that it must wait for.
    pub(crate) fn needs(&self) -> impl Iterator<Item = usize> {
        self.uses.iter().chain(&self.after).copied()
    }

    pub(crate) fn writes(&self) -> bool {
        self.card.effect == Effect::Write
    }

    /// Its input; references as markers.
    pub(crate) fn input(&self) -> Map<String, Value> {
        match &self.input {
            StepInput::Complete(step) => step.to_json(),
            StepInput::WithReferences { input, .. } => input.clone(),
        }
    }

    /// The references in its input.
    pub(crate) fn targets(&self) -> Vec<Target<'_>> {
        match &self.input {
            StepInput::Complete(_) => Vec::new(),
            StepInput::WithReferences { input, .. } => targets(input).into_iter().map(|(_, target)| target).collect(),
        }
    }

    /// The capability with the values of earlier steps. `output` gives the output of one as JSON.
    pub(crate) fn bind<'v>(&self, output: &dyn Fn(usize) -> Option<&'v Value>) -> Result<BoundStep<'_>, Error> {
        self.bind_values(&|target| target.pick(target.split().and_then(|(step, _)| output(step))))
    }

    /// The capability with a value for each reference.
    pub(crate) fn bind_values(&self, value_of: ValueOf<'_, '_>) -> Result<BoundStep<'_>, Error> {
        let (input, parse) = match &self.input {
            StepInput::Complete(step) => return Ok(BoundStep::Borrowed(&**step)),
            StepInput::WithReferences { input, parse } => (input, parse),
        };
        let input = fill(input, value_of).map_err(|error| error.for_capability(self.card.id))?;
        let step = match parse {
            StepParser::SameAs(step) => step.with_input(&input),
            #[cfg(feature = "json")]
            StepParser::Registered(parse) => parse(&input),
        };
        step.map(BoundStep::Owned)
    }
}

fn distinct(mut steps: Vec<usize>) -> Vec<usize> {
    steps.sort_unstable();
    steps.dedup();
    steps
}

impl fmt::Debug for StepInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Complete(step) => step.fmt(f),
            Self::WithReferences { input, .. } => f.debug_tuple("WithReferences").field(input).finish(),
        }
    }
}
