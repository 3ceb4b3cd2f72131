//! What a step without a GraphQL route will do.

use serde_json::{Map, Value};

use super::PlannedBeside;
use crate::card::route::{CliRoute, RestCall, RestRoute, Segment, Source};
use crate::card::{Card, RouteKind};
use crate::client::route::RoutePolicy;
use crate::engine::routes::suits;

/// The calls of a step over the first of its routes. `show` writes a value that is not known yet as a reference.
pub(super) fn planned(
    step: usize,
    card: &'static Card,
    input: &Map<String, Value>,
    policy: RoutePolicy,
    show: &dyn Fn(&Value) -> Value,
) -> PlannedBeside {
    let routes: Vec<RouteKind> =
        card.routes().filter(|route| policy.allows(*route) && suits(card, input, *route).is_ok()).collect();
    let text = |value: &Value| match show(value) {
        Value::String(text) => text,
        other => other.to_string(),
    };
    let calls = match (routes.first(), card.rest, card.cli) {
        (Some(RouteKind::Rest), Some(route), _) => rest(route, input, &text),
        (Some(RouteKind::Cli), _, Some(CliRoute::Command(command))) => {
            vec![format!("gh {}", command.command.join(" "))]
        }
        (Some(RouteKind::Cli), Some(route), Some(CliRoute::Api)) => {
            rest(route, input, &text).into_iter().map(|call| format!("gh api {call}")).collect()
        }
        _ => Vec::new(),
    };
    PlannedBeside { step, routes: routes.into_iter().map(RouteKind::as_str).collect(), calls }
}

fn rest(route: &RestRoute, input: &Map<String, Value>, text: &dyn Fn(&Value) -> String) -> Vec<String> {
    let lines = route.calls.iter().flat_map(|call| {
        let elements = match call.each {
            None => vec![None],
            Some(each) => match input.get(each) {
                Some(Value::Array(elements)) => elements.iter().map(Some).collect(),
                given => given.filter(|value| !value.is_null()).into_iter().map(Some).collect(),
            },
        };
        elements.into_iter().map(move |element| line(call, input, element, text))
    });
    lines.collect()
}

fn line(
    call: &RestCall,
    input: &Map<String, Value>,
    element: Option<&Value>,
    text: &dyn Fn(&Value) -> String,
) -> String {
    let piece = |segment: &Segment| match segment {
        Segment::Text(literal) => (*literal).to_owned(),
        Segment::Value(Source::Input(name)) => input.get(*name).map_or_else(|| format!("{{{name}}}"), text),
        Segment::Value(Source::Element) => element.map_or_else(|| "{element}".to_owned(), text),
        Segment::Value(Source::Found { call, path }) => format!("{{{call}.{}}}", path.join(".")),
        Segment::Value(_) => "{value}".to_owned(),
    };
    let path: String = call.path.iter().map(piece).collect();
    format!("{} {path}", call.method.as_str())
}
