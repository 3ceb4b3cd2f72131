//! Whether a route can express an input.

use serde_json::{Map, Value};

#[cfg(feature = "gh")]
use super::cli;
use super::cursor_route::fits_graphql;
#[cfg(feature = "rest")]
use super::rest;
use crate::card::route::{Comparison, Name, Predicate};
use crate::card::{Card, RouteKind};
use crate::client::route::RouteReason;

/// Why a route cannot be used for an input.
#[derive(Clone, Debug)]
pub(crate) struct Unsuitable {
    pub(crate) reason: RouteReason,
    pub(crate) message: String,
}

impl Unsuitable {
    pub(crate) fn limit(message: impl Into<String>) -> Self {
        Self { reason: RouteReason::CapabilityLimit, message: message.into() }
    }

    pub(crate) fn environment(message: impl Into<String>) -> Self {
        Self { reason: RouteReason::EnvConstraint, message: message.into() }
    }
}

/// The values that the rules of a card test.
struct RuleContext<'a> {
    card: &'a Card,
    input: &'a Map<String, Value>,
    /// Reads an environment variable.
    variable: &'a dyn Fn(&str) -> Option<String>,
}

/// Checks that this build has a route, and that the route can express the input.
pub(crate) fn suits(card: &'static Card, input: &Map<String, Value>, route: RouteKind) -> Result<(), Unsuitable> {
    is_built(route)?;
    let variable = |name: &str| std::env::var(name).ok();
    by_rules(&RuleContext { card, input, variable: &variable }, route)?;
    can_express(card, input, route).map_err(Unsuitable::limit)
}

fn is_built(route: RouteKind) -> Result<(), Unsuitable> {
    let (is_built, feature) = match route {
        RouteKind::Graphql => (true, ""),
        RouteKind::Rest => (cfg!(feature = "rest"), "rest"),
        RouteKind::Cli => (cfg!(feature = "gh"), "gh"),
    };
    let missing = || Unsuitable::environment(format!("ghx was built without its feature `{feature}`"));
    if is_built { Ok(()) } else { Err(missing()) }
}

fn can_express(card: &'static Card, input: &Map<String, Value>, route: RouteKind) -> Result<(), String> {
    match (route, card.rest, card.cli) {
        (RouteKind::Graphql, ..) => fits_graphql(card, input),
        #[cfg(feature = "rest")]
        (RouteKind::Rest, Some(spec), _) => rest::suits(spec, card, input),
        #[cfg(feature = "gh")]
        (RouteKind::Cli, _, Some(spec)) => cli::suits(spec, card, input),
        _ => Err(format!("the card has no {route} route")),
    }
}

/// Whether there are inputs that GraphQL cannot express: by a rule of the card, or because a list has cursors of other
/// routes.
pub(crate) fn depends_on_input(card: &Card) -> bool {
    let has_rule = card.suitability.iter().any(|rule| rule.route == RouteKind::Graphql);
    has_rule || card.max_page_size.is_some() && !card.fallbacks.is_empty()
}

/// Applies the rules of the card for this route.
fn by_rules(context: &RuleContext<'_>, route: RouteKind) -> Result<(), Unsuitable> {
    let rules = context.card.suitability.iter().filter(|rule| rule.route == route);
    for rule in rules {
        if context.holds(rule.test) {
            let message = rule.reason.to_owned();
            return Err(if rule.when == "env" { Unsuitable::environment(message) } else { Unsuitable::limit(message) });
        }
    }
    Ok(())
}

impl RuleContext<'_> {
    fn holds(&self, predicate: Predicate) -> bool {
        match predicate {
            Predicate::All(all) => all.iter().all(|one| self.holds(*one)),
            Predicate::Any(any) => any.iter().any(|one| self.holds(*one)),
            Predicate::Not(not) => !self.holds(*not),
            Predicate::Present(Name::Input(input)) => self.input.get(input).is_some_and(|value| !value.is_null()),
            Predicate::Present(Name::Variable(name)) => (self.variable)(name).is_some_and(|value| !value.is_empty()),
            Predicate::Equals(name, literal) => self.value(name).is_some_and(|value| literal.is(&value)),
            Predicate::Compares(name, comparison, with) => {
                self.value(name).as_ref().and_then(measure).is_some_and(|measured| compares(measured, comparison, with))
            }
        }
    }

    fn value(&self, name: Name) -> Option<Value> {
        match name {
            Name::Variable(name) => (self.variable)(name).map(Value::from),
            Name::Input(input) => self.input.get(input).cloned().or_else(|| {
                let default = self.card.input(input)?.default?;
                serde_json::from_str(default).ok()
            }),
        }
    }
}

/// A number, or the length of a list.
fn measure(value: &Value) -> Option<i64> {
    match value {
        Value::Array(items) => i64::try_from(items.len()).ok(),
        Value::String(text) => text.parse().ok(),
        other => other.as_i64(),
    }
}

fn compares(left: i64, comparison: Comparison, right: i64) -> bool {
    match comparison {
        Comparison::Less => left < right,
        Comparison::AtMost => left <= right,
        Comparison::More => left > right,
        Comparison::AtLeast => left >= right,
    }
}
