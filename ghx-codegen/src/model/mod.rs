//! The bound catalogue: cards, documents and schema agree, and every name is resolved.
//!
//! Only `bind` makes these values, and only these can be emitted. Emitting decides nothing: whatever depends on GitHub's schema is
//! already an answer here.

mod predicate;
mod routes;

pub use predicate::{Comparison, Name, Predicate};
pub use routes::{
    BoundCall, BoundCli, BoundCliPage, BoundCommand, BoundCondition, BoundField, BoundGuard, BoundRest, BoundRestPage,
    FlagStyle, Pick, Place, Segment, Sent, Take, Test,
};

use crate::{
    card::{Card, Property, Route, Subject},
    operation::{GraphqlType, Operation},
};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Everything that can be generated.
#[derive(Debug)]
pub struct Model {
    /// By name; each is used by a card or a question.
    pub operations: BTreeMap<String, Operation>,
    /// In the order of their names.
    pub subjects: Vec<BoundSubject>,
    /// In the order of their ids.
    pub cards: Vec<BoundCard>,
    /// GraphQL enums that outputs and variables use → their values in schema order.
    pub enums: BTreeMap<String, Vec<String>>,
    /// Node kinds: object types that are nodes → the interfaces they fit (all of them kinds too).
    pub kinds: BTreeMap<String, Vec<String>>,
    /// Every custom scalar of the schema, sorted.
    pub scalars: Vec<String>,
}

/// A way to address a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    /// Owner, name and number (or the one string).
    Numbered,
    /// Owner and name (or the one string).
    Named,
    /// A node id.
    Id,
    /// A number in the repository of the main subject, which is given by id.
    Sibling,
}

impl Form {
    /// Its name in cards.
    pub fn as_str(self) -> &'static str {
        match self {
            Form::Numbered => "numbered",
            Form::Named => "named",
            Form::Id => "id",
            Form::Sibling => "sibling",
        }
    }
}

/// A subject with its questions resolved.
#[derive(Clone, Debug)]
pub struct BoundSubject {
    /// As written.
    pub subject: Subject,
    /// The forms it can be given in.
    pub forms: Vec<Form>,
    /// Questions by name; `id` is always there.
    pub questions: Vec<BoundQuestion>,
}

/// A question that can be asked of a subject.
#[derive(Clone, Debug)]
pub struct BoundQuestion {
    /// `label`.
    pub name: String,
    /// The word for what is searched: `label`.
    pub describe: String,
    /// The message where it is not found, with `{subject}` and `{key}`.
    pub missing: Option<String>,
    /// The type of the key, if the question has one: GraphQL `String` or `Int`.
    pub key: Option<KeyType>,
    /// The GraphQL type of the answer (a leaf; `ID` nearly always).
    pub answer: GraphqlType,
    /// The kind of node the answer is the id of.
    pub kind: Option<String>,
    /// The kind that it may be of instead.
    pub or_kind: Option<String>,
    /// Per form of the subject.
    pub forms: Vec<(Form, Ask)>,
}

/// What a question searches by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyType {
    /// A name.
    Text,
    /// A number.
    Number,
}

/// How one form of a question is answered.
#[derive(Clone, Debug)]
pub enum Ask {
    /// The caller gave it.
    Given,
    /// By an operation.
    Lookup {
        /// Its name in [`Model::operations`].
        operation: String,
        /// Every variable of it and the value it takes, in declaration order.
        variables: Vec<(String, SubjectValue)>,
        /// To the answer.
        path: Path,
        /// Where the answer is if it is not there: to a value, or to a list of which the first counts.
        or: Option<Path>,
        /// To a list of names.
        suggest: Option<Path>,
    },
}

/// A value that a subject offers to its lookups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectValue {
    /// Owner of the repository.
    Owner,
    /// Name of the repository.
    Name,
    /// Number.
    Number,
    /// Node id.
    Id,
    /// The main subject's node id, for a sibling.
    Anchor,
    /// What is searched for.
    Key,
    /// What is searched for, without `[bot]` at its end.
    App,
}

/// A path through a response: typed field access, one step after another.
#[derive(Clone, Debug, Default)]
pub struct Path {
    /// From the response's root (or, below an object or list entry, from there).
    pub steps: Vec<PathStep>,
}

/// One step of a path.
#[derive(Clone, Debug)]
pub struct PathStep {
    /// The response key.
    pub key: String,
    /// The step stands under `... on T`: first the value is narrowed to this type.
    pub narrow: Option<Narrow>,
    /// The field's own type.
    pub ty: GraphqlType,
    /// May the value be absent or null here (nullable type, or under `@include`)?
    pub nullable: bool,
    /// If so, null is not a value but a failure: not found, or not readable.
    pub anchor: bool,
    /// `[]`: the path goes on for each element; null elements are dropped.
    pub each: bool,
}

/// `... on Issue`.
#[derive(Clone, Debug)]
pub struct Narrow {
    /// The kind.
    pub ty: String,
    /// Other kinds that have the same leaf: the value is taken from whichever it is.
    pub also: Vec<String>,
    /// Is anything selected on the abstract type itself? Then the generator keeps the kinds in a field named `on`.
    pub beside_fields: bool,
    /// If the value is of another kind: a failure (true) or null (false).
    pub anchor: bool,
}

/// A card with everything resolved.
#[derive(Clone, Debug)]
pub struct BoundCard {
    /// As written.
    pub card: Card,
    /// Indices into [`Model::subjects`], the main one first.
    pub subjects: Vec<usize>,
    /// Inputs that are ids, by name → the kind of node.
    pub input_kinds: BTreeMap<String, String>,
    /// The GraphQL route.
    pub graphql: Option<BoundGraphql>,
    /// The REST route.
    pub rest: Option<BoundRest>,
    /// The CLI route.
    pub cli: Option<BoundCli>,
    /// When a route is not taken.
    pub suitability: Vec<BoundSuitability>,
    /// The output as its schema states it, where no GraphQL operation says more about it.
    pub stated: Vec<BoundOutput>,
}

/// When a route is not taken.
#[derive(Clone, Debug)]
pub struct BoundSuitability {
    /// The route.
    pub route: Route,
    /// `always`, `env` or `params`.
    pub when: String,
    /// The condition as written.
    pub predicate: String,
    /// The same, to be asked.
    pub test: Predicate,
    /// Why.
    pub reason: String,
}

/// The GraphQL route with everything resolved.
#[derive(Clone, Debug)]
pub struct BoundGraphql {
    /// The card's own lookups, by index.
    pub lookups: Vec<BoundLookup>,
    /// One per form of the main subject that has an operation of its own; a single one with `form: None` otherwise.
    pub plans: Vec<Plan>,
    /// How GitHub refuses what is already so, and how to see that it is.
    pub already: Option<BoundAlready>,
}

/// How GitHub refuses a write that has nothing to do.
#[derive(Clone, Debug)]
pub struct BoundAlready {
    /// Parts of GitHub's messages.
    pub messages: Vec<String>,
    /// The query that looks. Its variables have the values that the mutation was sent with, so none is listed.
    pub plan: Plan,
    /// Outputs, and the variables of the mutation that they must equal.
    pub holds: Vec<(Vec<String>, String)>,
}

/// A lookup of the card itself.
#[derive(Clone, Debug)]
pub struct BoundLookup {
    /// For messages.
    pub id: String,
    /// The operation's name in [`Model::operations`].
    pub operation: String,
    /// Asked once per element of this input array.
    pub each: Option<String>,
    /// Every variable that is sent, in declaration order.
    pub variables: Vec<BoundVariable>,
}

/// One operation of the route.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Used when the main subject is given in this form.
    pub form: Option<Form>,
    /// The operation's name in [`Model::operations`].
    pub operation: String,
    /// Every variable that is sent, in declaration order. A variable of the operation that is not here has a default in the
    /// document and is left out.
    pub variables: Vec<BoundVariable>,
    /// Every output property, in the order of the output schema.
    pub output: Vec<BoundOutput>,
}

/// A variable and its value.
#[derive(Clone, Debug)]
pub struct BoundVariable {
    /// The variable.
    pub name: String,
    /// Its type.
    pub ty: GraphqlType,
    /// Where its value comes from.
    pub source: Source,
}

/// Where a variable's value comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// An input of the card, of this property.
    Input {
        /// The property.
        property: Property,
        /// Enum value → GraphQL value (a string or a list of strings).
        map: Option<Vec<(String, Json)>>,
        /// Where the input is absent (the property's own default, or the one stated at the variable).
        default: Option<Json>,
    },
    /// In a lookup with `each`: the element.
    Element,
    /// A value of the main subject in the plan's form: owner, name, number or id.
    Subject(SubjectValue),
    /// Was the input given?
    Present(String),
    /// Always this (null included).
    Literal(Json),
    /// The id of a subject (index into the card's subjects).
    SubjectId(usize),
    /// A question of the main subject.
    Find {
        /// The question's name.
        question: String,
        /// The input searched for, and whether it is an array (then the result is a list).
        from_input: Option<(Property, bool)>,
    },
    /// Out of a lookup of the card.
    Lookup {
        /// Index into [`BoundGraphql::lookups`].
        lookup: usize,
        /// To the value; if the lookup has `each`, one value per element.
        path: Path,
        /// The kind of node the value is the id of, for messages.
        kind: Option<String>,
    },
    /// Names matched against nodes of a lookup.
    MapArray {
        /// Index into [`BoundGraphql::lookups`].
        lookup: usize,
        /// The names.
        from_input: Property,
        /// To the list of nodes (its last step has `each`).
        nodes: Path,
        /// From a node to the name.
        match_field: Path,
        /// From a node to the value.
        extract_field: Path,
    },
}

/// An output property and its value.
#[derive(Clone, Debug)]
pub struct BoundOutput {
    /// The property of the output schema.
    pub property: Property,
    /// Where it comes from.
    pub path: Path,
    /// What is taken there.
    pub value: OutputValue,
    /// Where the path is null.
    pub default: Option<Json>,
}

/// What an output takes at the end of its path.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a few hundred of them, once per build")]
pub enum OutputValue {
    /// A leaf: its GraphQL type inside lists and non-nulls.
    Leaf {
        /// `String`, `ID`, `Int`, `URI`, an enum, … For an enum that GitHub's schema does not have, nothing.
        ty: String,
        /// For ids: the kind of node.
        kind: Option<String>,
    },
    /// The number of elements of a list.
    Count,
    /// Whether an enum has this value.
    Equals(String),
    /// An object, or one per element where the path ends in `[]`.
    Object {
        /// Its properties, with paths from there.
        fields: Vec<BoundOutput>,
        /// Only the elements whose boolean property `field` equals `equals`, if the boolean input `when` is true.
        keep: Option<BoundKeep>,
    },
}

/// Only some elements.
#[derive(Clone, Debug)]
pub struct BoundKeep {
    /// A boolean input with a default.
    pub when: Property,
    /// A boolean among the object's fields.
    pub field: String,
    /// The value that stays.
    pub equals: bool,
}
