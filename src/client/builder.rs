//! The builder of a [`Client`].

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::header::{ACCEPT, CONTENT_TYPE, USER_AGENT};
use http::{HeaderMap, HeaderName, HeaderValue};
use secrecy::SecretString;

#[cfg(feature = "gh")]
use super::Gh;
use super::credentials::{Credentials, Origin};
use super::endpoint;
use super::endpoint::SettingValue;
use super::env::Environment;
#[cfg(feature = "gh")]
use super::stored_token::StoredToken;
use super::token::{TokenProvider, authorization};
use super::{AcceptedHosts, Client, Cooldown, Host, Inner, MaxBatch, Pace, Pacer, Settings, WriteSize};
use crate::Error;
#[cfg(any(feature = "rest", feature = "gh"))]
use crate::client::EtagCache;
#[cfg(feature = "gh")]
use crate::client::route::GhCheck;
use crate::client::route::RoutePolicy;
use crate::client::transport::{HttpTransport, Transport, is_local};
use crate::display::redact::Secrets;
use crate::error::Phase;

/// Builds a [`Client`]. [`build`](ClientBuilder::build) checks all settings.
#[must_use = "a builder does nothing until it is built"]
pub struct ClientBuilder {
    credential: Option<TokenSource>,
    environment: Option<Environment>,
    host: Option<SettingValue>,
    graphql_url: Option<SettingValue>,
    rest_url: Option<SettingValue>,
    timeout: Duration,
    connect_timeout: Duration,
    max_batch: MaxBatch,
    max_wait: Duration,
    pace: Pace,
    user_agent: String,
    transport: Option<Arc<dyn Transport>>,
    #[cfg(feature = "gh")]
    gh: Option<Gh>,
    routes: RoutePolicy,
}

enum TokenSource {
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
            #[cfg(feature = "gh")]
            gh: None,
            routes: RoutePolicy::default(),
        }
    }

    /// Takes what is not set here from the environment, by the rules of `gh`:
    ///
    /// | variable | |
    /// |---|---|
    /// | `GH_HOST` | the host; github.com otherwise |
    /// | `GH_TOKEN`, `GITHUB_TOKEN` | the token for github.com, `*.ghe.com` and `github.localhost` |
    /// | `GH_ENTERPRISE_TOKEN`, `GITHUB_ENTERPRISE_TOKEN` | the token for any other host; in a codespace also `GITHUB_TOKEN` |
    /// | `GITHUB_GRAPHQL_URL`, `GITHUB_API_URL` | the URLs of the API, instead of the default ones of the host |
    ///
    /// The first variable that is set is used, and an empty one counts as not set. A [`host`](Self::host) that is set here
    /// selects the token like `GH_HOST`. If the host or a URL is set here, the two URL variables are ignored, because they
    /// may belong to another host.
    ///
    /// The token is only sent to one host: both URLs must be on the same host, or both on this machine.
    ///
    /// If none of the token variables is set, the client uses the token that `gh` has stored for the host (`gh auth token`).
    /// It is read when it is first needed; if there is none, the first call is an [`Auth`](crate::ErrorCode::Auth) error.
    pub fn from_env() -> Self {
        Self::with_environment(Environment::of_process())
    }

    pub(super) fn with_environment(environment: Environment) -> Self {
        Self { environment: Some(environment), ..Self::new() }
    }

    /// Uses this token. White space around it is removed.
    pub fn token(mut self, token: impl Into<String>) -> Self {
        self.credential = Some(TokenSource::Fixed(token.into().into()));
        self
    }

    /// Gets tokens from this provider when they are needed.
    pub fn token_provider(mut self, provider: impl TokenProvider) -> Self {
        self.credential = Some(TokenSource::Provider(Box::new(provider)));
        self
    }

    /// Uses this [`Host`] instead of github.com.
    pub fn host(mut self, host: &str) -> Self {
        self.host = Some(SettingValue { name: "host", text: host.to_owned() });
        self
    }

    /// Sends GraphQL requests to this URL. Unless [`rest_url`](Self::rest_url) is set as well, the URL of the REST API is
    /// derived from it. Both must be on the same host.
    pub fn graphql_url(mut self, url: &str) -> Self {
        self.graphql_url = Some(SettingValue { name: "graphql_url", text: url.to_owned() });
        self
    }

    /// Uses this URL as the root of the REST API. Unless [`graphql_url`](Self::graphql_url) is set as well, the URL for
    /// GraphQL is derived from it.
    pub fn rest_url(mut self, url: &str) -> Self {
        self.rest_url = Some(SettingValue { name: "rest_url", text: url.to_owned() });
        self
    }

    /// Sets the timeout for each request, including its response; 30 seconds by default.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the timeout for connecting; 10 seconds by default, and never more than three quarters of
    /// [`timeout`](Self::timeout). It has no effect on a custom [`transport`](Self::transport).
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// Sets the maximum number of steps per request: a number, or [`MaxBatch::Unlimited`]; 50 by default.
    pub fn max_batch(mut self, limit: impl Into<MaxBatch>) -> Self {
        self.max_batch = limit.into();
        self
    }

    /// Sets how long one run may wait for rate limits in total; 60 seconds by default.
    pub fn max_wait(mut self, wait: Duration) -> Self {
        self.max_wait = wait;
        self
    }

    /// Sets whether requests that write are spaced out as GitHub asks; [`Pace::Auto`] by default.
    pub fn pace(mut self, pace: Pace) -> Self {
        self.pace = pace;
        self
    }

    /// Sets the `User-Agent` header; `ghx/VERSION` by default.
    pub fn user_agent(mut self, name: &str) -> Self {
        name.clone_into(&mut self.user_agent);
        self
    }

    /// Sends requests with this transport instead of an [`HttpTransport`].
    pub fn transport(mut self, transport: impl Transport) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// Uses this `gh` program for the CLI route, and its stored token if no token is set here. By default, `gh` is searched
    /// for like its extensions do (`GH_PATH`, then `PATH`). It is not used if a URL is not the default one of the host,
    /// because `gh` would call the host itself.
    #[cfg(feature = "gh")]
    pub fn gh(mut self, gh: Gh) -> Self {
        self.gh = Some(gh);
        self
    }

    /// Restricts the routes; by default, those of each card are used.
    pub fn routes(mut self, routes: RoutePolicy) -> Self {
        self.routes = routes;
        self
    }

    /// Checks all settings and builds the client. Nothing is sent.
    pub fn build(mut self) -> Result<Client, Error> {
        let headers = headers(&self.user_agent)?;
        let (host, settings) = self.host_and_settings()?;
        #[cfg(feature = "gh")]
        let has_gh = self.choose_gh(&host, &settings)?;
        #[cfg(not(feature = "gh"))]
        let has_gh = false;
        let credentials = self.credentials(&host, has_gh)?;
        let transport =
            self.transport.take().unwrap_or_else(|| Arc::new(HttpTransport::new(self.effective_connect_timeout())));
        let pacer = Pacer::new(self.pace, settings.graphql_url.host().is_some_and(is_local));
        Ok(Client {
            inner: Arc::new(Inner {
                accepted_hosts: AcceptedHosts::new(&host, &settings.graphql_url),
                host,
                settings,
                credentials,
                headers,
                transport,
                cooldown: Cooldown::default(),
                pacer,
                write_size: WriteSize::default(),
                secrets: Secrets::default(),
                #[cfg(any(feature = "rest", feature = "gh"))]
                etags: EtagCache::default(),
                #[cfg(feature = "gh")]
                gh: self.gh,
                #[cfg(feature = "gh")]
                gh_check: GhCheck::default(),
            }),
        })
    }

    /// Sets the `gh` that is used, if any. Returns whether the caller has set one.
    #[cfg(feature = "gh")]
    fn choose_gh(&mut self, host: &Host, settings: &Settings) -> Result<bool, Error> {
        if self.gh.is_some() {
            return endpoint::check_gh(host, &settings.graphql_url).map(|()| true);
        }
        self.gh = settings.has_default_urls(host).then(Gh::default);
        Ok(false)
    }

    fn host_and_settings(&self) -> Result<(Host, Settings), Error> {
        self.check_limits()?;
        let environment = self.environment.as_ref();
        let chosen = self.host.as_ref().or(environment.and_then(|env| env.host.as_ref()));
        // URLs in the environment belong to the host in the environment, and to each other.
        let is_set_here = self.host.is_some() || self.graphql_url.is_some() || self.rest_url.is_some();
        let url_variables = environment.filter(|_| !is_set_here);
        let graphql = self.graphql_url.as_ref().or(url_variables.and_then(|env| env.graphql_url.as_ref()));
        let rest = self.rest_url.as_ref().or(url_variables.and_then(|env| env.rest_url.as_ref()));
        let host = match chosen {
            Some(given) => parse_host(given, [graphql, rest])?,
            None => Host::github(),
        };
        let urls = endpoint::endpoints(&host, graphql, rest)?;
        let Self { timeout, max_batch, max_wait, routes, .. } = *self;
        Ok((host, Settings { graphql_url: urls.graphql, rest_url: urls.rest, timeout, max_batch, max_wait, routes }))
    }

    fn check_limits(&self) -> Result<(), Error> {
        if self.max_batch.limit() == 0 {
            return Err(Error::validation("`max_batch` must be at least 1, or `MaxBatch::Unlimited`"));
        }
        for (name, time) in [("timeout", self.timeout), ("connect_timeout", self.connect_timeout)] {
            if time.is_zero() {
                return Err(Error::validation(format!("`{name}` must be longer than 0 seconds")));
            }
        }
        Ok(())
    }

    fn credentials(&mut self, host: &Host, has_gh: bool) -> Result<Credentials, Error> {
        let missing = match (self.credential.take(), &self.environment) {
            (Some(TokenSource::Fixed(secret)), _) => return Ok(Credentials::Fixed(authorization("`token`", &secret)?)),
            (Some(TokenSource::Provider(provider)), _) => {
                return Ok(Credentials::provided(provider, Origin::Caller, self.timeout));
            }
            (None, Some(environment)) => match environment.token(host) {
                Ok(variable) => {
                    let header = authorization(&format!("`{}`", variable.name), &variable.secret)?;
                    return Ok(Credentials::Fixed(header));
                }
                Err(missing) => missing,
            },
            (None, None) if has_gh => no_token(),
            (None, None) => return Err(no_token()),
        };
        #[cfg(feature = "gh")]
        if let Some(gh) = self.gh.clone() {
            let stored = StoredToken { gh, host: host.clone(), missing };
            return Ok(Credentials::provided(Box::new(stored), Origin::Gh, self.timeout));
        }
        Ok(Credentials::Missing(missing))
    }

    /// Shorter than the total timeout, so that a timeout while connecting is recognised as such: nothing was sent yet.
    fn effective_connect_timeout(&self) -> Duration {
        self.connect_timeout.min(self.timeout / 4 * 3)
    }
}

fn no_token() -> Error {
    let settings =
        if cfg!(feature = "gh") { "`token`, `token_provider` or `gh`" } else { "`token` or `token_provider`" };
    Error::auth(format!("no token: set {settings}, or use `ClientBuilder::from_env()`")).in_phase(Phase::NotSent)
}

fn parse_host(given: &SettingValue, urls: [Option<&SettingValue>; 2]) -> Result<Host, Error> {
    let host: Host =
        given.text.parse().map_err(|error: Error| given.error(&format!("is invalid: {}", error.message())))?;
    for url in urls {
        endpoint::check_host(given, &host, url)?;
    }
    Ok(host)
}

/// The headers of every request, except for the token.
fn headers(user_agent: &str) -> Result<HeaderMap, Error> {
    let visible = !user_agent.trim().is_empty() && user_agent.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    let agent = HeaderValue::from_str(user_agent).ok().filter(|_| visible);
    let agent = agent
        .ok_or_else(|| Error::validation("`user_agent` must be one line of printable ASCII, such as `my-bot/1.0`"))?;
    Ok(HeaderMap::from_iter([
        (USER_AGENT, agent),
        (CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (ACCEPT, HeaderValue::from_static("application/vnd.github+json")),
        // Requests node ids in the new format, even for old repositories.
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
