//! The CLI route: the `gh` program, started with an argument array and never through a shell.
//!
//! | file | |
//! |---|---|
//! | [`arguments`] | the argument array |
//! | [`command`], [`list`] | a command of `gh`, and its lists |
//! | [`api`](mod@api) | the calls of the REST route, by `gh api` |
//!
//! Processes and their environment are in [`crate::client::gh`].

mod api;
mod arguments;
mod command;
mod list;

use serde_json::{Map, Value};

pub(crate) use self::api::api;
use super::RouteCall;
use super::rest;
use super::rest::Via;
use crate::Error;
use crate::card::Card;
use crate::card::route::CliRoute;

/// Whether the route can express this input. Nothing is started. The error says why not.
pub(crate) fn suits(route: &CliRoute, card: &'static Card, input: &Map<String, Value>) -> Result<(), String> {
    match (route, card.rest) {
        (CliRoute::Command(command), _) => command::suits(command, card, input),
        (CliRoute::Api, Some(calls)) => rest::suits_gh(calls).and_then(|()| rest::suits(calls, card, input)),
        (CliRoute::Api, None) => Err("the card has no REST calls for `gh api`".to_owned()),
    }
}

/// Runs the route: the output as JSON.
pub(crate) async fn run(call: &RouteCall<'_>, route: &CliRoute) -> Result<Value, Error> {
    match (route, call.card.rest) {
        (CliRoute::Api, Some(calls)) => rest::run_via(call, calls, Via::Gh).await,
        (CliRoute::Command(command), _) => command::run(call, command).await,
        (CliRoute::Api, None) => Err(Error::adapter_unsupported("the card has no REST calls for `gh api`")),
    }
}
