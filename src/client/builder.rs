//! How a client is made.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::header::{ACCEPT, CONTENT_TYPE, USER_AGENT};
use http::{HeaderMap, HeaderName, HeaderValue};
use secrecy::SecretString;

use super::credentials::{Credentials, Origin};
use super::endpoint;
use super::endpoint::Given;
use super::env::Environment;
use super::stored::StoredToken;
use super::token::{TokenProvider, authorization};
use super::{Client, Cooldown, Gh, Home, Host, Inner, MaxBatch, Pace, Pacer, Settings, WriteSize};
use crate::Error;
use crate::client::Etags;
use crate::client::route::{Preflight, RoutePolicy};
use crate::client::transport::{HttpTransport, Transport, is_local};
use crate::display::redact::Secrets;
use crate::error::Phase;

/// What a [`Client`] is made from. Everything is checked by [`build`](ClientBuilder::build).
#[must_use = "a builder does nothing until it is built"]
pub struct ClientBuilder {
    credential: Option<Source>,
    environment: Option<Environment>,
    host: Option<Given>,
    graphql_url: Option<Given>,
    rest_url: Option<Given>,
    timeout: Duration,
    connect_timeout: Duration,
    max_batch: MaxBatch,
    max_wait: Duration,
    pace: Pace,
    user_agent: String,
    transport: Option<Arc<dyn Transport>>,
    gh: Option<Gh>,
    routes: RoutePolicy,
}

enum Source {
    Fixed(SecretString),
    Provider(Box<dyn TokenProvider>),
}

impl ClientBuilder {
    pub(super) fn new() -> Self {
        Self {
            credential: None,
            environment: None,
            host: None,
            graphql_url: None,
            rest_url: None,
            timeout: Duration::from_secs(30),
            connect_timeout: Duration::from_secs(10),
            max_batch: MaxBatch::default(),
            max_wait: Duration::from_secs(60),
            pace: Pace::default(),
            user_agent: concat!("ghx/", env!("CARGO_PKG_VERSION")).to_owned(),
            transport: None,
            gh: None,
            routes: RoutePolicy::default(),
        }
    }

    /// What is not set here comes from the environment, by the rules of `gh`:
    ///
    /// | variable | |
    /// |---|---|
    /// | `GH_HOST` | the host; github.com otherwise |
    /// | `GH_TOKEN`, `GITHUB_TOKEN` | the token for github.com, `*.ghe.com` and `github.localhost` |
    /// | `GH_ENTERPRISE_TOKEN`, `GITHUB_ENTERPRISE_TOKEN` | the token for any other host; in a codespace also `GITHUB_TOKEN` |
    /// | `GITHUB_GRAPHQL_URL`, `GITHUB_API_URL` | where the API is, instead of where the host has it |
    ///
    /// The first that is set counts, and an empty one is not set. A [`host`](Self::host) that is set here chooses the token
    /// as `GH_HOST` would, and leaves the two URLs aside, which are those of another host; so does a URL that is set here.
    ///
    /// The token goes to one host only: two URLs must lead to the same one, or both to this machine.
    ///
    /// Where none of the token variables is set, the token is the one that `gh` keeps for the host (`gh auth token`). It is
    /// asked for when one is first needed; without one the first call is an [`Auth`](crate::ErrorCode::Auth) error.
    pub fn from_env() -> Self {
        Self::with_environment(Environment::of_process())
    }

    pub(super) fn with_environment(environment: Environment) -> Self {
        Self { environment: Some(environment), ..Self::new() }
    }

    /// Uses this token. White space at its ends is dropped.
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.credential = Some(Source::Fixed(token.into().into()));
        self
    }

    /// Asks for a token when one is needed.
    pub fn token_provider(mut self, provider: impl TokenProvider) -> Self {
        self.credential = Some(Source::Provider(Box::new(provider)));
        self
    }

    /// Uses this [`Host`] instead of github.com.
    pub fn host(mut self, host: &str) -> Self {
        self.host = Some(Given { name: "host", text: host.to_owned() });
        self
    }

    /// Posts GraphQL to this URL. Unless [`rest_url`](Self::rest_url) is set as well, REST is looked for beside it; if it is,
    /// both must lead to one host.
    pub fn graphql_url(mut self, url: &str) -> Self {
        self.graphql_url = Some(Given { name: "graphql_url", text: url.to_owned() });
        self
    }

    /// Uses this URL as the root of the REST API. Unless [`graphql_url`](Self::graphql_url) is set as well, GraphQL is
    /// looked for beside it.
    pub fn rest_url(mut self, url: &str) -> Self {
        self.rest_url = Some(Given { name: "rest_url", text: url.to_owned() });
        self
    }

    /// Gives each request this long in total, answer included; 30 seconds unless set.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Gives up connecting after this time; 10 seconds unless set, and never more than three quarters of
    /// [`timeout`](Self::timeout). A [`transport`](Self::transport) of your own does not see it.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// Puts at most so many steps into one request: a number, or [`MaxBatch::Unlimited`]; 50 unless set.
    pub fn max_batch(mut self, limit: impl Into<MaxBatch>) -> Self {
        self.max_batch = limit.into();
        self
    }

    /// Waits at most this long for rate limits in one run; 60 seconds unless set.
    pub fn max_wait(mut self, wait: Duration) -> Self {
        self.max_wait = wait;
        self
    }

    /// Spaces out requests that write as GitHub asks, or does not; [`Pace::Auto`] unless set.
    pub fn pace(mut self, pace: Pace) -> Self {
        self.pace = pace;
        self
    }

    /// Says this to GitHub as the name of the program; `ghx/VERSION` unless set.
    pub fn user_agent(mut self, name: &str) -> Self {
        name.clone_into(&mut self.user_agent);
        self
    }

    /// Sends requests with this instead of an [`HttpTransport`].
    pub fn transport(mut self, transport: impl Transport) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// Uses this `gh` program for the CLI route, and the token that it keeps where none is given here. Unless set, `gh` is
    /// looked for as its extensions do (`GH_PATH`, then `PATH`), and is left aside where a URL leads elsewhere than the host
    /// has its API: it would ask the host.
    pub fn gh(mut self, gh: Gh) -> Self {
        self.gh = Some(gh);
        self
    }

    /// Takes only these routes; those of each card unless set.
    pub fn routes(mut self, routes: RoutePolicy) -> Self {
        self.routes = routes;
        self
    }

    /// Checks everything, and makes the client. Nothing is sent.
    pub fn build(mut self) -> Result<Client, Error> {
        let headers = headers(&self.user_agent)?;
        let (host, settings) = self.place()?;
        let is_chosen = self.gh.is_some();
        if is_chosen {
            endpoint::check_gh(&host, &settings.graphql_url)?;
        }
        let gh = self.gh.take().or_else(|| settings.is_at_home(&host).then(Gh::default));
        let credentials = self.credentials(&host, gh.as_ref(), is_chosen)?;
        let transport = self.transport.take().unwrap_or_else(|| Arc::new(HttpTransport::new(self.connecting())));
        let pacer = Pacer::new(self.pace, settings.graphql_url.host().is_some_and(is_local));
        Ok(Client {
            inner: Arc::new(Inner {
                home: Home::new(&host, &settings.graphql_url),
                host,
                settings,
                credentials,
                headers,
                transport,
                cooldown: Cooldown::default(),
                pacer,
                write_size: WriteSize::default(),
                secrets: Secrets::default(),
                etags: Etags::default(),
                gh,
                preflight: Preflight::default(),
            }),
        })
    }

    fn place(&self) -> Result<(Host, Settings), Error> {
        self.check_limits()?;
        let environment = self.environment.as_ref();
        let chosen = self.host.as_ref().or(environment.and_then(|env| env.host.as_ref()));
        // URLs in the environment go with the host in the environment, and with each other.
        let is_placed = self.host.is_some() || self.graphql_url.is_some() || self.rest_url.is_some();
        let place = environment.filter(|_| !is_placed);
        let graphql = self.graphql_url.as_ref().or(place.and_then(|env| env.graphql_url.as_ref()));
        let rest = self.rest_url.as_ref().or(place.and_then(|env| env.rest_url.as_ref()));
        let host = match chosen {
            Some(given) => named_host(given, [graphql, rest])?,
            None => Host::github(),
        };
        let urls = endpoint::endpoints(&host, graphql, rest)?;
        let Self { timeout, max_batch, max_wait, routes, .. } = *self;
        Ok((host, Settings { graphql_url: urls.graphql, rest_url: urls.rest, timeout, max_batch, max_wait, routes }))
    }

    fn check_limits(&self) -> Result<(), Error> {
        if self.max_batch.limit() == 0 {
            return Err(Error::validation("`max_batch` is 0 (write 1 or more, or `MaxBatch::Unlimited`)"));
        }
        for (name, time) in [("timeout", self.timeout), ("connect_timeout", self.connect_timeout)] {
            if time.is_zero() {
                return Err(Error::validation(format!("`{name}` is 0 (write how long a request may take)")));
            }
        }
        Ok(())
    }

    fn credentials(&mut self, host: &Host, gh: Option<&Gh>, is_chosen: bool) -> Result<Credentials, Error> {
        let missing = match (self.credential.take(), &self.environment) {
            (Some(Source::Fixed(secret)), _) => return Ok(Credentials::Fixed(authorization("`token`", &secret)?)),
            (Some(Source::Provider(provider)), _) => {
                return Ok(Credentials::provided(provider, Origin::Caller, self.timeout));
            }
            (None, Some(environment)) => match environment.token(host) {
                Ok(variable) => {
                    let header = authorization(&format!("`{}`", variable.name), &variable.secret)?;
                    return Ok(Credentials::Fixed(header));
                }
                Err(missing) => missing,
            },
            (None, None) if is_chosen => no_token(),
            (None, None) => return Err(no_token()),
        };
        Ok(match gh {
            Some(gh) => {
                let stored = StoredToken { gh: gh.clone(), host: host.clone(), missing };
                Credentials::provided(Box::new(stored), Origin::Gh, self.timeout)
            }
            None => Credentials::Missing(missing),
        })
    }

    /// Less than the total, so that a deadline that passes while connecting is known to be one: nothing was sent then.
    fn connecting(&self) -> Duration {
        self.connect_timeout.min(self.timeout / 4 * 3)
    }
}

fn no_token() -> Error {
    let how = "set `token`, `token_provider` or `gh`, or start with `ClientBuilder::from_env()`";
    Error::auth(format!("no token: {how}")).in_phase(Phase::NotSent)
}

fn named_host(given: &Given, urls: [Option<&Given>; 2]) -> Result<Host, Error> {
    let host: Host =
        given.text.parse().map_err(|error: Error| given.wrong(&format!("is wrong: {}", error.message())))?;
    for url in urls {
        endpoint::check_host(given, &host, url)?;
    }
    Ok(host)
}

/// What every request says besides the token.
fn headers(user_agent: &str) -> Result<HeaderMap, Error> {
    let visible = !user_agent.trim().is_empty() && user_agent.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let agent = HeaderValue::from_str(user_agent).ok().filter(|_| visible);
    let agent = agent.ok_or_else(|| {
        Error::validation("`user_agent` cannot be sent (write one line of ASCII, such as `my-bot/1.0`)")
    })?;
    Ok(HeaderMap::from_iter([
        (USER_AGENT, agent),
        (CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (ACCEPT, HeaderValue::from_static("application/vnd.github+json")),
        // Node ids in the new format, also from repositories that are older than it.
        (HeaderName::from_static("x-github-next-global-id"), HeaderValue::from_static("1")),
    ]))
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("timeout", &self.timeout)
            .field("connect_timeout", &self.connect_timeout)
            .field("max_batch", &self.max_batch)
            .field("max_wait", &self.max_wait)
            .field("pace", &self.pace)
            .field("user_agent", &self.user_agent)
            .finish_non_exhaustive()
    }
}
