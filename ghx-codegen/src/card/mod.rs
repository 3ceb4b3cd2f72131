//! Cards as they are written: YAML decoded into typed values with their places.
//!
//! Nothing here uses GitHub's schema or another file; [`crate::bind`] does that.

mod already;
mod cli;
mod condition;
pub mod editor;
mod graphql;
mod jq;
mod json_schema;
mod output;
mod parse;
mod path;
mod reader;
mod rest;
mod routing;
mod shared;
mod subject;
mod unsupported;
mod value;

pub use already::AlreadySpec;
pub use cli::{CliCommand, CliPageSpec, CliRoute};
pub use condition::{ConditionSpec, GuardSpec, OperandSpec, TestSpec};
pub use graphql::{CardLookup, GraphqlRoute, OperationRef, Variant};
pub use json_schema::{AtLeastOne, ObjectSchema, Property, Requires, Schema, Type};
pub use output::{OutputEntries, OutputKind, OutputSpec, PathOutput};
pub use parse::parse;
pub use path::{PathPart, parse_path};
pub use reader::Located;
pub use rest::{Answer, Endpoint, METHODS, Method, PageInputs, RestPageSpec, RestRoute};
pub use routing::{ROUTES, Route, Routing, Suitability};
pub use shared::{Reference, Shared};
pub use subject::{FormLookup, Question, QuestionLookup, Subject, SubjectInputs};
pub use unsupported::Unsupported;
pub use value::{Choose, Inject, Match, Members, OrElse, ValueKind, ValueSpec};

use crate::{
    problem::Problems,
    source::{FileId, Sources, Span},
    yaml::{self, Node},
};

/// Does a capability read or write?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A query.
    Read,
    /// A mutation.
    Write,
}

/// How slow is a write on GitHub?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// As long as for most.
    Light,
    /// Much longer.
    Heavy,
}

/// One capability, as its author wrote it.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its file.
    pub file: FileId,
    /// `issue.labels.add`.
    pub id: Located<String>,
    /// `1.0.0`.
    pub version: Located<String>,
    /// What it does.
    pub description: Located<String>,
    /// Older ids.
    pub aliases: Vec<Located<String>>,
    /// Read or write.
    pub effect: Located<Effect>,
    /// Writes only.
    pub idempotent: Option<Located<bool>>,
    /// Writes only; the default is `light`.
    pub weight: Option<Located<Weight>>,
    /// Writes only: does it create content?
    pub creates: Option<Located<bool>>,
    /// Names of its subjects, the main one first.
    pub subjects: Vec<Located<String>>,
    /// The inputs, without those of the subjects.
    pub input: ObjectSchema,
    /// The outputs.
    pub output: ObjectSchema,
    /// Which routes, in which order.
    pub routing: Routing,
    /// The GraphQL route.
    pub graphql: Option<GraphqlRoute>,
    /// The REST route.
    pub rest: Option<RestRoute>,
    /// The CLI route.
    pub cli: Option<CliRoute>,
    /// Inputs that work.
    pub examples: Vec<Example>,
    /// Warnings that it has for a reason.
    pub allow: Allow,
    /// Keys of routes that the card has blocks for.
    pub blocks: Vec<Located<Route>>,
    /// The shared parts that it uses.
    pub references: Vec<Reference>,
}

/// `allow`: names of warnings, each with the reason why it is right to ignore it.
pub type Allow = Vec<(Located<String>, Located<String>)>;

/// An input that works.
#[derive(Clone, Debug)]
pub struct Example {
    /// What it shows.
    pub title: Located<String>,
    /// The input.
    pub input: Node,
}

/// Reads one file of `cards/subjects/`. `is_base`: it belongs to ghx, and the card to a user's crate.
pub fn parse_subject(
    sources: &Sources,
    file: FileId,
    shared: &Shared,
    is_base: bool,
    problems: &mut Problems,
) -> Option<Subject> {
    let (node, references) = read(sources, file, shared, is_base, problems)?;
    let before = problems.reported();
    let subject = subject::parse(file, &node, problems);
    problems.refer(before, &references);
    subject
}

/// The content of a file, with its references replaced.
fn read(
    sources: &Sources,
    file: FileId,
    shared: &Shared,
    is_base: bool,
    problems: &mut Problems,
) -> Option<(Node, Vec<Reference>)> {
    let node = yaml::parse(sources, file).map_err(|problem| problems.push(*problem)).ok()?;
    reader::doubled_keys(&node, problems);
    shared.expand(&node, is_base, problems)
}

impl Card {
    /// The property of that name among the card's own inputs.
    pub fn input(&self, name: &str) -> Option<&Property> {
        self.input.property(name)
    }

    /// Where the card begins, for what is missing from it as a whole.
    pub fn start(&self) -> Span {
        self.id.span
    }
}
