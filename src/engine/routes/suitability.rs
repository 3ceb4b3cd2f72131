//! Whether a route can express an input.

use serde_json::{Map, Value};

#[cfg(feature = "gh")]
use super::cli;
use super::cursor_route::{cursors, fits_graphql};
use super::inputs::Inputs;
#[cfg(feature = "rest")]
use super::rest;
use super::values::Scope;
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

/// Checks that this build has a route, and that the route can express the input.
pub(crate) fn suits(card: &'static Card, input: &Map<String, Value>, route: RouteKind) -> Result<(), Unsuitable> {
    is_built(route)?;
    by_rules(&Scope::before(Inputs::new(card, input)), route)?;
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
    has_rule || cursors(card).next().is_some()
}

/// Applies the rules of the card for this route.
fn by_rules(scope: &Scope<'_>, route: RouteKind) -> Result<(), Unsuitable> {
    let rules = scope.inputs.card.suitability.iter().filter(|rule| rule.route == route);
    for rule in rules {
        if rule.test.holds(&Value::Null, scope) {
            let message = rule.reason.to_owned();
            return Err(if rule.when == "env" { Unsuitable::environment(message) } else { Unsuitable::limit(message) });
        }
    }
    Ok(())
}
