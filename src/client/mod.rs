//! Who asks GitHub, and where: host, credential, limits.
//!
//! ```no_run
//! use ghx::Client;
//!
//! let gh = Client::from_env()?;                       // GH_TOKEN or GITHUB_TOKEN, GH_HOST, as `gh` reads them
//! let server = Client::builder().host("ghe.example.com").token("ghp_…").build()?;
//! # Ok::<(), ghx::Error>(())
//! ```

mod builder;
mod cooldown;
mod credentials;
mod endpoint;
mod env;
mod etags;
pub(crate) mod gh;
mod home;
mod host;
mod max_batch;
mod pace;
mod request;
pub mod route;
mod stored;
#[cfg(test)]
mod tests;
mod token;
pub mod transport;
mod write_size;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, Uri};
use secrecy::SecretString;

use self::credentials::Credentials;
use self::route::{Preflight, RoutePolicy};
use self::transport::Transport;
use crate::Error;
use crate::display::redact::Secrets;

pub use self::builder::ClientBuilder;
pub(crate) use self::cooldown::{Bucket, Cooldown};
pub(crate) use self::etags::Etags;
pub use self::gh::Gh;
pub(crate) use self::home::Home;
pub use self::host::Host;
pub use self::max_batch::MaxBatch;
pub use self::pace::Pace;
pub(crate) use self::pace::{Pacer, least_duration};
pub(crate) use self::request::PostError;
pub use self::token::{Token, TokenProvider};
pub(crate) use self::write_size::WriteSize;

/// A connection to one GitHub host with one credential.
///
/// Clones are cheap and share everything: the pool of connections, the cached token, and what is known about rate limits.
/// Nothing about it shows the token: not `Debug`, not an error, not a log.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

struct Inner {
    host: Host,
    home: Home,
    settings: Settings,
    credentials: Credentials,
    headers: HeaderMap,
    transport: Arc<dyn Transport>,
    cooldown: Cooldown,
    pacer: Pacer,
    write_size: WriteSize,
    secrets: Secrets,
    etags: Etags,
    gh: Option<Gh>,
    preflight: Preflight,
}

/// What the engine needs to know about a client.
#[derive(Debug)]
pub(crate) struct Settings {
    /// Where GraphQL is posted to.
    pub graphql_url: Uri,
    /// The root of the REST API, with a slash at its end.
    pub rest_url: Uri,
    /// How long a request may take, answer included.
    pub timeout: Duration,
    /// How many root fields a request may hold.
    pub max_batch: MaxBatch,
    /// How long a run may wait for rate limits in total.
    pub max_wait: Duration,
    /// Which routes may be taken.
    pub routes: RoutePolicy,
}

impl Settings {
    /// Whether both APIs are where the host has them.
    fn is_at_home(&self, host: &Host) -> bool {
        self.graphql_url.to_string() == host.graphql_url() && self.rest_url.to_string() == host.rest_url()
    }
}

impl Client {
    /// A client from the environment, as `gh` reads it: see [`ClientBuilder::from_env`].
    pub fn from_env() -> Result<Self, Error> {
        ClientBuilder::from_env().build()
    }

    /// A client for github.com with this token.
    pub fn new(token: impl Into<String>) -> Result<Self, Error> {
        Self::builder().token(token).build()
    }

    /// A client with something else than the defaults.
    pub fn builder() -> ClientBuilder {
        ClientBuilder::new()
    }

    /// The host that the token is for.
    pub fn host(&self) -> &Host {
        &self.inner.host
    }

    /// The hosts whose web URLs mean what this client works with; the first is its own. A URL of any other host in an input
    /// is refused before anything is sent.
    ///
    /// Mostly that is the [`host`](Self::host) alone. Where the API is on this machine, it is also what a sandbox there gives
    /// out; where a URL leads to another host and no host was named, it is that other host.
    pub fn web_hosts(&self) -> &[String] {
        self.inner.home.hosts()
    }

    /// Whether web URLs of this host (`ghe.example.com:8443`) mean what this client works with.
    pub fn has_web_host(&self, host: &str) -> bool {
        self.inner.home.has(host)
    }

    pub(crate) fn home(&self) -> &Home {
        &self.inner.home
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.inner.settings
    }

    /// The `gh` program of the CLI route; `None` where it would ask another API than this client does.
    pub(crate) fn gh(&self) -> Option<&Gh> {
        self.inner.gh.as_ref()
    }

    /// What is known about the routes.
    pub(crate) fn preflight(&self) -> &Preflight {
        &self.inner.preflight
    }

    /// Whether there is a token to ask with. It may be asked for, but nothing is sent to GitHub.
    pub(crate) async fn check_token(&self) -> Result<(), Error> {
        self.inner.credentials.get().await.map(drop)
    }

    /// The token that the user gave; `None` where `gh` has its own, or nobody has one.
    pub(crate) async fn own_token(&self) -> Result<Option<SecretString>, Error> {
        self.inner.credentials.given().await
    }

    pub(crate) fn cooldown(&self) -> &Cooldown {
        &self.inner.cooldown
    }

    /// When the next write may be sent.
    pub(crate) fn pacer(&self) -> &Pacer {
        &self.inner.pacer
    }

    /// How much a request that writes may hold.
    pub(crate) fn write_size(&self) -> &WriteSize {
        &self.inner.write_size
    }

    /// A text without the tokens that this client has sent.
    pub(crate) fn redact(&self, text: &str) -> String {
        self.inner.secrets.redact(text)
    }

    /// Answers to REST reads, to be asked whether they still hold.
    pub(crate) fn etags(&self) -> &Etags {
        &self.inner.etags
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.inner;
        f.debug_struct("Client").field("host", &inner.host).field("settings", &inner.settings).finish_non_exhaustive()
    }
}
