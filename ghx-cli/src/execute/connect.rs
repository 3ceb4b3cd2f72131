//! The client that requests are sent with: that of the environment, or of a sandbox.

use ghx::client::{Gh, Pace};
use ghx::plan::PlanOptions;
use ghx::{Client, ClientBuilder, Error, TaskRequest};
use ghx_sandbox::Sandbox;

use crate::args::{Connection, PaceArg};
use crate::environment::Environment;
use crate::repository::{self, Context};

/// What is known before anything is sent.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// The client of the environment; none if a sandbox is to be started.
    pub(crate) client: Option<Client>,
    pub(crate) context: Context,
}

impl Prepared {
    /// The limits of the client, for a plan.
    pub(crate) fn plan_options(&self, connection: &Connection) -> PlanOptions {
        if let Some(client) = &self.client {
            return client.into();
        }
        // A sandbox runs on this machine, where only an explicit pace applies.
        let pace = if connection.pace == PaceArg::Auto { Pace::Off } else { connection.pace.into() };
        PlanOptions::new().max_batch(connection.max_batch.unwrap_or_default()).pace(pace)
    }
}

/// Makes the client, and fills the repository of the directory into the requests that lack one. Nothing is sent.
pub(crate) fn prepare(
    connection: &Connection,
    requests: &mut [TaskRequest],
    environment: &Environment<'_>,
) -> Result<Prepared, Error> {
    if connection.sandbox {
        return Ok(Prepared { client: None, context: repository::missing_on_sandbox(requests) });
    }
    let mut builder = (environment.client)();
    if let Some(host) = &connection.host {
        builder = builder.host(host);
    }
    let client = limited(builder, connection).build()?;
    let context = repository::fill(requests, &client, &environment.directory);
    Ok(Prepared { client: Some(client), context })
}

/// A client, and the sandbox that it is connected to.
#[derive(Debug)]
pub(super) struct Connected {
    pub(super) client: Client,
    /// Stopped when it is dropped.
    _sandbox: Option<Sandbox>,
}

impl Connected {
    pub(super) fn to(client: Client) -> Self {
        Self { client, _sandbox: None }
    }

    /// Starts a sandbox and connects to it.
    pub(super) async fn to_sandbox(connection: &Connection) -> Result<Self, Error> {
        let not_started = |error| Error::unknown(format!("cannot start the sandbox: {error}")).with_source(error);
        let sandbox = Sandbox::start().await.map_err(not_started)?;
        // This is the only way to make `gh` use a host without TLS.
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
