//! The default transport: HTTP with reqwest.

use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::uri::Scheme;
use http::{Request, Response, Uri};
use reqwest::redirect;

use super::classify::from_reqwest;
use super::resolve::LoopbackResolver;
use super::{BoxFuture, Transport, TransportError, is_local, tls};
use crate::error::Cause;

/// The maximum size of a response: more than GitHub ever sends for a GraphQL request.
const MAX_RESPONSE: usize = 64 * 1024 * 1024;

/// Idle connections are closed after this time, well before GitHub does: a write on a connection that GitHub closes would
/// have an unknown outcome.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// HTTP/1.1 and HTTP/2 with a connection pool, and TLS with the certificates that the system trusts.
///
/// - Proxies: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in upper or lower case, apply as in `gh`. This machine
///   (`localhost`, `*.localhost`, 127.0.0.0/8, `::1`) is always reached directly and without DNS, so that a token that is
///   sent to it without TLS never leaves it.
/// - Redirects are returned, not followed, so that the token is only sent to its own host.
/// - Requests are only repeated if the protocol says that they were not processed.
/// - A response over 64 MiB is an error. Each error has its [`Cause`](crate::error::Cause), if known.
/// - TLS is rustls with ring, and no provider is installed for the process. A bot that uses reqwest itself without a TLS
///   feature has to install one (`rustls::crypto::CryptoProvider::install_default`).
///
/// It needs a tokio runtime with time and I/O enabled.
pub struct HttpTransport {
    connect_timeout: Duration,
    /// One for each [`Target`], created when first needed.
    clients: [OnceLock<reqwest::Client>; 3],
}

/// The kind of host of a request, which decides on proxies, DNS and TLS.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    /// This machine without TLS. Certificates are not needed and need not exist.
    Plain,
    /// This machine with TLS.
    Loopback,
    /// Anywhere else.
    Outside,
}

impl Target {
    fn of(uri: &Uri) -> Self {
        match uri.host().is_some_and(is_local) {
            true if uri.scheme() == Some(&Scheme::HTTP) => Self::Plain,
            true => Self::Loopback,
            false => Self::Outside,
        }
    }
}

impl HttpTransport {
    /// A transport with this timeout for connecting, which includes DNS, TCP, proxy and TLS. It does not connect until the
    /// first request.
    pub fn new(connect_timeout: Duration) -> Self {
        Self { connect_timeout, clients: [const { OnceLock::new() }; 3] }
    }

    fn client(&self, target: Target) -> Result<&reqwest::Client, TransportError> {
        let cell = &self.clients[target as usize];
        if let Some(client) = cell.get() {
            return Ok(client);
        }
        let client = self.build(target)?;
        Ok(cell.get_or_init(|| client))
    }

    /// reqwest repeats a request only if HTTP/2 says that it was not processed (`GOAWAY` with an earlier stream as the last
    /// one, `REFUSED_STREAM`; at most twice), and hyper only if a pooled connection was closed before any byte was written.
    /// Both are safe for writes, so the defaults are kept.
    fn build(&self, target: Target) -> Result<reqwest::Client, TransportError> {
        let tls = if target == Target::Plain { tls::unused() } else { tls::with_system_certificates() };
        let mut builder = reqwest::Client::builder()
            .tls_backend_preconfigured(tls.map_err(TransportError::not_sent)?)
            .redirect(redirect::Policy::none())
            .connect_timeout(self.connect_timeout)
            .pool_idle_timeout(IDLE_TIMEOUT);
        if target != Target::Outside {
            builder = builder.no_proxy().dns_resolver(LoopbackResolver);
        }
        builder.build().map_err(TransportError::not_sent)
    }

    async fn exchange(&self, request: Request<Bytes>) -> Result<Response<Bytes>, TransportError> {
        let client = self.client(Target::of(request.uri()))?;
        let request = reqwest::Request::try_from(request).map_err(from_reqwest)?;
        collect(client.execute(request).await.map_err(from_reqwest)?).await
    }
}

impl Transport for HttpTransport {
    fn send(
        &self,
        request: Request<Bytes>,
        deadline: Duration,
    ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        Box::pin(async move {
            match tokio::time::timeout(deadline, self.exchange(request)).await {
                Ok(result) => result,
                Err(_) => Err(TransportError::timed_out(format!("no complete response within {deadline:?}"))),
            }
        })
    }
}

/// The response with its whole body, decompressed.
async fn collect(mut response: reqwest::Response) -> Result<Response<Bytes>, TransportError> {
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(from_reqwest)? {
        // Counted after decompression, so that a small response cannot grow without bound.
        if chunk.len() > MAX_RESPONSE - body.len() {
            let detail = format!("more than {} MiB", MAX_RESPONSE / 1024 / 1024);
            return Err(TransportError::no_answer(detail.clone()).because(Cause::TooLarge).with_detail(Some(detail)));
        }
        body.extend_from_slice(&chunk);
    }
    let mut collected = Response::new(body.freeze());
    *collected.status_mut() = response.status();
    *collected.version_mut() = response.version();
    *collected.headers_mut() = std::mem::take(response.headers_mut());
    Ok(collected)
}

impl fmt::Debug for HttpTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpTransport").field("connect_timeout", &self.connect_timeout).finish_non_exhaustive()
    }
}
