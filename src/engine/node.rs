//! A step as the engine sees it: a capability, or the recipe for one that waits for values of earlier steps.

use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::Error;
use crate::capability::input::{InputWriter, Target, ValueOf, fill, targets};
use crate::capability::{ErasedStep, ParseStep};
use crate::card::{Card, Effect};

/// A step of a chain.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) card: &'static Card,
    source: Source,
    /// The steps whose outputs it uses.
    pub(crate) uses: Vec<usize>,
    /// The steps that must have run before it.
    pub(crate) after: Vec<usize>,
}

enum Source {
    /// A capability with all its values.
    Whole(Arc<dyn ErasedStep>),
    /// An input with references.
    Open { input: Map<String, Value>, parse: Parse },
}

/// How a filled input becomes a capability.
enum Parse {
    Like(Arc<dyn ErasedStep>),
    By(ParseStep),
}

/// A capability whose values are all known.
pub(crate) enum Bound<'n> {
    Borrowed(&'n dyn ErasedStep),
    Owned(Box<dyn ErasedStep>),
}

impl Bound<'_> {
    pub(crate) fn step(&self) -> &dyn ErasedStep {
        match self {
            Self::Borrowed(step) => *step,
            Self::Owned(step) => &**step,
        }
    }
}

impl Node {
    /// A typed step with its input, as it was written for the check.
    pub(crate) fn typed(step: Arc<dyn ErasedStep>, written: InputWriter, after: Vec<usize>) -> Self {
        let card = step.card();
        let uses: Vec<usize> = written.references().iter().map(|used| used.reference.step().index()).collect();
        if uses.is_empty() {
            return Self { card, source: Source::Whole(step), uses, after };
        }
        let source = Source::Open { input: written.finish(), parse: Parse::Like(step) };
        Self { card, source, uses: distinct(uses), after }
    }

    /// A step of checked JSON, whose references are by position.
    pub(crate) fn json(card: &'static Card, input: Map<String, Value>, parse: ParseStep, after: Vec<usize>) -> Self {
        let uses = targets(&input).iter().filter_map(|(_, target)| Some(target.split()?.0)).collect();
        Self { card, source: Source::Open { input, parse: Parse::By(parse) }, uses: distinct(uses), after }
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
        match &self.source {
            Source::Whole(step) => step.to_json(),
            Source::Open { input, .. } => input.clone(),
        }
    }

    /// The references in its input.
    pub(crate) fn targets(&self) -> Vec<Target<'_>> {
        match &self.source {
            Source::Whole(_) => Vec::new(),
            Source::Open { input, .. } => targets(input).into_iter().map(|(_, target)| target).collect(),
        }
    }

    /// The capability with the values of earlier steps. `output` gives the output of one as JSON.
    pub(crate) fn bind<'v>(&self, output: &dyn Fn(usize) -> Option<&'v Value>) -> Result<Bound<'_>, Error> {
        self.bind_values(&|target| target.pick(target.split().and_then(|(step, _)| output(step))))
    }

    /// The capability with a value for each reference.
    pub(crate) fn bind_values(&self, value_of: ValueOf<'_, '_>) -> Result<Bound<'_>, Error> {
        let (input, parse) = match &self.source {
            Source::Whole(step) => return Ok(Bound::Borrowed(&**step)),
            Source::Open { input, parse } => (input, parse),
        };
        let input = fill(input, value_of).map_err(|error| error.for_capability(self.card.id))?;
        let step = match parse {
            Parse::Like(step) => step.with_input(&input),
            Parse::By(parse) => parse(&input),
        };
        step.map(Bound::Owned)
    }
}

fn distinct(mut steps: Vec<usize>) -> Vec<usize> {
    steps.sort_unstable();
    steps.dedup();
    steps
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(step) => step.fmt(f),
            Self::Open { input, .. } => f.debug_tuple("Open").field(input).finish(),
        }
    }
}
