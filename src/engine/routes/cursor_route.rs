//! The route that a cursor was made on.
//!
//! GraphQL has its own cursors. Those of the other routes start with the name of the route and a colon, which a cursor of
//! GitHub never does. So a cursor of another route is recognised and never sent.

use serde_json::{Map, Value};

use crate::card::route::CliRoute;
use crate::card::{Card, RouteKind};

pub(super) const REST: &str = "rest:";
pub(super) const CLI: &str = "cli:";

/// The route that a cursor was made on.
pub(crate) fn route_of(cursor: &str) -> RouteKind {
    let cursor = cursor.trim();
    if cursor.starts_with(REST) {
        RouteKind::Rest
    } else if cursor.starts_with(CLI) {
        RouteKind::Cli
    } else {
        RouteKind::Graphql
    }
}

/// Checks that a cursor belongs to a route. The error says which route it belongs to.
pub(crate) fn check(name: &str, cursor: &str, route: RouteKind) -> Result<(), String> {
    match route_of(cursor) {
        own if own == route => Ok(()),
        other => Err(format!("`{name}` is a cursor for the {other} route")),
    }
}

/// The inputs that take cursors of REST or `gh`. Only a route with pages has cursors.
pub(crate) fn cursors(card: &Card) -> impl Iterator<Item = &'static str> + use<> {
    let calls = card.rest.into_iter().flat_map(|route| route.calls);
    let of_rest = calls.filter_map(|call| call.page?.inputs).map(|(_, cursor)| cursor);
    let of_cli = match card.cli {
        Some(CliRoute::Command(command)) => command.page.map(|page| page.cursor),
        Some(CliRoute::Api) | None => None,
    };
    of_rest.chain(of_cli)
}

/// Checks that the cursors of an input belong to GraphQL.
pub(crate) fn fits_graphql(card: &Card, input: &Map<String, Value>) -> Result<(), String> {
    for name in cursors(card) {
        if let Some(cursor) = input.get(name).and_then(Value::as_str) {
            check(name, cursor, RouteKind::Graphql)?;
        }
    }
    Ok(())
}
