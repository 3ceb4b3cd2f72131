//! A request and its answer: over HTTP or by `gh api`, with redirects followed and reads repeated.

use std::time::SystemTime;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, IF_NONE_MATCH, USER_AGENT};
use http::{HeaderName, HeaderValue, Request, Response, StatusCode, Uri};
use tracing::debug;
use url::Url;

use super::moved::{former_name, moved_to};
use super::request::Prepared;
use super::verdict::{Asked, limit, moved};
use crate::card::route::Method;
use crate::client::transport::is_local;
use crate::client::{Bucket, Client, SendError};
use crate::engine::routes::RouteCall;
use crate::engine::routes::cli;
use crate::engine::routes::retry::should_retry;
use crate::engine::send::{RequestProfile, Sender, WriteLoad};
use crate::error::Phase;
use crate::response::{ErrorText, as_reported};
use crate::{Error, ErrorCode};

/// The version of the API that the cards were checked against.
pub(crate) const API_VERSION: (&str, &str) = ("x-github-api-version", "2022-11-28");

/// GitHub redirects once or twice; more is a circle.
const MAX_REDIRECTS: usize = 5;

/// What carries the requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Via {
    /// The client's transport.
    Http,
    /// `gh api`, a process for each.
    Gh,
}

/// Sends the requests of a route.
#[derive(Debug)]
pub(super) struct Exchange<'a> {
    client: &'a Client,
    sender: &'a Sender<'a>,
    via: Via,
    root: Url,
    /// Whether a write creates content.
    creates: bool,
}

/// Where a request goes next.
struct Hop {
    url: Url,
    /// Whether it is not GitHub any more, so that the token stays here.
    is_bare: bool,
}

impl<'a> Exchange<'a> {
    pub(super) fn new(work: &RouteCall<'a>, via: Via) -> Result<Self, Error> {
        let (client, sender) = (work.client, work.sender);
        let root = match via {
            Via::Http => client.settings().rest_url.to_string(),
            Via::Gh => client.host().rest_url(),
        };
        let root = Url::parse(&root).map_err(|_| Error::validation(format!("`{root}` is not a URL")))?;
        Ok(Self { client, sender, via, root, creates: work.card.creates })
    }

    /// The answer to a request, which is a success. Reads are asked again where GitHub fails; writes never are.
    pub(super) async fn ask(&self, prepared: &Prepared, asked: &Asked<'_>) -> Result<Response<Bytes>, Error> {
        let mut attempt = 0;
        loop {
            let error = match self.once(prepared, asked).await {
                Ok(answer) => return Ok(answer),
                Err(error) if asked.writes() => {
                    self.wait_for_cooldown(&error);
                    return Err(as_reported(error, true));
                }
                Err(error) => error,
            };
            attempt += 1;
            if !should_retry(self.sender, &error, attempt).await {
                return Err(as_reported(error, false));
            }
            debug!(attempt, "asking again");
        }
    }

    /// A limit that comes as a validation error is one on the credential like any other.
    fn wait_for_cooldown(&self, error: &Error) {
        let wait = error.retry_at().and_then(|at| at.duration_since(SystemTime::now()).ok());
        if let Some(wait) = wait.filter(|_| error.code() == ErrorCode::RateLimit) {
            self.sender.note_field_limit(wait);
        }
    }

    async fn once(&self, prepared: &Prepared, asked: &Asked<'_>) -> Result<Response<Bytes>, Error> {
        let mut hop = Hop { url: self.url(prepared)?, is_bare: false };
        let mut renamed: Option<String> = None;
        for _ in 0..=MAX_REDIRECTS {
            let answer = self.send(prepared, asked, &hop).await?;
            if answer.status().is_success() {
                if let Some(former) = &renamed {
                    self.sender.warn_of_rename(former, moved_to(answer.body()).as_deref());
                }
                return asked.check_success(&answer).map(|()| answer);
            }
            hop = match moved(&answer) {
                Some(location) => {
                    let next = self.follow(&hop, location, &answer, asked)?;
                    renamed = renamed.or_else(|| self.renamed(&hop, &next, &answer));
                    if let Some(former) = &renamed {
                        self.sender.warn_of_rename(former, None);
                    }
                    next
                }
                None if hop.is_bare => return Err(elsewhere(&answer)),
                None => return Err(asked.refusal(&answer)),
            };
        }
        Err(Error::server(format!("GitHub redirects in a circle, at {}", hop.url.path())).in_phase(Phase::Refused))
    }

    fn url(&self, prepared: &Prepared) -> Result<Url, Error> {
        let text = format!("{}{}", self.root, prepared.target());
        Url::parse(&text).map_err(|_| Error::validation(format!("`{text}` is not a URL")))
    }

    /// Where a redirect leads. The token goes only to the API that it is for, and a write is only sent again where the
    /// redirect says that nothing was done.
    fn follow(&self, hop: &Hop, location: &str, answer: &Response<Bytes>, asked: &Asked<'_>) -> Result<Hop, Error> {
        let refuse = |why: &str| {
            let status = answer.status().as_u16();
            let phase = if asked.writes() { Phase::MayBeApplied } else { Phase::Refused };
            Err(Error::server(format!("HTTP {status}: {why}")).in_phase(phase))
        };
        let Ok(mut url) = hop.url.join(location) else { return refuse("the redirect leads to no URL") };
        url.set_fragment(None);
        let is_home = url.origin() == self.root.origin() && !hop.is_bare;
        if asked.writes() {
            if is_home && says_that_it_moved(answer) {
                return Ok(Hop { url, is_bare: false });
            }
            return refuse("a redirect of a write is not followed");
        }
        let is_safe = url.scheme() == "https" || url.scheme() == "http" && url.host_str().is_some_and(is_local);
        if is_home || is_safe {
            return Ok(Hop { is_bare: !is_home, url });
        }
        refuse("the redirect leads to a place without TLS")
    }

    /// The repository whose former name a redirect tells: the rest of the path stays the same. A redirect to another place in
    /// the API is that of a single thing which has moved.
    fn renamed(&self, from: &Hop, to: &Hop, answer: &Response<Bytes>) -> Option<String> {
        if to.is_bare || answer.status() == StatusCode::FOUND {
            return None;
        }
        let below = |url: &Url| url.path().strip_prefix(self.root.path()).map(ToOwned::to_owned);
        former_name(&below(&from.url)?, &below(&to.url)?)
    }

    async fn send(&self, prepared: &Prepared, asked: &Asked<'_>, hop: &Hop) -> Result<Response<Bytes>, Error> {
        let mut request = self.request(prepared, hop)?;
        let key = (self.via == Via::Http && prepared.method == Method::Get && !hop.is_bare)
            .then(|| format!("{} {}", prepared.accept, hop.url));
        let kept = key.as_ref().and_then(|key| self.client.etags().get(key));
        if let Some(kept) = &kept {
            request.headers_mut().insert(IF_NONE_MATCH, kept.etag().clone());
        }
        // Elsewhere, a 403 is no rate limit of GitHub's.
        let writes = asked.writes();
        let judged = |answer: Response<Bytes>| match limit(&answer, writes).filter(|_| !hop.is_bare) {
            Some(limit) => Err(limit),
            None => Ok(answer),
        };
        let load = WriteLoad { creates: usize::from(self.creates), units: 0 };
        let profile = RequestProfile { bucket: Some(Bucket::Rest), writes: writes.then_some(load) };
        let answer = self.sender.send(profile, || self.try_once(&request, hop.is_bare), judged).await?;
        match (key, kept) {
            (_, Some(kept)) if answer.status() == StatusCode::NOT_MODIFIED => Ok(kept.refreshed_by(answer)),
            (Some(key), _) => {
                self.client.etags().put(key, &answer);
                Ok(answer)
            }
            (None, _) => Ok(answer),
        }
    }

    async fn try_once(&self, request: &Request<Bytes>, is_bare: bool) -> Result<Response<Bytes>, SendError> {
        let counter = self.sender.counter();
        match self.via {
            _ if is_bare => self.client.send_without_token(request, counter).await,
            Via::Http => self.client.send(request, counter).await,
            Via::Gh => cli::api(self.client, &self.root, request, counter).await,
        }
    }

    fn request(&self, prepared: &Prepared, hop: &Hop) -> Result<Request<Bytes>, Error> {
        let no_url = |_| Error::server("a redirect of GitHub's leads to no URL").in_phase(Phase::Refused);
        let uri: Uri = hop.url.as_str().parse().map_err(no_url)?;
        if hop.is_bare {
            let mut request = Request::new(Bytes::new());
            *request.uri_mut() = uri;
            if let Some(agent) = self.client.headers().get(USER_AGENT) {
                request.headers_mut().insert(USER_AGENT, agent.clone());
            }
            return Ok(request);
        }
        let method = match prepared.method {
            Method::Get => http::Method::GET,
            Method::Post => http::Method::POST,
            Method::Put => http::Method::PUT,
            Method::Patch => http::Method::PATCH,
            Method::Delete => http::Method::DELETE,
        };
        let mut request = self.client.request(method, uri, prepared.body.clone().unwrap_or_default());
        let headers = request.headers_mut();
        headers.insert(ACCEPT, HeaderValue::from_static(prepared.accept));
        headers.insert(HeaderName::from_static(API_VERSION.0), HeaderValue::from_static(API_VERSION.1));
        if prepared.body.is_none() {
            headers.remove(CONTENT_TYPE);
        }
        Ok(request)
    }
}

/// Whether a response proves that a write was not executed because its target has moved: a redirect that keeps the method,
/// in GitHub's own words.
fn says_that_it_moved(response: &Response<Bytes>) -> bool {
    let keeps_method = matches!(response.status(), StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT);
    keeps_method && ErrorText::read(response.body()).is_github
}

/// The error of a place that GitHub sent the reader to.
fn elsewhere(answer: &Response<Bytes>) -> Error {
    let status = answer.status().as_u16();
    let message = format!("HTTP {status} from the place that GitHub redirects to");
    match status {
        404 | 410 => Error::not_found(message),
        400..=499 => Error::server(message).in_phase(Phase::Refused),
        _ => Error::server(message),
    }
}
