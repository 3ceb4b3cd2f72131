//! One request with the credential.

use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use http::header::AUTHORIZATION;
use http::{Method, Request, Response, StatusCode};
use tokio::time::Instant;

use super::Client;
use super::credentials::Credential;
use crate::transport::TransportError;
use crate::{Error, error::Phase};

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum PostError {
    /// It was stopped: there is no token to ask with, or the run is over. The phase says how far it came.
    Stopped(Error),
    /// The transport has no answer.
    Transport(TransportError),
}

impl Client {
    /// POSTs a GraphQL body with the credential; answers of any status are Ok.
    ///
    /// A 401 comes before execution, so a credential that can be renewed is, and the body is sent once more. `sent` counts
    /// the requests that may have reached GitHub, also while one is under way.
    pub(crate) async fn post_graphql(&self, body: Bytes, sent: &AtomicUsize) -> Result<Response<Bytes>, PostError> {
        let credentials = &self.inner.credentials;
        let credential = credentials.get().await.map_err(PostError::Stopped)?;
        let answer = self.post(&credential, body.clone(), sent).await?;
        if answer.status() != StatusCode::UNAUTHORIZED {
            return Ok(answer);
        }
        let renewed = credentials.renew(&credential).await;
        match renewed.map_err(|error| PostError::Stopped(error.in_phase(Phase::Refused)))? {
            Some(credential) => self.post(&credential, body, sent).await,
            None => Ok(answer),
        }
    }

    async fn post(
        &self,
        credential: &Credential,
        body: Bytes,
        sent: &AtomicUsize,
    ) -> Result<Response<Bytes>, PostError> {
        let settings = self.settings();
        let mut request = Request::new(body);
        *request.method_mut() = Method::POST;
        *request.uri_mut() = settings.graphql_url.clone();
        *request.headers_mut() = self.inner.headers.clone();
        request.headers_mut().insert(AUTHORIZATION, credential.header.clone());
        let start = Instant::now();
        sent.fetch_add(1, Ordering::Relaxed);
        let result = self.inner.transport.send(request, settings.timeout).await;
        if result.as_ref().is_err_and(|error| !error.was_sent()) {
            sent.fetch_sub(1, Ordering::Relaxed);
        }
        self.log(&result, start);
        result.map_err(PostError::Transport)
    }

    /// Says what was asked and what came, but no header and no body: they hold secrets and other people's text.
    fn log(&self, result: &Result<Response<Bytes>, TransportError>, start: Instant) {
        let (url, elapsed) = (&self.settings().graphql_url, start.elapsed());
        let (host, path) = (url.host().unwrap_or_default(), url.path());
        match result {
            Ok(answer) => {
                let id = answer.headers().get("x-github-request-id").and_then(|id| id.to_str().ok());
                let status = answer.status().as_u16();
                tracing::debug!(method = "POST", host, path, status, ?elapsed, request_id = id, "answered");
            }
            Err(error) => tracing::debug!(method = "POST", host, path, ?elapsed, %error, "not answered"),
        }
    }
}
