//! The CLI route: the `gh` program, started with an argument array and never through a shell.
//!
//! | file | |
//! |---|---|
//! | [`gh`] | which program, with which variables of the user's |
//! | [`environment`] | what the program gets to see |
//! | [`arguments`] | the argument array |
//! | [`session`], [`process`] | one run of it, bounded in time and output |
//! | [`command`], [`list`] | a command of its own |
//! | [`api`](mod@api) | the calls of the REST route |
//! | [`stderr`] | what it means when it fails |
//! | [`preflight`] | is it there, is it logged in |

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

/// Whether the route can say this input at all. Nothing is started. The error says in words why not.
pub(crate) fn suits(route: &CliRoute, card: &'static Card, input: &Map<String, Value>) -> Result<(), String> {
    match (route, card.rest) {
        (CliRoute::Command(command), _) => command::suits(command, card, input),
        (CliRoute::Api, Some(calls)) => rest::suits(calls, card, input),
        (CliRoute::Api, None) => Err("there are no REST calls that `gh api` could make".to_owned()),
    }
}

/// Runs the route: the output as JSON.
pub(crate) async fn run(work: &RouteCall<'_>, route: &CliRoute) -> Result<Value, Error> {
    match (route, work.card.rest) {
        (CliRoute::Api, Some(calls)) => rest::run_via(work, calls, Via::Gh).await,
        (CliRoute::Command(command), _) => command::run(work, command).await,
        (CliRoute::Api, None) => Err(Error::adapter_unsupported("there are no REST calls that `gh api` could make")),
    }
}
