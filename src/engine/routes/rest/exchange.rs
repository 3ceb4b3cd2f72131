//! A request and its response: over HTTP or by `gh api`, with redirects followed and reads repeated.

use std::time::SystemTime;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, IF_NONE_MATCH, USER_AGENT};
use http::{HeaderName, HeaderValue, Request, Response, StatusCode, Uri};
use tracing::debug;
use url::Url;

use super::moved::moved_to;
use super::redirect::{Destination, Redirect, external_error};
use super::request::PreparedRequest;
use super::verdict::{CallContext, limit};
use crate::card::route::Method;
use crate::client::{Bucket, Client, SendError};
use crate::engine::routes::RouteCall;
#[cfg(feature = "gh")]
use crate::engine::routes::cli;
use crate::engine::routes::retry::should_retry;
use crate::engine::send::{RequestProfile, Sender, WriteLoad};
use crate::error::Phase;
use crate::response::as_reported;
use crate::{Error, ErrorCode};

/// The version of the API that the cards were checked against.
pub(crate) const API_VERSION: (&str, &str) = ("x-github-api-version", "2022-11-28");

/// GitHub redirects once or twice; more is a loop.
const MAX_REDIRECTS: usize = 5;

/// How requests are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Via {
    /// By the transport of the client.
    #[cfg(feature = "rest")]
    Http,
    /// By `gh api`, one process for each request.
    #[cfg(feature = "gh")]
    Gh,
}

impl Via {
    /// The root of the API, with a slash at the end.
    fn root(self, client: &Client) -> String {
        match self {
            #[cfg(feature = "rest")]
            Self::Http => client.settings().rest_url.to_string(),
            #[cfg(feature = "gh")]
            Self::Gh => client.host().rest_url(),
        }
    }

    /// Whether responses are cached. `gh api` sends no conditional requests.
    fn caches(self) -> bool {
        match self {
            #[cfg(feature = "rest")]
            Self::Http => true,
            #[cfg(feature = "gh")]
            Self::Gh => false,
        }
    }
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

impl<'a> Exchange<'a> {
    pub(super) fn new(route_call: &RouteCall<'a>, via: Via) -> Result<Self, Error> {
        let (client, sender) = (route_call.client, route_call.sender);
        let root = via.root(client);
        let root = Url::parse(&root).map_err(|_| Error::validation(format!("`{root}` is not a URL")))?;
        Ok(Self { client, sender, via, root, creates: route_call.card.creates })
    }

    /// The root of the API.
    pub(super) fn root(&self) -> &Url {
        &self.root
    }

    /// Sends a request and returns the response if it is a success. Reads are repeated if GitHub fails; writes never are.
    pub(super) async fn send(
        &self,
        prepared: &PreparedRequest,
        context: &CallContext<'_>,
    ) -> Result<Response<Bytes>, Error> {
        let mut attempt = 0;
        loop {
            let error = match self.follow_redirects(prepared, context).await {
                Ok(response) => return Ok(response),
                Err(error) if context.writes() => {
                    self.note_limit(&error);
                    return Err(as_reported(error, true));
                }
                Err(error) => error,
            };
            attempt += 1;
            if !should_retry(self.sender, &error, attempt).await {
                return Err(as_reported(error, false));
            }
            debug!(attempt, "sending the read again");
        }
    }

    /// Records a rate limit that GitHub reported as a validation error. It holds for the whole credential, like any other.
    fn note_limit(&self, error: &Error) {
        let wait = error.retry_at().and_then(|at| at.duration_since(SystemTime::now()).ok());
        if let Some(wait) = wait.filter(|_| error.code() == ErrorCode::RateLimit) {
            self.sender.note_field_limit(wait);
        }
    }

    async fn follow_redirects(
        &self,
        prepared: &PreparedRequest,
        context: &CallContext<'_>,
    ) -> Result<Response<Bytes>, Error> {
        let mut destination = Destination { url: self.url(prepared)?, is_external: false };
        let mut renamed: Option<String> = None;
        for _ in 0..=MAX_REDIRECTS {
            let response = self.send_to(prepared, context, &destination).await?;
            if response.status().is_success() {
                if let Some(former) = &renamed {
                    self.sender.warn_of_rename(former, moved_to(response.body()).as_deref());
                }
                return context.check_success(&response).map(|()| response);
            }
            if let Some(target) = context.location(&response, &destination.url) {
                return target;
            }
            let Some(redirect) = Redirect::new(&response, &self.root) else {
                let is_external = destination.is_external;
                return Err(if is_external { external_error(&response) } else { context.refusal(&response) });
            };
            let next = redirect.follow(&destination, context.writes())?;
            renamed = renamed.or_else(|| redirect.renamed_repository(&destination, &next));
            if let Some(former) = &renamed {
                self.sender.warn_of_rename(former, None);
            }
            destination = next;
        }
        Err(Error::server(format!("GitHub redirects in a loop at `{}`", destination.url.path()))
            .in_phase(Phase::Refused))
    }

    fn url(&self, prepared: &PreparedRequest) -> Result<Url, Error> {
        prepared.full_url(&self.root).map_err(|text| Error::validation(format!("`{text}` is not a URL")))
    }

    async fn send_to(
        &self,
        prepared: &PreparedRequest,
        context: &CallContext<'_>,
        destination: &Destination,
    ) -> Result<Response<Bytes>, Error> {
        let mut request = self.request(prepared, destination)?;
        let key = (self.via.caches() && prepared.method == Method::Get && !destination.is_external)
            .then(|| format!("{} {}", prepared.accept, destination.url));
        let kept = key.as_ref().and_then(|key| self.client.etags().get(key));
        if let Some(kept) = &kept {
            request.headers_mut().insert(IF_NONE_MATCH, kept.etag().clone());
        }
        // A 403 of another host is not a rate limit of GitHub.
        let writes = context.writes();
        let judged = |response: Response<Bytes>| match limit(&response, writes).filter(|_| !destination.is_external) {
            Some(limit) => Err(limit),
            None => Ok(response),
        };
        let load = WriteLoad { creates: usize::from(self.creates), units: 0 };
        let profile = RequestProfile { bucket: Some(Bucket::Rest), writes: writes.then_some(load) };
        let response = self.sender.send(profile, || self.try_once(&request, destination.is_external), judged).await?;
        match (key, kept) {
            (_, Some(kept)) if response.status() == StatusCode::NOT_MODIFIED => Ok(kept.refreshed_by(response)),
            (Some(key), _) => {
                self.client.etags().put(key, &response);
                Ok(response)
            }
            (None, _) => Ok(response),
        }
    }

    async fn try_once(&self, request: &Request<Bytes>, is_external: bool) -> Result<Response<Bytes>, SendError> {
        let counter = self.sender.counter();
        match self.via {
            _ if is_external => self.client.send_without_token(request, counter).await,
            #[cfg(feature = "rest")]
            Via::Http => self.client.send(request, counter).await,
            #[cfg(feature = "gh")]
            Via::Gh => cli::api(self.client, &self.root, request, counter).await,
        }
    }

    fn request(&self, prepared: &PreparedRequest, destination: &Destination) -> Result<Request<Bytes>, Error> {
        let no_url = |_| Error::server("the redirect target is not a valid URL").in_phase(Phase::Refused);
        let uri: Uri = destination.url.as_str().parse().map_err(no_url)?;
        if destination.is_external {
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
        if let Some(content_type) = prepared.content_type.as_deref().and_then(|text| HeaderValue::from_str(text).ok()) {
            headers.insert(CONTENT_TYPE, content_type);
        }
        Ok(request)
    }
}
