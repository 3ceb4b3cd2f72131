//! The ways to run a capability, and how one of them is chosen.
//!
//! A card names its routes in order: GraphQL, REST, the `gh` program. The first that suits the input and can be used is
//! taken; another one is tried if it fails for a reason that another may not have, and for a write only if it surely did
//! nothing. The same input in the same surroundings always takes the same route.
//!
//! | file | |
//! |---|---|
//! | [`spec`] | what a card says about its REST and CLI routes, as constants |
//! | `router` | tries the routes in order |
//! | `policy`, `suit`, `preflight` | may it be taken, can it do what the input asks for, can it be used at all |
//! | `fallback` | whether another route may be tried after an error |
//! | `attempt` | what was tried, and why |
//! | `rest`, `cli` | the two adapters |
//! | `source`, `answers` | the values that they send |
//! | `take`, `check` | what becomes of the answers |
//! | `cursor` | where a page begins |
//! | `again` | when a read is asked again |

mod call_results;
mod cli;
mod cursor;
mod fallback;
mod guard;
mod output;
mod rest;
mod retry;
mod router;
mod suitability;
#[cfg(test)]
mod tests;
mod values;

use serde_json::{Map, Value};

use crate::Error;
use crate::card::{Card, RouteKind};
use crate::client::Client;
use crate::engine::send::Courier;

pub(crate) use router::{Routed, Router, milliseconds};
pub(crate) use suitability::{depends_on_input, suits};

/// Runs the REST or CLI route of a card: the output as JSON.
pub(crate) async fn run_route(work: &Work<'_>, route: RouteKind) -> Result<Value, Error> {
    match (route, work.card.rest, work.card.cli) {
        (RouteKind::Rest, Some(spec), _) => rest::run(work, spec).await,
        (RouteKind::Cli, _, Some(spec)) => cli::run(work, spec).await,
        _ => Err(Error::adapter_unsupported(format!("the card has no {route} route"))),
    }
}

/// What an adapter works on.
pub(crate) struct Work<'a> {
    pub(crate) client: &'a Client,
    pub(crate) card: &'static Card,
    /// As the capability writes it: subjects by number or id, defaults not filled in.
    pub(crate) input: &'a Map<String, Value>,
    pub(crate) courier: &'a Courier<'a>,
}
