//! The GitHub that is asked.

use ghx::client::{Gh, Pace};
use ghx::plan::PlanOptions;
use ghx::{Client, ClientBuilder, Error, TaskRequest};
use ghx_sandbox::Sandbox;

use crate::args::{Connection, PaceArg};
use crate::repository::{self, Context};
use crate::world::World;

/// What is known before anything is started.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// The client of the environment; none where a sandbox is to be started.
    pub(crate) client: Option<Client>,
    pub(crate) context: Context,
}

impl Prepared {
    /// What a plan depends on: the limits of the client.
    pub(crate) fn plan_options(&self, connection: &Connection) -> PlanOptions {
        if let Some(client) = &self.client {
            return client.into();
        }
        // A sandbox is on this machine, where only an explicit pace applies.
        let pace = if connection.pace == PaceArg::Auto { Pace::Off } else { connection.pace.into() };
        PlanOptions::new().max_batch(connection.max_batch.unwrap_or_default()).pace(pace)
    }
}

/// Makes the client, and fills the repository of the folder into the requests that lack one. Nothing is sent.
pub(crate) fn prepare(
    connection: &Connection,
    requests: &mut [TaskRequest],
    world: &World<'_>,
) -> Result<Prepared, Error> {
    if connection.sandbox {
        return Ok(Prepared { client: None, context: repository::not_on_a_sandbox(requests) });
    }
    let mut builder = (world.client)();
    if let Some(host) = &connection.host {
        builder = builder.host(host);
    }
    let client = limited(builder, connection).build()?;
    let context = repository::fill(requests, &client, &world.directory);
    Ok(Prepared { client: Some(client), context })
}

/// A client, and the sandbox that it asks.
#[derive(Debug)]
pub(crate) struct Connected {
    pub(crate) client: Client,
    /// Ends when it is dropped.
    _sandbox: Option<Sandbox>,
}

impl Connected {
    pub(crate) fn to(client: Client) -> Self {
        Self { client, _sandbox: None }
    }

    /// A client of a sandbox of its own.
    pub(crate) async fn to_sandbox(connection: &Connection) -> Result<Self, Error> {
        let not_started = |error| Error::unknown(format!("the sandbox does not start: {error}")).with_source(error);
        let sandbox = Sandbox::start().await.map_err(not_started)?;
        // `gh` knows no other way to a GitHub without TLS.
        let gh = Gh::new().variable("http_proxy", sandbox.base_url()).variable("no_proxy", "");
        let builder = Client::builder().host("github.localhost").gh(gh).graphql_url(&sandbox.graphql_url());
        let builder = builder.token(Sandbox::TOKEN);
        let client = limited(builder, connection).build()?;
        Ok(Self { client, _sandbox: Some(sandbox) })
    }
}

fn limited(mut builder: ClientBuilder, connection: &Connection) -> ClientBuilder {
    if let Some(limit) = connection.max_batch {
        builder = builder.max_batch(limit);
    }
    if let Some(wait) = connection.max_wait {
        builder = builder.max_wait(wait);
    }
    if let Some(timeout) = connection.timeout {
        builder = builder.timeout(timeout);
    }
    builder.pace(connection.pace.into())
}
