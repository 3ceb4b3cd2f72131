//! A sandbox for tests that are not async.

use ghx::{Client, ClientBuilder};
use ghx_sandbox::{Sandbox, SandboxBuilder};
use tokio::runtime::{Builder, Runtime};

/// A sandbox on a thread of its own.
pub struct GitHub {
    pub sandbox: Sandbox,
    _runtime: Runtime,
}

impl GitHub {
    pub fn start() -> Self {
        Self::start_with(Sandbox::builder())
    }

    pub fn start_with(builder: SandboxBuilder) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let sandbox = runtime.block_on(builder.start()).unwrap();
        Self { sandbox, _runtime: runtime }
    }

    /// The environment variables that make a `ghx` process use it.
    pub fn variables(&self) -> [(&'static str, String); 2] {
        [("GITHUB_GRAPHQL_URL", self.sandbox.graphql_url()), ("GH_TOKEN", Sandbox::TOKEN.to_owned())]
    }

    /// The builder of a client in this process.
    pub fn client(&self) -> ClientBuilder {
        Client::builder().graphql_url(&self.sandbox.graphql_url()).token(Sandbox::TOKEN)
    }

    pub fn requests(&self) -> usize {
        self.sandbox.requests().len()
    }
}
