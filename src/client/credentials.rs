//! The token for the next request.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use http::HeaderValue;
#[cfg(feature = "gh")]
use secrecy::SecretString;
use tokio::sync::Mutex;

use super::token::{Token, TokenProvider, authorization};
use crate::Error;
use crate::error::Phase;

/// A token that expires within this time is replaced before it is used: clocks differ, and requests take time.
const EXPIRY_MARGIN: Duration = Duration::from_secs(60);

/// The token for the next request: a fixed one, or the latest one of a provider.
pub(super) enum Credentials {
    Fixed(HeaderValue),
    Provided(Provided),
    /// There is none; the error says how to set one.
    Missing(Error),
}

/// Where a provided token comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A provider of the caller.
    Caller,
    /// The stored token of the `gh` program.
    #[cfg(feature = "gh")]
    Gh,
}

/// The `authorization` header of a request.
#[derive(Clone)]
pub(super) struct Credential {
    pub(super) header: HeaderValue,
    /// The call of the provider that returned it.
    round: u64,
}

pub(super) struct Provided {
    provider: Box<dyn TokenProvider>,
    origin: Origin,
    /// How long the provider may take.
    timeout: Duration,
    /// How often the provider has returned.
    rounds: AtomicU64,
    /// Locked while the provider is called, so that one request calls it and the others wait for its result.
    latest: Mutex<Latest>,
}

#[derive(Default)]
struct Latest {
    credential: Option<Credential>,
    expires_at: Option<SystemTime>,
    /// The error of the last call, if it failed.
    failure: Option<Error>,
}

impl Credentials {
    pub(super) fn provided(provider: Box<dyn TokenProvider>, origin: Origin, timeout: Duration) -> Self {
        let (rounds, latest) = (AtomicU64::new(0), Mutex::default());
        Self::Provided(Provided { provider, origin, timeout, rounds, latest })
    }

    /// The token that the caller set, directly or by a provider; `None` if `gh` uses its own, or there is none.
    #[cfg(feature = "gh")]
    pub(super) async fn set_by_caller(&self) -> Result<Option<SecretString>, Error> {
        let is_set = match self {
            Self::Fixed(_) => true,
            Self::Provided(provided) => provided.origin == Origin::Caller,
            Self::Missing(_) => false,
        };
        if !is_set {
            return Ok(None);
        }
        let header = self.get().await?.header;
        let secret = header.to_str().ok().and_then(|header| header.strip_prefix("Bearer "));
        Ok(secret.map(SecretString::from))
    }

    /// A credential for a request.
    pub(super) async fn get(&self) -> Result<Credential, Error> {
        match self {
            Self::Fixed(header) => Ok(Credential { header: header.clone(), round: 0 }),
            Self::Provided(provided) => provided.get(None).await,
            Self::Missing(error) => Err(error.clone()),
        }
    }

    /// Another credential after GitHub refused this one; `None` if there is no other.
    pub(super) async fn renew(&self, refused: &Credential) -> Result<Option<Credential>, Error> {
        match self {
            Self::Fixed(_) | Self::Missing(_) => Ok(None),
            Self::Provided(provided) => provided.get(Some(refused)).await.map(Some),
        }
    }
}

impl Provided {
    async fn get(&self, refused: Option<&Credential>) -> Result<Credential, Error> {
        let before = self.rounds.load(Ordering::Acquire);
        let mut latest = self.latest.lock().await;
        if let Some(credential) = latest.usable(refused) {
            return Ok(credential.clone());
        }
        let waited = self.rounds.load(Ordering::Acquire) != before;
        if let Some(failure) = latest.failure.as_ref().filter(|_| waited) {
            return Err(failure.clone());
        }
        let result = self.call_provider().await;
        let round = self.rounds.fetch_add(1, Ordering::AcqRel) + 1;
        latest.store(round, result)
    }

    async fn call_provider(&self) -> Result<(HeaderValue, Token), Error> {
        let token = match tokio::time::timeout(self.timeout, self.provider.token()).await {
            Ok(Ok(token)) => token,
            #[cfg(feature = "gh")]
            Ok(Err(error)) if self.origin == Origin::Gh => return Err(error),
            Ok(Err(error)) => return Err(self.failed(error.message()).with_source(error)),
            Err(_) => return Err(self.failed(&format!("it returned no token within {:?}", self.timeout))),
        };
        let header =
            authorization("the returned token", token.secret()).map_err(|error| self.failed(error.message()))?;
        Ok((header, token))
    }

    fn failed(&self, why: &str) -> Error {
        let who = match self.origin {
            Origin::Caller => "the token provider",
            #[cfg(feature = "gh")]
            Origin::Gh => "`gh auth token`",
        };
        Error::auth(format!("{who} failed: {why}")).in_phase(Phase::NotSent)
    }
}

impl Latest {
    /// The cached token, unless it is about to expire or is the one that was refused.
    fn usable(&self, refused: Option<&Credential>) -> Option<&Credential> {
        let expires_soon = |at: SystemTime| at <= SystemTime::now() + EXPIRY_MARGIN;
        let credential = self.credential.as_ref().filter(|_| !self.expires_at.is_some_and(expires_soon))?;
        refused.is_none_or(|refused| refused.round != credential.round).then_some(credential)
    }

    fn store(&mut self, round: u64, result: Result<(HeaderValue, Token), Error>) -> Result<Credential, Error> {
        match result {
            Ok((header, token)) => {
                let credential = Credential { header, round };
                *self = Self { credential: Some(credential.clone()), expires_at: token.expires_at(), failure: None };
                Ok(credential)
            }
            Err(error) => {
                *self = Self { failure: Some(error.clone()), ..Self::default() };
                Err(error)
            }
        }
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fixed(_) => "Fixed(…)",
            Self::Provided(_) => "Provided(…)",
            Self::Missing(_) => "Missing",
        })
    }
}
