//! The CLI adapter.
#![allow(clippy::unused_async, reason = "the adapter will wait for `gh`")]

use secrecy::SecretString;
use serde_json::{Map, Value};

use super::Work;
use super::spec::CliRoute;
use crate::Error;
use crate::card::Card;
use crate::client::{Client, Host};

/// The `gh` program.
#[derive(Clone, Debug, Default)]
pub struct Gh {}

pub(crate) async fn available(_gh: &Gh) -> Result<(), Error> {
    Err(Error::adapter_unsupported("there is no CLI adapter yet"))
}

pub(crate) async fn authenticated(client: &Client, _gh: &Gh) -> Result<(), Error> {
    client.own_token().await.map(drop)
}

pub(crate) async fn stored_token(_gh: &Gh, _host: &Host) -> Result<Option<SecretString>, Error> {
    Ok(None)
}

pub(crate) fn suits(_route: &CliRoute, _card: &Card, _input: &Map<String, Value>) -> Result<(), String> {
    Err("there is no adapter for it yet".to_owned())
}

pub(crate) async fn run(work: &Work<'_>, _route: &CliRoute) -> Result<Value, Error> {
    Err(Error::adapter_unsupported(format!("there is no CLI adapter yet for '{}'", work.card.id)))
}
