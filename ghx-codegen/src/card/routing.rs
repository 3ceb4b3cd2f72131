//! `routing`: which routes a capability has and in which order they are tried.

use super::reader::{Located, Reader, text};
use crate::{
    problem::{Code, Problem, Problems},
    source::Span,
    suggest,
    yaml::Node,
};

/// A way to run a capability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Route {
    /// GitHub's GraphQL API.
    Graphql,
    /// GitHub's REST API.
    Rest,
    /// The `gh` program.
    Cli,
}

/// Every route with its name.
pub const ROUTES: &[(&str, Route)] = &[("graphql", Route::Graphql), ("rest", Route::Rest), ("cli", Route::Cli)];

impl Route {
    /// Its name in cards.
    pub fn as_str(self) -> &'static str {
        match self {
            Route::Graphql => "graphql",
            Route::Rest => "rest",
            Route::Cli => "cli",
        }
    }
}

/// The block as written.
#[derive(Clone, Debug)]
pub struct Routing {
    /// Tried first.
    pub preferred: Located<Route>,
    /// Tried after it, in order.
    pub fallbacks: Vec<Located<Route>>,
    /// When a route is not suitable.
    pub suitability: Vec<Suitability>,
    /// For people.
    pub notes: Vec<Located<String>>,
    /// Its place.
    pub span: Span,
}

/// One rule.
#[derive(Clone, Debug)]
pub struct Suitability {
    /// The route that is not taken then; left out: the preferred one.
    pub route: Option<Located<Route>>,
    /// `always`, `env` or `params`.
    pub when: Located<String>,
    /// A predicate; its grammar is checked by bind.
    pub predicate: Located<String>,
    /// Why.
    pub reason: Located<String>,
}

pub(super) const KEYS: &[&str] = &["preferred", "fallbacks", "suitability", "notes"];
pub(super) const RULE: &[&str] = &["route", "when", "predicate", "reason"];

pub(super) fn parse(node: &Node, problems: &mut Problems) -> Option<Routing> {
    let reader = Reader::open(node, "`routing`", KEYS, problems)?;
    let preferred = reader.text("preferred", problems).and_then(|t| route(&t, problems));
    let fallbacks = reader.texts("fallbacks", problems).iter().filter_map(|t| route(t, problems)).collect();
    let suitability = reader.list("suitability", problems).iter().filter_map(|n| rule(n, problems)).collect();
    let notes = reader.list("notes", problems).iter().filter_map(|n| text(n, "notes", problems)).collect();
    Some(Routing { preferred: preferred?, fallbacks, suitability, notes, span: reader.key_span("preferred") })
}

fn rule(node: &Node, problems: &mut Problems) -> Option<Suitability> {
    let reader = Reader::open(node, "a suitability rule", RULE, problems)?;
    let route = reader.optional_text("route", problems).and_then(|name| self::route(&name, problems));
    let (when, predicate, reason) =
        (reader.text("when", problems), reader.text("predicate", problems), reader.text("reason", problems));
    Some(Suitability { route, when: when?, predicate: predicate?, reason: reason? })
}

fn route(name: &Located<String>, problems: &mut Problems) -> Option<Located<Route>> {
    let found = ROUTES.iter().find(|(known, _)| *known == name.value).map(|(_, route)| Located::new(*route, name.span));
    if found.is_none() {
        problems.push(
            Problem::error(Code::Routing, name.span, format!("there is no route `{}`", name.value))
                .label("not a route")
                .help(suggest::help(&name.value, "route", ROUTES.iter().map(|(known, _)| *known))),
        );
    }
    found
}
