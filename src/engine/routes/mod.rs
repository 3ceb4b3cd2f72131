//! Routes: which one a step uses, and how REST and `gh` run it.
//!
//! A card names its routes in order: GraphQL, REST, the `gh` program. The first one that suits the input and is available
//! is used. The next one is tried if it fails for a reason that another route may not have; for a write only if it
//! provably did nothing. The same input in the same environment always uses the same route.
//!
//! | module | |
//! |---|---|
//! | `router` | tries the routes in order |
//! | `suitability` | whether a route can express the input |
//! | `fallback` | whether another route may be tried after an error |
//! | `rest`, `cli` | the two routes besides GraphQL |
//! | `inputs`, `values` | the values that they send |
//! | `call_results`, `walk` | responses, and paths through them |
//! | `output`, `excerpt`, `location` | the output |
//! | `condition` | conditions on inputs, the environment and responses |
//! | `cursor`, `cursor_route` | where a page begins, and on which route |
//! | `retry` | when a read is sent again |
//!
//! Whether a route is allowed and available is a matter of the client: [`crate::client::route`].

#[cfg_attr(not(any(feature = "rest", feature = "gh")), allow(dead_code, reason = "only suitability rules use it then"))]
mod call_results;
#[cfg(feature = "gh")]
mod cli;
#[cfg_attr(not(any(feature = "rest", feature = "gh")), allow(dead_code, reason = "only suitability rules use it then"))]
mod condition;
#[cfg(any(feature = "rest", feature = "gh"))]
mod cursor;
mod cursor_route;
#[cfg(any(feature = "rest", feature = "gh"))]
mod excerpt;
mod fallback;
#[cfg_attr(not(any(feature = "rest", feature = "gh")), allow(dead_code, reason = "only suitability rules use it then"))]
mod inputs;
#[cfg_attr(not(any(feature = "rest", feature = "gh")), allow(dead_code, reason = "only suitability rules use it then"))]
mod location;
#[cfg(any(feature = "rest", feature = "gh"))]
mod output;
#[cfg(any(feature = "rest", feature = "gh"))]
mod rest;
mod retry;
mod router;
mod suitability;
#[cfg(test)]
mod tests;
#[cfg_attr(not(any(feature = "rest", feature = "gh")), allow(dead_code, reason = "only suitability rules use it then"))]
mod values;
#[cfg_attr(not(any(feature = "rest", feature = "gh")), allow(dead_code, reason = "only suitability rules use it then"))]
mod walk;

use serde_json::{Map, Value};

use crate::Error;
#[cfg(feature = "gh")]
use crate::card::route::CliRoute;
use crate::card::{Card, RouteKind};
use crate::client::Client;
use crate::engine::send::Sender;

#[cfg(feature = "rest")]
pub(crate) use rest::{API_VERSION, JSON, limit as rest_limit};
pub(crate) use router::Router;
#[cfg(feature = "json")]
pub(crate) use router::milliseconds;
pub(crate) use suitability::{depends_on_input, suits};

/// The requests or commands of a route, for a plan. `show` renders a value that is known.
#[cfg_attr(not(any(feature = "rest", feature = "gh")), expect(unused_variables, reason = "there is no route to show"))]
pub(crate) fn preview(
    card: &'static Card,
    input: &Map<String, Value>,
    route: RouteKind,
    show: &dyn Fn(&Value) -> String,
) -> Vec<String> {
    match (route, card.rest, card.cli) {
        #[cfg(feature = "rest")]
        (RouteKind::Rest, Some(spec), _) => rest::preview(spec, card, input, show),
        #[cfg(feature = "gh")]
        (RouteKind::Cli, _, Some(CliRoute::Command(command))) => vec![format!("gh {}", command.command.join(" "))],
        #[cfg(feature = "gh")]
        (RouteKind::Cli, Some(spec), Some(CliRoute::Api)) => {
            rest::preview(spec, card, input, show).into_iter().map(|call| format!("gh api {call}")).collect()
        }
        _ => Vec::new(),
    }
}

/// Runs the REST or CLI route of a card: the output as JSON.
pub(crate) async fn run_route(call: &RouteCall<'_>, route: RouteKind) -> Result<Value, Error> {
    match (route, call.card.rest, call.card.cli) {
        #[cfg(feature = "rest")]
        (RouteKind::Rest, Some(spec), _) => rest::run(call, spec).await,
        #[cfg(feature = "gh")]
        (RouteKind::Cli, _, Some(spec)) => cli::run(call, spec).await,
        _ => Err(Error::adapter_unsupported(format!("the card has no {route} route"))),
    }
}

/// What the REST and CLI routes work on.
#[cfg_attr(not(any(feature = "rest", feature = "gh")), allow(dead_code, reason = "there is no route to call"))]
pub(crate) struct RouteCall<'a> {
    pub(crate) client: &'a Client,
    pub(crate) card: &'static Card,
    /// As the capability writes it: subjects by number or id, defaults not filled in.
    pub(crate) input: &'a Map<String, Value>,
    pub(crate) sender: &'a Sender<'a>,
}
