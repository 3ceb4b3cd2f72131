//! The plan of a step that runs outside the batch.

use serde_json::{Map, Value};

use super::UnbatchedStep;
use crate::card::{Card, RouteKind};
use crate::client::route::RoutePolicy;
use crate::engine::routes::{preview, suits};

/// The calls of a step over the first of its routes. `show` writes a value that is not known yet as a reference.
pub(super) fn planned(
    step: usize,
    card: &'static Card,
    input: &Map<String, Value>,
    policy: RoutePolicy,
    show: &dyn Fn(&Value) -> Value,
) -> UnbatchedStep {
    let routes: Vec<RouteKind> =
        card.routes().filter(|route| policy.allows(*route) && suits(card, input, *route).is_ok()).collect();
    let text = |value: &Value| match show(value) {
        Value::String(text) => text,
        other => other.to_string(),
    };
    let calls = routes.first().map(|route| preview(card, input, *route, &text)).unwrap_or_default();
    UnbatchedStep { step, routes: routes.into_iter().map(RouteKind::as_str).collect(), calls }
}
