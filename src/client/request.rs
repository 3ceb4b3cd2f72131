//! Sends single requests with the credential.

use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use http::header::AUTHORIZATION;
use http::{HeaderMap, Method, Request, Response, StatusCode, Uri};
use tokio::time::Instant;

use super::credentials::Credential;
use super::{Client, events};
use crate::Error;
use crate::client::transport::TransportError;
use crate::error::Phase;
use crate::response::{ErrorText, Evidence, nothing_ran};

/// Why there is no response.
#[derive(Debug)]
pub(crate) enum SendError {
    /// There is no token, or the run was cancelled. The phase of the error says whether the request was sent.
    Stopped(Error),
    /// The transport failed.
    Transport(TransportError),
}

impl Client {
    /// POSTs a GraphQL body with the credential. A response with any status is `Ok`.
    pub(crate) async fn post_graphql(&self, body: Bytes, sent: &AtomicUsize) -> Result<Response<Bytes>, SendError> {
        self.send(&self.request(Method::POST, self.settings().graphql_url.clone(), body), sent).await
    }

    /// A request with the headers of every request, except for the token.
    pub(crate) fn request(&self, method: Method, uri: Uri, body: Bytes) -> Request<Bytes> {
        let mut request = Request::new(body);
        *request.method_mut() = method;
        *request.uri_mut() = uri;
        self.headers().clone_into(request.headers_mut());
        request
    }

    pub(crate) fn headers(&self) -> &HeaderMap {
        &self.inner.headers
    }

    /// Sends a request with the credential. It must be for the host of the credential. A response with any status is `Ok`.
    ///
    /// GitHub responds with 401 before execution. If the credential can be renewed, the request is sent once more. `sent`
    /// counts the requests that may have reached GitHub, including those in flight.
    pub(crate) async fn send(
        &self,
        request: &Request<Bytes>,
        sent: &AtomicUsize,
    ) -> Result<Response<Bytes>, SendError> {
        let credentials = &self.inner.credentials;
        let credential = credentials.get().await.map_err(SendError::Stopped)?;
        let response = self.send_once(request.clone(), Some(&credential), sent).await?;
        if !is_unauthorized(&response) {
            return Ok(response);
        }
        let renewed = credentials.renew(&credential).await;
        match renewed.map_err(|error| SendError::Stopped(error.in_phase(Phase::Refused)))? {
            Some(credential) => self.send_once(request.clone(), Some(&credential), sent).await,
            None => Ok(response),
        }
    }

    /// Sends a request without the credential, for redirects to other hosts.
    #[cfg(any(feature = "rest", feature = "gh"))]
    pub(crate) async fn send_without_token(
        &self,
        request: &Request<Bytes>,
        sent: &AtomicUsize,
    ) -> Result<Response<Bytes>, SendError> {
        self.send_once(request.clone(), None, sent).await
    }

    async fn send_once(
        &self,
        mut request: Request<Bytes>,
        credential: Option<&Credential>,
        sent: &AtomicUsize,
    ) -> Result<Response<Bytes>, SendError> {
        request.headers_mut().remove(AUTHORIZATION);
        if let Some(credential) = credential {
            self.inner.secrets.remember(&credential.header);
            request.headers_mut().insert(AUTHORIZATION, credential.header.clone());
        }
        let (method, uri) = (request.method().clone(), request.uri().clone());
        let start = Instant::now();
        sent.fetch_add(1, Ordering::Relaxed);
        let result = self.inner.transport.send(request, self.settings().timeout).await;
        if result.as_ref().is_err_and(|error| !error.was_sent()) {
            sent.fetch_sub(1, Ordering::Relaxed);
        }
        if let Ok(response) = &result {
            self.pacer().observe(response.headers());
        }
        self.log(&method, &uri, &result, start);
        result.map_err(|error| SendError::Transport(error.with_destination(&uri)))
    }

    /// Logs the request and the status, but no headers, query or body: they contain secrets and user data.
    fn log(&self, method: &Method, url: &Uri, result: &Result<Response<Bytes>, TransportError>, start: Instant) {
        let (method, host, path) = (method.as_str(), url.host().unwrap_or_default(), url.path());
        let elapsed = start.elapsed();
        match result {
            Ok(response) => {
                let id = response.headers().get("x-github-request-id").and_then(|id| id.to_str().ok());
                let (id, status) = (id.map(|id| self.redact(id)), response.status().as_u16());
                tracing::debug!(
                    event = events::RESPONSE,
                    method,
                    host,
                    path,
                    status,
                    ?elapsed,
                    request_id = id,
                    "response"
                );
            }
            Err(error) => tracing::debug!(method, host, path, ?elapsed, %error, "no response"),
        }
    }
}

/// Whether GitHub itself refused the token. A proxy may respond with 401 as well, even after GitHub has executed the
/// request.
fn is_unauthorized(response: &Response<Bytes>) -> bool {
    let is_github = ErrorText::read(response.body()).is_github;
    let status = response.status().as_u16();
    response.status() == StatusCode::UNAUTHORIZED && nothing_ran(Evidence::Status { status, is_github })
}
