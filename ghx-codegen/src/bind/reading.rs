//! What a route reads from a response: outputs, guards and `keep`.

use super::{path, route, shape::Shape, value};
use crate::{
    card::{Card, Located, Property, Route},
    model::{BoundOutput, BoundSubject},
    problem::{Code, Problem, Problems, Severity},
    schema::Facts,
    suggest,
};
use std::collections::BTreeSet;

/// What a call returns.
#[derive(Clone, Debug)]
pub(super) enum Response<'s> {
    /// Something that paths lead into.
    Shape(Shape<'s>),
    /// Text.
    Text,
    /// The target of a redirect.
    Location,
    /// Nothing that is kept.
    Nothing,
    /// Unknown, for a reason that is already reported.
    Unknown,
}

/// What reading a response needs, and what it gathers.
pub(super) struct Reading<'r, 's> {
    pub(super) card: &'r Card,
    pub(super) facts: &'r Facts,
    pub(super) subjects: &'r [&'r BoundSubject],
    pub(super) route: Route,
    /// What GraphQL says about the outputs, for the other routes.
    pub(super) expected: &'r [BoundOutput],
    /// The calls that `from` can name, and their responses; the last one is where paths start.
    pub(super) calls: Vec<(String, Response<'s>)>,
    /// The lookups that `lookup` can name, by index among those of the card: their names and their responses.
    pub(super) lookups: Vec<(usize, Option<String>, Shape<'s>)>,
    /// Does the route page through a list by inputs?
    pub(super) paged: bool,
    /// JSON fields that the command of `gh` has, but that are not requested.
    pub(super) unasked: BTreeSet<String>,
    pub(super) problems: &'r mut Problems,
    pub(super) gathered: Gathered,
}

/// What reading a response has used.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// The leaves of selections: operation and id.
    pub(super) leaves: BTreeSet<(String, usize)>,
    /// GraphQL enums.
    pub(super) enums: BTreeSet<String>,
    /// Inputs.
    pub(super) inputs: BTreeSet<String>,
    /// Lookups of the card, by index.
    pub(super) lookups: BTreeSet<usize>,
    /// Calls that `from` names.
    pub(super) calls: BTreeSet<String>,
    /// Is the last response used?
    pub(super) last: bool,
    /// Paths that conditions test.
    pub(super) tested: BTreeSet<String>,
    /// Has something a problem, so that the rest is not everything that is used?
    pub(super) incomplete: bool,
    /// Is an input named that does not exist? Then it is unknown which one is used.
    pub(super) unknown_input: bool,
}

impl<'s> Reading<'_, 's> {
    /// Reports a problem.
    pub(super) fn fail(&mut self, problem: Problem) {
        self.gathered.incomplete |= problem.severity == Severity::Error;
        self.problems.push(problem);
    }

    /// Reports several problems.
    pub(super) fn fail_all(&mut self, problems: impl IntoIterator<Item = Problem>) {
        for problem in problems {
            self.fail(problem);
        }
    }

    /// How many errors there are.
    pub(super) fn errors(&self) -> usize {
        self.problems.errors()
    }

    /// Do paths lead through a GraphQL selection?
    pub(super) fn is_graphql(&self) -> bool {
        self.route == Route::Graphql
    }

    /// The code for a key that a response does not have.
    pub(super) fn code(&self) -> Code {
        match self.route {
            Route::Graphql => Code::PathNotSelected,
            Route::Rest => Code::RestRoute,
            Route::Cli => Code::CliRoute,
        }
    }

    /// Follows a path.
    pub(super) fn follow(&mut self, start: &Shape<'s>, text: &Located<String>) -> Option<path::Found<'s>> {
        let found = path::follow(start, text, self.code());
        self.or_fail(found, text)
    }

    /// Follows a path without `[]` and `!`.
    pub(super) fn plain(&mut self, start: &Shape<'s>, text: &Located<String>) -> Option<path::Found<'s>> {
        let found = path::plain(start, text, self.code());
        self.or_fail(found, text)
    }

    fn or_fail<T>(&mut self, found: Result<T, Box<Problem>>, text: &Located<String>) -> Option<T> {
        let problem = match found {
            Ok(found) => return Some(found),
            Err(problem) => *problem,
        };
        let key = text.value.trim_start_matches("[].").split(['.', '[', '!']).next().unwrap_or_default();
        if self.unasked.contains(key) {
            let message = format!("`{key}` is not requested");
            let problem = Problem::error(self.code(), text.span, message).label("not in `jsonFields`");
            self.fail(problem.help(format!("add `{key}` to `jsonFields`")));
        } else {
            self.fail(problem);
        }
        None
    }

    /// The response of a call that is named with `from`.
    pub(super) fn call(&mut self, from: &Located<String>) -> Option<Shape<'s>> {
        self.gathered.calls.insert(from.value.clone());
        let response = self.calls.iter().find(|(id, _)| *id == from.value).map(|(_, response)| response.clone());
        let problem = match response {
            Some(Response::Shape(shape)) => return Some(shape),
            Some(Response::Unknown) => return None,
            Some(Response::Text | Response::Location | Response::Nothing) => {
                let message = format!("the response of `{}` is not JSON", from.value);
                Problem::error(Code::UnknownName, from.span, message).label("no JSON").help("use another call")
            }
            None => {
                let known: Vec<&str> = self.calls.iter().map(|(id, _)| id.as_str()).collect();
                let meant = suggest::nearest(&from.value, known.iter().copied());
                self.gathered.calls.extend(meant.map(str::to_owned));
                let message = format!("there is no earlier call `{}`", from.value);
                let help = suggest::help(&from.value, "earlier call", known);
                Problem::error(Code::UnknownName, from.span, message).label("no such call").help(help)
            }
        };
        self.fail(problem);
        None
    }

    /// The input of that name, including the subject's.
    pub(super) fn input(&mut self, name: &Located<String>) -> Option<Property> {
        let found = route::known_input(self.card, self.subjects, &name.value);
        if found.is_none() {
            self.gathered.unknown_input = true;
            self.fail(value::problems::unknown_input(name, &route::input_names(self.card, self.subjects)));
        }
        found
    }
}
