//! What users of the crate see: start a sandbox, break it, inspect it, stop it.

mod inspect;

use std::{net::SocketAddr, sync::Arc, time::Duration};

pub use self::inspect::{CommentView, IssueView, PullView, RunView, ThreadView};
use crate::{
    engine::{self, Engine, RecordedRequest, RecordedWrite},
    faults::FaultRule,
    graphql,
    http::Server,
    limits::RequestLimits,
    seed::{Seed, SeedError},
};

/// A GitHub in memory, on a free loopback port, until it is dropped.
#[derive(Debug)]
pub struct Sandbox {
    pub(crate) engine: Arc<Engine>,
    server: Server,
}

/// The configuration of a new sandbox.
#[derive(Clone, Debug, Default)]
#[must_use = "a builder does nothing until it is started"]
pub struct SandboxBuilder {
    seed: Option<Seed>,
    port: u16,
    strict_tokens: bool,
    hourly: Option<u32>,
    request_limits: RequestLimits,
    faults: Vec<FaultRule>,
}

/// Why a sandbox cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The seed cannot be used.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// The port is not available.
    #[error("cannot listen on the loopback port")]
    Listen(#[from] std::io::Error),
    /// The embedded schema is not valid, which means that the files in `schema/` are broken.
    #[error("the embedded schema is not valid: {0}")]
    Schema(String),
}

impl Sandbox {
    /// The token of the standard seed's viewer. Tokens that the seed does not list act for the viewer as well.
    pub const TOKEN: &'static str = "sandbox-octocat";

    /// Starts a sandbox with the standard seed on a free port.
    pub async fn start() -> Result<Self, Error> {
        Self::builder().start().await
    }

    /// Configures a sandbox before it starts.
    pub fn builder() -> SandboxBuilder {
        SandboxBuilder::default()
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// The root of the REST API, `http://127.0.0.1:PORT`. As `http_proxy`, it connects the real `gh` to this server, with
    /// `GH_HOST=github.localhost`.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.server.address)
    }

    /// The GraphQL endpoint.
    pub fn graphql_url(&self) -> String {
        format!("{}/graphql", self.base_url())
    }

    /// Arms a fault for the next requests that it affects. A fault of mutations, such as [`Fault::TooQuickly`], lets queries
    /// pass.
    ///
    /// [`Fault::TooQuickly`]: crate::Fault::TooQuickly
    pub fn inject(&self, rule: impl Into<FaultRule>) {
        self.engine.faults().arm(rule.into());
    }

    /// Disarms all faults.
    pub fn disarm(&self) {
        self.engine.faults().clear();
    }

    /// Every HTTP request so far, in the order of arrival.
    pub fn requests(&self) -> Vec<RecordedRequest> {
        self.engine.record().requests.clone()
    }

    /// Every write that was executed, in the order of execution within a request.
    pub fn writes(&self) -> Vec<RecordedWrite> {
        self.engine.record().writes.clone()
    }

    /// Clears the recorded requests and writes.
    pub fn clear_record(&self) {
        self.engine.record().clear();
    }

    /// Sets how many points a token has used of its budget: `graphql` or `core`.
    pub fn use_points(&self, token: &str, resource: Resource, used: u32) {
        self.engine.limits().rate(token, resource.name()).used = used;
    }

    /// Sets the limits, from the next request on.
    pub fn set_request_limits(&self, limits: RequestLimits) {
        *self.engine.request_limits() = limits;
    }

    /// Advances the clock: for the pace of writes, for [`Fault::ReadDelay`](crate::Fault::ReadDelay), and for the dates of
    /// later writes. Budgets of points keep the real time, since clients compare `x-ratelimit-reset` with their own
    /// clock.
    pub fn advance(&self, time: Duration) {
        self.engine.advance(time);
    }

    /// Closes every connection and waits until they are closed.
    pub async fn stop(self) {
        self.server.stop().await;
    }
}

/// The budgets of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// GraphQL.
    Graphql,
    /// REST.
    Core,
}

impl Resource {
    fn name(self) -> &'static str {
        match self {
            Self::Graphql => "graphql",
            Self::Core => "core",
        }
    }
}

impl SandboxBuilder {
    /// Sets the seed; without one, [`Seed::standard`] is used.
    pub fn seed(mut self, seed: Seed) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Listens on this loopback port instead of a free one.
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// Refuses tokens that the seed does not list with 401, as GitHub does.
    pub fn strict_tokens(mut self) -> Self {
        self.strict_tokens = true;
        self
    }

    /// Gives each token this many points an hour instead of GitHub's 5,000.
    pub fn points_per_hour(mut self, points: u32) -> Self {
        self.hourly = Some(points);
        self
    }

    /// Sets the limits for nodes, seconds and the pace of writes; without them, [`RequestLimits::default`] is used.
    pub fn request_limits(mut self, limits: RequestLimits) -> Self {
        self.request_limits = limits;
        self
    }

    /// Arms a fault from the start.
    pub fn fault(mut self, rule: impl Into<FaultRule>) -> Self {
        self.faults.push(rule.into());
        self
    }

    /// Starts on the current tokio runtime.
    pub async fn start(self) -> Result<Sandbox, Error> {
        graphql::pinned().map_err(|why| Error::Schema(why.to_owned()))?;
        let seed = match self.seed {
            Some(seed) => seed,
            None => Seed::standard()?,
        };
        let engine = Arc::new(Engine::new(&seed, self.strict_tokens, self.hourly, self.request_limits)?);
        for rule in self.faults {
            engine.faults().arm(rule);
        }
        let server = engine::start(Arc::clone(&engine), self.port).await?;
        Ok(Sandbox { engine, server })
    }
}
