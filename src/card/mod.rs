//! What a card says, as constants: the descriptors behind documentation, JSON input, planning and tool schemas.
//!
//! Generated code builds them in `const` context; nothing here is parsed at run time.

mod setters;

use std::fmt;

pub mod operation;
pub mod route;

use self::operation::Operation;
use self::route::{CliRoute, Predicate, RestRoute};

pub(crate) use setters::const_setters;

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
    /// JSON Schema 2020-12 of the whole input, subjects included.
    pub input_schema: &'static str,
    /// JSON Schema 2020-12 of the output.
    pub output_schema: &'static str,
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
            input_schema: "{}",
            output_schema: "{}",
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
        set input_schema: &'static str;
        set output_schema: &'static str;
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
    pub test: Predicate,
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
        test: Predicate,
        reason: &'static str,
    ) -> Self {
        Self { route, when, predicate, test, reason }
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

/// How a subject is addressed in JSON.
#[derive(Debug)]
#[non_exhaustive]
pub struct SubjectSpec {
    /// The subject's own name: `issue`.
    pub name: &'static str,
    /// What it is.
    pub description: &'static str,
    /// The GraphQL type of its node.
    pub kind: &'static str,
    /// What a reader calls it: `pull request`.
    pub noun: &'static str,
    /// The segment of its URLs: `issues`. Empty for a repository.
    pub url_segment: &'static str,
    /// The input for the repository's owner. Not an input of its own where `within` is set.
    pub owner: &'static str,
    /// The input for the repository's name. Not an input of its own where `within` is set.
    pub repo_name: &'static str,
    /// The input for its number.
    pub number: Option<&'static str>,
    /// The input for its node id.
    pub id: Option<&'static str>,
    /// The input for one string that says it all: `acme/widgets#7` or a URL.
    pub text: Option<&'static str>,
    /// The subject whose repository a bare number belongs to.
    pub within: Option<&'static str>,
}

impl SubjectSpec {
    /// A subject without inputs: its name, what it is, the GraphQL type of its node and what a reader calls it.
    #[must_use]
    pub const fn new(name: &'static str, description: &'static str, kind: &'static str, noun: &'static str) -> Self {
        Self {
            name,
            description,
            kind,
            noun,
            url_segment: "",
            owner: "owner",
            repo_name: "name",
            number: None,
            id: None,
            text: None,
            within: None,
        }
    }

    const_setters! {
        set url_segment: &'static str;
        set owner: &'static str;
        set repo_name: &'static str;
        some number: &'static str;
        some id: &'static str;
        some text: &'static str;
        some within: &'static str;
    }

    /// The inputs that together make the form by number (or by name): `owner`, `name`, `issueNumber`.
    pub fn numbered(&self) -> impl Iterator<Item = &'static str> + use<> {
        let repo = self.within.is_none().then_some([self.owner, self.repo_name]);
        repo.into_iter().flatten().chain(self.number)
    }

    /// All inputs of the subject.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.numbered().chain(self.id).chain(self.text)
    }
}

/// One input or output.
#[derive(Debug)]
#[non_exhaustive]
pub struct Property {
    /// Its JSON name; empty for the elements of an array.
    pub name: &'static str,
    /// What it is.
    pub description: &'static str,
    /// Whether it must be given; for outputs, whether it always is.
    pub required: bool,
    /// Whether it may be null.
    pub nullable: bool,
    /// The value of an input that is not given, as JSON.
    pub default: Option<&'static str>,
    /// Its type.
    pub ty: Type,
}

impl Property {
    /// A property that is required and never null.
    #[must_use]
    pub const fn new(name: &'static str, description: &'static str, ty: Type) -> Self {
        Self { name, description, required: true, nullable: false, default: None, ty }
    }

    /// The elements of an array.
    #[must_use]
    pub const fn item(ty: Type) -> Self {
        Self::new("", "", ty)
    }

    /// The same, which may be absent.
    #[must_use]
    pub const fn optional(mut self) -> Self {
        self.required = false;
        self
    }

    /// The same, which may be absent and then has this value (as JSON).
    #[must_use]
    pub const fn or(mut self, default: &'static str) -> Self {
        self.required = false;
        self.default = Some(default);
        self
    }

    const_setters! {
        flag nullable;
    }
}

/// The type of a property.
#[derive(Debug)]
#[non_exhaustive]
pub enum Type {
    /// Text.
    #[non_exhaustive]
    String {
        /// The fewest characters.
        min_length: u32,
        /// The most characters.
        max_length: Option<u32>,
        /// `uri` or `date-time`.
        format: Option<&'static str>,
    },
    /// A node id.
    #[non_exhaustive]
    Id {
        /// The kind of node that it belongs to.
        kind: &'static str,
    },
    /// A whole number.
    #[non_exhaustive]
    Integer {
        /// The smallest.
        minimum: Option<i64>,
        /// The largest.
        maximum: Option<i64>,
    },
    /// True or false.
    Boolean,
    /// One of these words.
    Enum(&'static [&'static str]),
    /// A list.
    #[non_exhaustive]
    Array {
        /// What its elements are.
        items: &'static Property,
        /// The fewest elements.
        min_items: u32,
        /// The most elements.
        max_items: Option<u32>,
    },
    /// An object with these properties and no others.
    #[non_exhaustive]
    Object {
        /// Its properties.
        properties: &'static [Property],
    },
}

impl Type {
    /// Text of any length.
    #[must_use]
    pub const fn text() -> Self {
        Self::String { min_length: 0, max_length: None, format: None }
    }

    /// The id of this kind of node.
    #[must_use]
    pub const fn id(kind: &'static str) -> Self {
        Self::Id { kind }
    }

    /// Any whole number.
    #[must_use]
    pub const fn integer() -> Self {
        Self::Integer { minimum: None, maximum: None }
    }

    /// A list of any length.
    #[must_use]
    pub const fn list(items: &'static Property) -> Self {
        Self::Array { items, min_items: 0, max_items: None }
    }

    /// An object with these properties.
    #[must_use]
    pub const fn object(properties: &'static [Property]) -> Self {
        Self::Object { properties }
    }

    /// Text or a list with at least this many characters or elements, or a number that is at least this.
    #[must_use]
    pub const fn at_least(mut self, least: u32) -> Self {
        match &mut self {
            Self::String { min_length: bound, .. } | Self::Array { min_items: bound, .. } => *bound = least,
            Self::Integer { minimum, .. } => *minimum = Some(least as i64),
            Self::Id { .. } | Self::Boolean | Self::Enum(_) | Self::Object { .. } => {}
        }
        self
    }

    /// Text or a list with at most this many characters or elements, or a number that is at most this.
    #[must_use]
    pub const fn at_most(mut self, most: u32) -> Self {
        match &mut self {
            Self::String { max_length: bound, .. } | Self::Array { max_items: bound, .. } => *bound = Some(most),
            Self::Integer { maximum, .. } => *maximum = Some(most as i64),
            Self::Id { .. } | Self::Boolean | Self::Enum(_) | Self::Object { .. } => {}
        }
        self
    }

    /// A number from `minimum` to `maximum`, where one of them is negative or large.
    #[must_use]
    pub const fn integer_between(minimum: Option<i64>, maximum: Option<i64>) -> Self {
        Self::Integer { minimum, maximum }
    }

    /// Text in this format: `uri` or `date-time`.
    #[must_use]
    pub const fn formatted(mut self, name: &'static str) -> Self {
        if let Self::String { format, .. } = &mut self {
            *format = Some(name);
        }
        self
    }
}
