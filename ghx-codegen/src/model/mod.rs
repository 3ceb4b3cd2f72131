//! The bound catalogue: cards, documents and schema agree, and every name is resolved.
//!
//! Only `bind` creates these values, and only these can be emitted. Emitting decides nothing: whatever depends on GitHub's schema is
//! already decided here.

mod condition;
mod output;
mod path;
mod routes;
mod subject;
mod value;

pub use condition::{BoundCondition, BoundGuard, Comparison, Operand, Predicate, Test};
pub use output::{BoundOutput, Change, OutputSource, OutputValue};
pub use path::{Narrow, Path, PathStep};
pub use routes::{BoundCall, BoundCli, BoundCliPage, BoundCommand, BoundRest, BoundRestPage, FlagStyle, Segment};
pub use subject::{Ask, BoundQuestion, BoundSubject, Form, KeyType, SubjectValue};
pub use value::{BoundVariable, Source};

use crate::{
    card::{Card, Route},
    operation::Operation,
};
use std::collections::BTreeMap;

/// Everything that can be generated.
#[derive(Debug)]
pub struct Model {
    /// By name; each is used by a card or a subject.
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
    /// When a route is skipped.
    pub suitability: Vec<BoundSuitability>,
    /// The output as its schema declares it, if there is no GraphQL route.
    pub stated: Vec<BoundOutput>,
}

/// When a route is skipped.
#[derive(Clone, Debug)]
pub struct BoundSuitability {
    /// The route.
    pub route: Route,
    /// `always`, `env` or `params`.
    pub when: String,
    /// The condition as written.
    pub predicate: String,
    /// The same, parsed.
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
    /// How GitHub rejects a write with nothing to do, and how to confirm it.
    pub already: Option<BoundAlready>,
}

impl BoundGraphql {
    /// Where the values of all variables come from: those of the plans, and then those of the lookups.
    pub fn sources(&self) -> Vec<&Source> {
        let plans = self.plans.iter().flat_map(|plan| &plan.variables);
        let lookups = self.lookups.iter().flat_map(|lookup| &lookup.variables);
        let mut sources = Vec::new();
        plans.chain(lookups).for_each(|variable| variable.source.walk(&mut |source| sources.push(source)));
        sources
    }
}

/// How GitHub rejects a write with nothing to do.
#[derive(Clone, Debug)]
pub struct BoundAlready {
    /// Parts of GitHub's messages.
    pub messages: Vec<String>,
    /// The query that confirms it. Its variables have the values that the mutation was sent with, so none is listed.
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
    /// Run once per element of this input array.
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

impl Plan {
    /// The values that outputs need and that are known before the request is sent.
    pub fn kept(&self) -> impl Iterator<Item = &BoundVariable> {
        self.output.iter().filter_map(|output| match &output.source {
            OutputSource::Kept(kept) => Some(kept),
            _ => None,
        })
    }
}
