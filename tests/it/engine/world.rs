//! A sandbox and a client that talks to it.

use std::time::Duration;

use ghx::client::MaxBatch;
use ghx::{Client, ClientBuilder, Repo};
use ghx_sandbox::{RecordedWrite, Sandbox};

pub(crate) struct World {
    pub(crate) sandbox: Sandbox,
    pub(crate) gh: Client,
}

impl World {
    pub(crate) async fn start() -> Self {
        Self::of(Sandbox::start().await.unwrap(), |builder| builder)
    }

    pub(crate) fn of(sandbox: Sandbox, change: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Self {
        let builder = Client::builder().token(Sandbox::TOKEN).graphql_url(&sandbox.graphql_url());
        let gh = change(builder.max_batch(MaxBatch::default()).timeout(Duration::from_secs(20))).build().unwrap();
        Self { sandbox, gh }
    }

    /// How many requests the sandbox has seen.
    pub(crate) fn calls(&self) -> usize {
        self.sandbox.requests().len()
    }

    /// The names of the writes that were executed.
    pub(crate) fn writes(&self) -> Vec<String> {
        self.sandbox.writes().into_iter().map(|RecordedWrite { name, .. }| name).collect()
    }
}

/// `acme/widgets`.
pub(crate) fn widgets() -> Repo {
    "acme/widgets".parse().unwrap()
}
