//! Calls of every form, against a server that responds as a test wants.

mod choices;
mod each;
mod uploads;

use serde_json::Value;

use super::cards::{card, field};
use super::harness::{CANARY, object};
use crate::card::Card;
use crate::card::route::{Method, Pick, RestCall, RestRoute, Segment, Source, Take};
use crate::client::Client;
use crate::engine::routes::{RouteCall, rest};
use crate::engine::send::{Cancel, Sender};
use crate::error::Phase;

const REPO: [Segment; 4] =
    [Segment::Text("/repos/"), Segment::input("owner"), Segment::Text("/"), Segment::input("name")];

/// `/repos/acme/widgets`, and more.
macro_rules! below {
    ($($segment:expr),* $(,)?) => {
        &[REPO[0], REPO[1], REPO[2], REPO[3], $($segment),*]
    };
}
use below;

/// Runs a card as the router does: only if it suits the input.
async fn run(root: &str, card: &'static Card, input: Value) -> Result<Value, crate::Error> {
    let builder = Client::builder().token(CANARY).rest_url(root).max_wait(std::time::Duration::from_secs(5));
    let client = builder.build().unwrap();
    let sender = Sender::new(&client, Cancel::never());
    let input = object(input);
    let route = card.rest.unwrap();
    let unsuited = |why| crate::Error::adapter_unsupported(why).in_phase(Phase::NotSent);
    rest::suits(route, card, &input).map_err(unsuited)?;
    rest::run(&RouteCall { client: &client, card, input: &input, sender: &sender }, route).await
}

/// A refusal of GitHub itself.
const DENIED: &str = r#"{"message": "Must have admin rights.", "documentation_url": "https://docs.github.com"}"#;
const MISSING: &str = r#"{"message": "Not Found", "documentation_url": "https://docs.github.com"}"#;
