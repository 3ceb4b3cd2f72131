//! Whether a route can express an input.

use serde_json::{Map, Value};

use super::inputs::Inputs;
use super::values::Scope;
use super::{cli, cursor, rest};
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

/// Checks that a route can express the input.
pub(crate) fn suits(card: &'static Card, input: &Map<String, Value>, route: RouteKind) -> Result<(), Unsuitable> {
    by_rules(&Scope::before(Inputs::new(card, input)), route)?;
    let undescribed = || format!("the card has no {route} route");
    let suits = match route {
        RouteKind::Graphql => cursor::fits_graphql(card, input),
        RouteKind::Rest => card.rest.ok_or_else(undescribed).and_then(|spec| rest::suits(spec, card, input)),
        RouteKind::Cli => card.cli.ok_or_else(undescribed).and_then(|spec| cli::suits(spec, card, input)),
    };
    suits.map_err(Unsuitable::limit)
}

/// Whether there are inputs that GraphQL cannot express: by a rule of the card, or because a list has cursors of other
/// routes.
pub(crate) fn depends_on_input(card: &Card) -> bool {
    let has_rule = card.suitability.iter().any(|rule| rule.route == RouteKind::Graphql);
    has_rule || card.max_page_size.is_some() && !card.fallbacks.is_empty()
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
