//! Rule 14: the REST and CLI routes, against `rest.json`, `gh-cli.json` and `gh-json.yaml`.
//!
//! ```text
//! rest, cli                   the two blocks
//! endpoint, parameter, answer one call: what is sent, and what comes back
//! upload                      bytes instead of JSON
//! each, group                 calls once per element, and calls of which one is made
//! facts                       what the API does beyond its description
//! sent                        what the values that are sent are made from
//! page, inputs                paging, and rule 6
//! ```

mod address;
mod answer;
mod cli;
mod each;
mod endpoint;
mod facts;
mod group;
mod inputs;
mod lookup;
mod page;
mod parameter;
mod rest;
mod sent;
mod upload;

pub(super) use inputs::{check as check_inputs, unsupported};
pub(super) use lookup::all as lookups;

use super::{
    condition,
    output::Entries,
    reading::{self, Gathered, Reading},
    shape::Shape,
};
use crate::{
    card::{
        Card, CardLookup, GuardSpec, Located, ObjectSchema, OutputEntries, Property, Route, Schema as JsonSchema, Type,
    },
    model::{BoundCli, BoundGuard, BoundOutput, BoundRest, BoundRestLookup, BoundSubject},
    operation::Operation,
    problem::{Code, Problem, Problems},
    schema::{Described, Schema},
    source::Span,
};
use std::collections::{BTreeMap, BTreeSet};

/// What both routes are bound against.
#[derive(Clone, Copy)]
struct Facts<'a> {
    schema: &'a Schema,
    card: &'a Card,
    subjects: &'a [&'a BoundSubject],
    /// What GraphQL says about the outputs.
    outputs: &'a [BoundOutput],
    /// The lookups that values can come from.
    lookups: &'a [(&'a CardLookup, Operation)],
}

/// What binding a route needs, and what it gathers.
pub(super) struct Context<'a> {
    pub(super) schema: &'a Schema,
    pub(super) card: &'a Card,
    pub(super) subjects: &'a [&'a BoundSubject],
    /// What GraphQL says about the outputs.
    pub(super) outputs: &'a [BoundOutput],
    pub(super) route: Route,
    pub(super) problems: &'a mut Problems,
    /// The inputs that the route uses, the subject's included.
    pub(super) used: BTreeSet<String>,
    /// Something that would use inputs cannot be read, so the inputs that the route uses are unknown.
    incomplete: bool,
    /// The calls so far, and their responses.
    calls: Vec<Call<'a>>,
    /// Does an output use the response of the last call?
    last_taken: bool,
    /// The calls that something refers to.
    referred: BTreeSet<String>,
    /// The element of the input that a call is made for.
    element: Option<JsonSchema>,
    /// The element of the response that a call is made for.
    found_element: Option<Shape<'a>>,
    /// The element of the list that a value is made for.
    inner: Option<JsonSchema>,
    /// The lookups that values can come from.
    lookups: &'a [(&'a CardLookup, Operation)],
    /// Those that do, with their variables.
    looked_up: BTreeMap<usize, BoundRestLookup>,
    /// The lookup whose variables are bound.
    asking: Option<usize>,
    /// Is a part of the path bound?
    in_path: bool,
    /// The leaves of lookups that are used: operation and id.
    leaves: BTreeSet<(String, usize)>,
    /// The list that the route pages through by inputs.
    page: Option<page::Paged>,
    /// What fills each part of the calls' paths, and where the card says so.
    filled: BTreeMap<String, (String, Span)>,
    /// The fields that guards and `keep` test.
    asked: BTreeSet<String>,
    /// JSON fields that the command of `gh` has, but that are not requested.
    unasked: BTreeSet<String>,
    /// Input values that are sent as the same value, and where: `keep` must tell them apart.
    alike: Vec<condition::Alike>,
}

/// An earlier call.
#[derive(Clone, Debug)]
struct Call<'a> {
    id: String,
    response: Response<'a>,
    /// Does it depend on a condition whether the call is made?
    depends: bool,
}

/// What a call returns.
#[derive(Clone, Debug)]
enum Response<'a> {
    /// JSON.
    Json(Described<'a>),
    /// Text.
    Text,
    /// The target of a redirect.
    Location,
    /// Nothing that is kept.
    Nothing,
    /// Unknown, for a reason that is already reported.
    Unknown,
}

/// Both routes of a card.
pub(super) struct Bound {
    pub(super) rest: Option<BoundRest>,
    pub(super) cli: Option<BoundCli>,
    /// What each route uses, for rule 6.
    pub(super) used: Vec<inputs::Used>,
    /// The leaves of lookups that REST uses: operation and id.
    pub(super) leaves: BTreeSet<(String, usize)>,
}

/// Binds the routes that a card has.
pub(super) fn bind<'a>(
    schema: &'a Schema,
    card: &'a Card,
    subjects: &'a [&'a BoundSubject],
    outputs: &'a [BoundOutput],
    lookups: &'a [(&'a CardLookup, Operation)],
    problems: &'a mut Problems,
) -> Bound {
    let mut bound = Bound { rest: None, cli: None, used: Vec::new(), leaves: BTreeSet::new() };
    let facts = Facts { schema, card, subjects, outputs, lookups };
    if let Some(route) = &card.rest {
        let mut context = Context::new(facts, Route::Rest, problems);
        bound.rest = rest::bind(&mut context, route);
        bound.leaves = std::mem::take(&mut context.leaves);
        bound.used.push((Route::Rest, context.used()));
    }
    if let Some(route) = &card.cli {
        let shape = cli::shape(schema, route);
        let mut context = Context::new(facts, Route::Cli, problems);
        bound.cli = cli::bind(&mut context, route, shape.as_ref());
        if matches!(route, crate::card::CliRoute::Command(_)) {
            bound.used.push((Route::Cli, context.used()));
        }
    }
    bound
}

impl<'a> Context<'a> {
    fn new<'p: 'a>(facts: Facts<'a>, route: Route, problems: &'p mut Problems) -> Self {
        let Facts { schema, card, subjects, outputs, lookups } = facts;
        Context {
            schema,
            card,
            subjects,
            outputs,
            route,
            problems,
            used: BTreeSet::new(),
            incomplete: false,
            calls: Vec::new(),
            referred: BTreeSet::new(),
            last_taken: false,
            element: None,
            found_element: None,
            inner: None,
            lookups,
            looked_up: BTreeMap::new(),
            asking: None,
            in_path: false,
            leaves: BTreeSet::new(),
            page: None,
            alike: Vec::new(),
            filled: BTreeMap::new(),
            asked: BTreeSet::new(),
            unasked: BTreeSet::new(),
        }
    }

    /// The inputs that the route uses, if that is known.
    fn used(&mut self) -> Option<BTreeSet<String>> {
        (!self.incomplete).then(|| std::mem::take(&mut self.used))
    }

    fn refuse(&mut self, code: Code, at: Span, message: impl Into<String>, label: &str, help: impl Into<String>) {
        self.problems.push(Problem::error(code, at, message).label(label).help(help));
    }

    /// The input of that name (including the subject's), which is then passed on.
    fn sent_input(&mut self, name: &Located<String>) -> Option<Property> {
        let property = self.input(name)?;
        if self.element.is_none() {
            self.used.insert(name.value.clone());
        }
        Some(property)
    }

    /// The input of that name (including the subject's).
    fn input(&mut self, name: &Located<String>) -> Option<Property> {
        if let Some(property) = self.known_input(&name.value) {
            return Some(property);
        }
        // A misspelt input is not reported as unused as well.
        self.incomplete = true;
        let known = input_names(self.card, self.subjects);
        self.problems.push(super::value::problems::unknown_input(name, &known));
        None
    }

    fn known_input(&self, name: &str) -> Option<Property> {
        known_input(self.card, self.subjects, name)
    }

    /// Does the input of that name fill the parameter or member of the same name? The subject's inputs only name the repository:
    /// the `name` of a label is not the repository's.
    fn fills(&self, name: &str) -> bool {
        self.card.input(name).is_some() || ["owner", "repo"].contains(&name) && self.known_input(name).is_some()
    }

    /// The position of the subject that has an input of that name.
    fn subject_of(&self, input: &str) -> Option<usize> {
        let has = |subject: &&BoundSubject| subject.subject.inputs.all().any(|name| name.value == input);
        self.subjects.iter().position(has)
    }

    /// Reads the response of the last call with `read`, and remembers what it used.
    fn read<T>(&mut self, read: impl FnOnce(&mut Reading<'_, 'a>) -> T) -> T {
        let calls = self.calls.iter().map(|call| (call.id.clone(), call.response.reading())).collect();
        let mut reading = Reading {
            card: self.card,
            facts: &self.schema.facts,
            subjects: self.subjects,
            route: self.route,
            expected: self.outputs,
            calls,
            lookups: Vec::new(),
            paged: self.page.is_some(),
            unasked: std::mem::take(&mut self.unasked),
            problems: &mut *self.problems,
            gathered: Gathered::default(),
        };
        let bound = read(&mut reading);
        let Reading { gathered, unasked, .. } = reading;
        self.unasked = unasked;
        self.incomplete |= gathered.unknown_input;
        self.referred.extend(gathered.calls);
        self.last_taken |= gathered.last;
        self.asked.extend(gathered.tested);
        bound
    }

    /// Guards on a response.
    fn guards(&mut self, guards: &[GuardSpec], response: &Response<'a>) -> Option<Vec<BoundGuard>> {
        let response = response.reading();
        self.read(|reading| reading.guards(guards, &response))
    }

    /// The whole output. Paths start at the response of the last call.
    fn output(&mut self, entries: &OutputEntries, at: Span) -> Option<Vec<BoundOutput>> {
        let output = self.read(|reading| reading.outputs(None, &Entries { list: entries, at }));
        page::check(self, at, output.as_deref());
        if let Some(output) = &output {
            let problems = condition::check_alike(std::mem::take(&mut self.alike), output);
            self.problems.extend(problems);
        }
        output
    }
}

impl<'a> Response<'a> {
    fn reading(&self) -> reading::Response<'a> {
        match self {
            Response::Json(described) => reading::Response::Shape(Shape::json(described.clone())),
            Response::Text => reading::Response::Text,
            Response::Location => reading::Response::Location,
            Response::Nothing => reading::Response::Nothing,
            Response::Unknown => reading::Response::Unknown,
        }
    }
}

/// The input of that name, including the subject's.
pub(super) fn known_input(card: &Card, subjects: &[&BoundSubject], name: &str) -> Option<Property> {
    let own = card.input(name).cloned();
    own.or_else(|| subject_values(subjects).into_iter().find(|property| property.name.value == name))
}

/// Everything that a source can name.
pub(super) fn input_names(card: &Card, subjects: &[&BoundSubject]) -> Vec<String> {
    let of_subject = subject_values(subjects).into_iter().map(|property| property.name.value);
    card.input.names().map(str::to_owned).chain(of_subject).collect()
}

/// The values of the main subject that other routes can pass on: owner, name and number.
fn subject_values(subjects: &[&BoundSubject]) -> Vec<Property> {
    let Some(subject) = subjects.first() else { return Vec::new() };
    let inputs = &subject.subject.inputs;
    let text = || Type::String { min_length: None, max_length: None, format: None, node: None };
    let number = || Type::Integer { minimum: None, maximum: None };
    let value = |name: &Option<Located<String>>, ty: Type| {
        let name = name.clone()?;
        let schema = JsonSchema { ty, nullable: false, description: None, span: name.span };
        Some(Property { name, required: true, default: None, schema })
    };
    let values = [value(&inputs.owner, text()), value(&inputs.name, text()), value(&inputs.number, number())];
    values.into_iter().flatten().collect()
}

/// The output schema's properties by path, to compare them across routes.
pub(super) fn properties<'c>(object: &'c ObjectSchema, prefix: &str, out: &mut Vec<(String, &'c Property)>) {
    for property in &object.properties {
        let path = format!("{prefix}{}", property.name.value);
        let inner = match &property.schema.ty {
            Type::Array { items, .. } => &items.ty,
            other => other,
        };
        if let Type::Object(object) = inner {
            properties(object, &format!("{path}."), out);
        }
        out.push((path, property));
    }
}
