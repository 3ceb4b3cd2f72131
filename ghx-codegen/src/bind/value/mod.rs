//! Rules 4, 5 and 8: where a value comes from, and whether it fits the place that it goes to. One binder for the variables of
//! operations and lookups, for the parameters and bodies of REST, and for the flags and arguments of `gh`.
//!
//! ```text
//! accepts, fit            what a place accepts, and whether a type or a constant fits
//! input, translate        inputs: translated, with a default, joined, present or not
//! made                    texts, objects and lists that are put together from other values
//! variable                the variables of an operation, and what only they can be filled with:
//! lookup, subject         values from the card's lookups and from the subject
//! ```

mod accepts;
pub(super) mod fit;
mod input;
mod lookup;
mod made;
pub(super) mod problems;
mod subject;
mod translate;
mod variable;

pub(super) use accepts::Accepts;
pub(super) use lookup::anchored;
pub(super) use made::{entries, text_target};
pub(super) use variable::Filling;

use crate::{
    card::{Located, Property, Schema as JsonSchema, ValueKind, ValueSpec},
    model::Source,
    operation::OperationVariable,
    problem::Problem,
    source::Span,
    yaml::{Node, Value},
};

/// The place that a value goes to.
pub(super) struct Target<'t> {
    /// In words: ``the parameter `state` `` or `` `$state: IssueState` ``.
    pub(super) what: String,
    /// Its name.
    pub(super) name: String,
    /// What it accepts.
    pub(super) accepts: Accepts<'t>,
    /// It cannot be left out.
    pub(super) required: bool,
    /// The variable that it is.
    pub(super) variable: Option<&'t OperationVariable>,
}

/// What the values of a route are made from, and where their problems are reported.
pub(super) trait Given {
    /// The input of that name. On REST and `gh`, the subject's are included.
    fn input(&self, name: &str) -> Option<Property>;
    /// Is this the name of an input that fills a parameter or member of the same name?
    fn names(&self, target: &str) -> bool {
        self.input(target).is_some()
    }
    /// The names of all inputs.
    fn inputs(&self) -> Vec<String>;
    /// This input is used.
    fn uses(&mut self, name: &str);
    /// Reports a problem.
    fn report(&mut self, problem: Problem);
    /// How many errors there are.
    fn errors(&self) -> usize;
    /// A word that is not an input of the card: `element`, `repository`, or an input of the subject.
    #[allow(clippy::option_option, reason = "outside: is it such a word; inside: can it be used")]
    fn word(&mut self, target: &Target<'_>, name: &Located<String>) -> Option<Option<Source>>;
    /// Values of the input that are sent as the same value: the first, another, and where.
    fn alike(&mut self, input: &Located<String>, map: &[(Located<String>, Node)]);
    /// An id that the caller gives.
    fn id(&mut self, target: &Target<'_>, property: &Property);
    /// The element of the list that a value is made for.
    fn element(&mut self) -> &mut Option<JsonSchema>;
    /// A value that only some routes have.
    fn other(&mut self, target: &Target<'_>, value: &ValueSpec) -> Option<Source>;
}

/// Binds one value; `None` if it has problems.
pub(super) fn bind(given: &mut dyn Given, target: &Target<'_>, value: &ValueSpec) -> Option<Source> {
    let before = given.errors();
    let source = match &value.kind {
        ValueKind::Input { input, map, default } => {
            input::input(given, target, input, map.as_deref(), default.as_ref())
        }
        ValueKind::Element(path) => made::element(given, target, path),
        ValueKind::Text(text) => made::text(given, target, text),
        ValueKind::Object(members) => made::object(given, target, members, value.span),
        ValueKind::List { list, of } => made::list(given, target, list, of),
        ValueKind::First(values) => made::first(given, target, values, value.span),
        ValueKind::Encode(value) => made::encode(given, target, value),
        ValueKind::Present(input) => input::present(given, target, input),
        ValueKind::Join { input, separator } => input::joined(given, target, input, separator),
        ValueKind::Literal(node) => {
            if matches!(node.value, Value::Null) && !target.accepts.nullable() {
                given.report(target.declared(problems::always_null(value.span, target)));
                return None;
            }
            literal(given, target, node);
            Some(Source::Literal(node.to_json()))
        }
        _ => given.other(target, value),
    }?;
    (given.errors() == before).then_some(source)
}

/// Reports why a constant does not fit.
fn literal(given: &mut dyn Given, target: &Target<'_>, node: &Node) {
    let mut found = Vec::new();
    fit::literal(node, &target.accepts, &target.what, &mut found);
    for problem in found {
        given.report(target.declared(problem));
    }
}

impl Target<'_> {
    /// A problem with the place where the variable is declared.
    fn declared(&self, problem: Problem) -> Problem {
        match self.variable {
            Some(variable) => problem.related(variable.span, format!("goes into {}", self.what)),
            None => problem,
        }
    }

    /// A problem of an input with the place where it is sent.
    fn sent(&self, problem: Problem, at: Span) -> Problem {
        if self.variable.is_some() { self.declared(problem) } else { problem.related(at, "sent here") }
    }
}
