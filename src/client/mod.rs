//! The [`Client`]: a GitHub host, a credential, and the limits for requests.
//!
//! ```no_run
//! use ghx::Client;
//!
//! let gh = Client::from_env()?;                       // reads GH_TOKEN or GITHUB_TOKEN, and GH_HOST, like `gh`
//! let server = Client::builder().host("ghe.example.com").token("ghp_…").build()?;
//! # Ok::<(), ghx::Error>(())
//! ```

mod accepted_hosts;
mod builder;
mod cooldown;
mod credentials;
mod endpoint;
mod env;
#[cfg(any(feature = "rest", feature = "gh"))]
mod etags;
pub mod events;
#[cfg(feature = "gh")]
pub(crate) mod gh;
mod host;
mod max_batch;
mod pace;
mod request;
pub mod route;
#[cfg(feature = "gh")]
mod stored_token;
#[cfg(test)]
mod tests;
mod token;
pub mod transport;
mod write_size;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, Uri};
#[cfg(feature = "gh")]
use secrecy::SecretString;

use self::credentials::Credentials;
#[cfg(feature = "gh")]
use self::route::GhCheck;
use self::route::RoutePolicy;
use self::transport::Transport;
use crate::Error;
use crate::display::redact::Secrets;

pub(crate) use self::accepted_hosts::AcceptedHosts;
pub use self::builder::ClientBuilder;
pub(crate) use self::cooldown::{Bucket, Cooldown};
#[cfg(any(feature = "rest", feature = "gh"))]
pub(crate) use self::etags::EtagCache;
#[cfg(feature = "gh")]
pub use self::gh::Gh;
pub use self::host::Host;
pub use self::max_batch::MaxBatch;
pub use self::pace::Pace;
pub(crate) use self::pace::{Pacer, min_duration};
pub(crate) use self::request::SendError;
pub use self::token::{Token, TokenProvider};
pub(crate) use self::write_size::WriteSize;

/// A connection to one GitHub host with one credential.
///
/// Clones are cheap and share the connection pool, the cached token and the state of rate limits. The token never appears
/// in `Debug` output, errors or logs.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

struct Inner {
    host: Host,
    accepted_hosts: AcceptedHosts,
    settings: Settings,
    credentials: Credentials,
    headers: HeaderMap,
    transport: Arc<dyn Transport>,
    cooldown: Cooldown,
    pacer: Pacer,
    write_size: WriteSize,
    secrets: Secrets,
    #[cfg(any(feature = "rest", feature = "gh"))]
    etags: EtagCache,
    #[cfg(feature = "gh")]
    gh: Option<Gh>,
    #[cfg(feature = "gh")]
    gh_check: GhCheck,
}

/// The settings of a client that the engine uses.
#[derive(Debug)]
pub(crate) struct Settings {
    /// The URL for GraphQL requests.
    pub graphql_url: Uri,
    /// The root of the REST API, with a slash at the end.
    #[cfg_attr(not(any(feature = "rest", feature = "gh")), allow(dead_code, reason = "no route uses it"))]
    pub rest_url: Uri,
    /// How long a request may take, including the response.
    pub timeout: Duration,
    /// How many root fields a request may have.
    pub max_batch: MaxBatch,
    /// How long a run may wait for rate limits in total.
    pub max_wait: Duration,
    /// The routes that may be used.
    pub routes: RoutePolicy,
}

#[cfg(feature = "gh")]
impl Settings {
    /// Whether both URLs are the default ones of the host.
    fn has_default_urls(&self, host: &Host) -> bool {
        self.graphql_url.to_string() == host.graphql_url() && self.rest_url.to_string() == host.rest_url()
    }
}

impl Client {
    /// A client configured from the environment variables of `gh`: see [`ClientBuilder::from_env`].
    pub fn from_env() -> Result<Self, Error> {
        ClientBuilder::from_env().build()
    }

    /// A client for github.com with this token.
    pub fn new(token: impl Into<String>) -> Result<Self, Error> {
        Self::builder().token(token).build()
    }

    /// A builder for a client with other settings.
    pub fn builder() -> ClientBuilder {
        ClientBuilder::new()
    }

    /// The host that the token is for.
    pub fn host(&self) -> &Host {
        &self.inner.host
    }

    /// The hosts whose web URLs are accepted in inputs; the first is the client's own. A URL on any other host is refused
    /// before anything is sent.
    ///
    /// Usually this is the [`host`](Self::host) alone. If the API is on this machine, the hosts in the URLs of a sandbox are
    /// accepted as well. If the API URL is on another host and no host was set, it is that other host.
    pub fn web_hosts(&self) -> &[String] {
        self.inner.accepted_hosts.hosts()
    }

    /// Whether web URLs on this host (`ghe.example.com:8443`) are accepted in inputs.
    pub fn has_web_host(&self, host: &str) -> bool {
        self.inner.accepted_hosts.contains(host)
    }

    pub(crate) fn accepted_hosts(&self) -> &AcceptedHosts {
        &self.inner.accepted_hosts
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.inner.settings
    }

    /// The `gh` program for the CLI route; `None` if it would call another API than this client.
    #[cfg(feature = "gh")]
    pub(crate) fn gh(&self) -> Option<&Gh> {
        self.inner.gh.as_ref()
    }

    /// The cached result of checking `gh`.
    #[cfg(feature = "gh")]
    pub(crate) fn gh_check(&self) -> &GhCheck {
        &self.inner.gh_check
    }

    /// Checks that there is a token. This may call the token provider, but sends nothing to GitHub.
    pub(crate) async fn check_token(&self) -> Result<(), Error> {
        self.inner.credentials.get().await.map(drop)
    }

    /// The token that the caller set; `None` if `gh` uses its own, or there is none.
    #[cfg(feature = "gh")]
    pub(crate) async fn own_token(&self) -> Result<Option<SecretString>, Error> {
        self.inner.credentials.set_by_caller().await
    }

    pub(crate) fn cooldown(&self) -> &Cooldown {
        &self.inner.cooldown
    }

    /// Spaces out writes.
    pub(crate) fn pacer(&self) -> &Pacer {
        &self.inner.pacer
    }

    /// The size limit for requests that write.
    pub(crate) fn write_size(&self) -> &WriteSize {
        &self.inner.write_size
    }

    /// The text without the tokens that this client has sent.
    pub(crate) fn redact(&self, text: &str) -> String {
        self.inner.secrets.redact(text)
    }

    /// The cache of REST responses, which GitHub revalidates.
    #[cfg(any(feature = "rest", feature = "gh"))]
    pub(crate) fn etags(&self) -> &EtagCache {
        &self.inner.etags
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.inner;
        f.debug_struct("Client").field("host", &inner.host).field("settings", &inner.settings).finish_non_exhaustive()
    }
}
