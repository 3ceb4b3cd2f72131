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
mod host;
mod max_batch;
mod post;
#[cfg(test)]
mod tests;
mod token;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, Uri};

use self::credentials::Credentials;
use crate::Error;
use crate::transport::Transport;

pub use self::builder::ClientBuilder;
pub(crate) use self::cooldown::Cooldown;
pub use self::host::Host;
pub use self::max_batch::MaxBatch;
pub(crate) use self::post::PostError;
pub use self::token::{Token, TokenProvider};

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
    settings: Settings,
    credentials: Credentials,
    headers: HeaderMap,
    transport: Arc<dyn Transport>,
    cooldown: Cooldown,
}

/// What the engine needs to know about a client.
#[derive(Debug)]
pub(crate) struct Settings {
    /// Where GraphQL is posted to.
    pub graphql_url: Uri,
    /// The root of the REST API, with a slash at its end.
    #[allow(dead_code, reason = "read by the REST route only")]
    pub rest_url: Uri,
    /// How long a request may take, answer included.
    pub timeout: Duration,
    /// How many root fields a request may hold.
    pub max_batch: MaxBatch,
    /// How long a run may wait for rate limits in total.
    pub max_wait: Duration,
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

    pub(crate) fn settings(&self) -> &Settings {
        &self.inner.settings
    }

    pub(crate) fn cooldown(&self) -> &Cooldown {
        &self.inner.cooldown
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = &*self.inner;
        f.debug_struct("Client").field("host", &inner.host).field("settings", &inner.settings).finish_non_exhaustive()
    }
}
