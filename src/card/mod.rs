//! What a card says, as constants: the descriptors behind documentation, JSON input, planning and tool schemas.
//!
//! Generated code builds them in `const` context; nothing here is parsed at run time.

#[doc(hidden)]
pub mod operation;
mod property;
#[doc(hidden)]
pub mod route;
mod schema;
mod setters;
mod subject;

use std::fmt;

use self::operation::Operation;
use self::route::{CliRoute, Condition, Literal, RestRoute};

pub use property::{Property, Type};
pub(crate) use setters::const_setters;
pub use subject::SubjectSpec;

/// Everything that is known about one capability.
#[derive(Debug)]
#[non_exhaustive]
pub struct Card {
    /// Dotted id: `issue.labels.add`.
    pub id: &'static str,
    /// `MAJOR.MINOR.PATCH`; changes with inputs and outputs.
    pub version: &'static str,
    /// One or more sentences; the first is the summary.
    pub description: &'static str,
    /// Older ids that still resolve.
    pub aliases: &'static [&'static str],
    /// Whether it changes anything.
    pub effect: Effect,
    /// Whether sending it twice leaves what sending it once leaves.
    pub idempotent: bool,
    /// How long GitHub takes for it; [`Weight::Light`] for reads.
    pub weight: Weight,
    /// Whether it creates content, which counts towards GitHub's limit of 80 creations a minute.
    pub creates: bool,
    /// What it works on; their inputs are not repeated in `inputs`.
    pub subjects: &'static [&'static SubjectSpec],
    /// Its own inputs.
    pub inputs: &'static [Property],
    /// At least one of these inputs must be given; empty where there is no such rule.
    pub at_least_one: &'static [&'static str],
    /// Exactly one of these inputs must be given; empty where there is no such rule.
    pub exactly_one: &'static [&'static str],
    /// Inputs that must be given because of the value of another one.
    pub requires: &'static [Requirement],
    /// What it returns.
    pub outputs: &'static [Property],
    /// The route that is tried first.
    pub preferred: RouteKind,
    /// The routes that are tried after it, in order.
    pub fallbacks: &'static [RouteKind],
    /// When a route is not suitable.
    pub suitability: &'static [Suitability],
    /// Remarks on routing, for readers.
    pub notes: &'static [&'static str],
    /// The operations of the GraphQL route, one per variant.
    pub operations: &'static [&'static Operation],
    /// The queries that it may ask before.
    pub lookups: &'static [&'static Operation],
    /// How GitHub refuses what is already so, and how to see that it is.
    pub already: Option<Already>,
    /// The REST route.
    pub rest: Option<&'static RestRoute>,
    /// The CLI route.
    pub cli: Option<&'static CliRoute>,
    /// The largest page that a list may ask for.
    pub max_page_size: Option<u32>,
    /// Inputs to learn from.
    pub examples: &'static [Example],
}

impl Card {
    /// A card without inputs, outputs and routes. A read is idempotent; GraphQL is preferred.
    #[must_use]
    pub const fn new(id: &'static str, version: &'static str, description: &'static str, effect: Effect) -> Self {
        Self {
            id,
            version,
            description,
            aliases: &[],
            effect,
            idempotent: matches!(effect, Effect::Read),
            weight: Weight::Light,
            creates: false,
            subjects: &[],
            inputs: &[],
            at_least_one: &[],
            exactly_one: &[],
            requires: &[],
            outputs: &[],
            preferred: RouteKind::Graphql,
            fallbacks: &[],
            suitability: &[],
            notes: &[],
            operations: &[],
            lookups: &[],
            already: None,
            rest: None,
            cli: None,
            max_page_size: None,
            examples: &[],
        }
    }

    const_setters! {
        set aliases: &'static [&'static str];
        flag idempotent;
        set weight: Weight;
        flag creates;
        set subjects: &'static [&'static SubjectSpec];
        set inputs: &'static [Property];
        set at_least_one: &'static [&'static str];
        set exactly_one: &'static [&'static str];
        set requires: &'static [Requirement];
        set outputs: &'static [Property];
        set preferred: RouteKind;
        set fallbacks: &'static [RouteKind];
        set suitability: &'static [Suitability];
        set notes: &'static [&'static str];
        set operations: &'static [&'static Operation];
        set lookups: &'static [&'static Operation];
        some already: Already;
        some rest: &'static RestRoute;
        some cli: &'static CliRoute;
        some max_page_size: u32;
        set examples: &'static [Example];
    }

    /// The names of all inputs, the subjects' first.
    pub fn input_names(&self) -> impl Iterator<Item = &'static str> {
        let subjects = self.subjects.iter().flat_map(|subject| subject.names());
        subjects.chain(self.inputs.iter().map(|input| input.name))
    }

    /// Its routes, the preferred one first.
    pub fn routes(&self) -> impl Iterator<Item = RouteKind> {
        std::iter::once(self.preferred).chain(self.fallbacks.iter().copied())
    }

    /// The card's own input of this name.
    pub fn input(&self, name: &str) -> Option<&'static Property> {
        self.inputs.iter().find(|input| input.name == name)
    }
}

/// How GitHub refuses a write that has nothing to do. That is a success, once the query shows that it is so.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Already {
    /// Parts of GitHub's messages.
    pub messages: &'static [&'static str],
    /// The query that looks. Its variables have the values that the mutation was sent with.
    pub operation: &'static Operation,
    /// Outputs by their keys, and the variables of the mutation that they must equal.
    pub holds: &'static [(&'static [&'static str], &'static str)],
}

impl Already {
    /// The messages, the query and what must hold.
    #[must_use]
    pub const fn new(
        messages: &'static [&'static str],
        operation: &'static Operation,
        holds: &'static [(&'static [&'static str], &'static str)],
    ) -> Self {
        Self { messages, operation, holds }
    }

    /// Whether a message is one of those.
    pub(crate) fn says(&self, message: &str) -> bool {
        self.messages.iter().any(|part| message.contains(part))
    }
}

/// Whether a capability changes anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Effect {
    /// It only reads.
    Read,
    /// It changes something.
    Write,
}

/// How long GitHub takes for a write, so that a request with many of them ends before GitHub's time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Weight {
    /// A change of a few rows.
    Light,
    /// A write that starts much other work: notifications, a merge, a commit.
    Heavy,
}

/// A way to run a capability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RouteKind {
    /// GitHub's GraphQL API.
    Graphql,
    /// GitHub's REST API.
    Rest,
    /// The `gh` program.
    Cli,
}

impl RouteKind {
    /// Every route.
    pub const ALL: [Self; 3] = [Self::Graphql, Self::Rest, Self::Cli];

    /// The route as cards and envelopes write it: `graphql`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Graphql => "graphql",
            Self::Rest => "rest",
            Self::Cli => "cli",
        }
    }
}

impl fmt::Display for RouteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// When a route is not suitable.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Suitability {
    /// The route that is not taken then.
    pub route: RouteKind,
    /// What it depends on: `always`, `env` or `params`.
    pub when: &'static str,
    /// The condition, as the card writes it.
    pub predicate: &'static str,
    /// The same condition, to be asked.
    pub test: Condition,
    /// Why.
    pub reason: &'static str,
}

impl Suitability {
    /// The route that is not used when `test` holds, and why. `when` and `predicate` are as the card writes them.
    #[must_use]
    pub const fn new(
        route: RouteKind,
        when: &'static str,
        predicate: &'static str,
        test: Condition,
        reason: &'static str,
    ) -> Self {
        Self { route, when, predicate, test, reason }
    }
}

/// Inputs that must be given because of the value of another one.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Requirement {
    /// The input; its default counts.
    pub input: &'static str,
    /// Its value.
    pub equals: Literal,
    /// The inputs that must then be given.
    pub inputs: &'static [&'static str],
}

impl Requirement {
    /// An input, its value, and the inputs that must then be given.
    #[must_use]
    pub const fn new(input: &'static str, equals: Literal, inputs: &'static [&'static str]) -> Self {
        Self { input, equals, inputs }
    }
}

/// An input to learn from.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Example {
    /// What it shows.
    pub title: &'static str,
    /// The input, as JSON.
    pub input: &'static str,
}

impl Example {
    /// An input, as JSON, and what it shows.
    #[must_use]
    pub const fn new(title: &'static str, input: &'static str) -> Self {
        Self { title, input }
    }
}
