//! HTTP over reqwest.

use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::uri::Scheme;
use http::{Request, Response, Uri};
use reqwest::redirect;

use super::classify::unanswered;
use super::resolve::ThisMachine;
use super::{BoxFuture, Transport, TransportError, is_local, tls};
use crate::error::Cause;

/// More than GitHub ever sends for a GraphQL request, and less than would hurt a bot.
const MAX_ANSWER: usize = 64 * 1024 * 1024;

/// GitHub may close an idle connection at any moment, and a write that meets this has an unknown outcome: connections are
/// given up well before.
const IDLE: Duration = Duration::from_secs(30);

/// HTTP/1.1 and HTTP/2 with a pool of connections, and TLS with the certificates that the system trusts.
///
/// - Proxies: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in upper or lower case, apply as in `gh`. This machine
///   (`localhost`, `*.localhost`, 127.0.0.0/8, `::1`) is always reached directly, and no name server is asked for its names:
///   a token that is sent there without TLS stays here.
/// - Redirects are answers, not followed: the token stays with the host that it is for.
/// - Nothing is sent twice, except what the protocol says was not processed.
/// - An answer over 64 MiB is an error. Each error has its [`Cause`](crate::error::Cause), where it is known.
/// - TLS is rustls on ring, handed over ready-made: no provider is installed for the process. A bot that uses reqwest itself,
///   without a TLS feature of its own, has to install one (`rustls::crypto::CryptoProvider::install_default`).
///
/// It needs a tokio runtime with time and I/O.
pub struct HttpTransport {
    connect_timeout: Duration,
    /// One for each [`Target`], made when it is first needed.
    clients: [OnceLock<reqwest::Client>; 3],
}

/// Where a request goes, as far as the way there depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    /// This machine without TLS: needs neither proxies nor certificates, and works where there are none.
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
    /// A transport that gives up connecting (names, TCP, proxy and TLS together) after this time. It connects to nothing
    /// until something is sent.
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

    /// reqwest sends a request again only where HTTP/2 says that it was not processed (`GOAWAY` with an earlier stream as the
    /// last one, `REFUSED_STREAM`; at most twice), and the layer below where a pooled connection was closed before a byte of
    /// it was written. Both are safe for writes and stay as they are.
    fn build(&self, target: Target) -> Result<reqwest::Client, TransportError> {
        let tls = if target == Target::Plain { tls::unused() } else { tls::trusting_the_system() };
        let mut builder = reqwest::Client::builder()
            .tls_backend_preconfigured(tls.map_err(TransportError::not_sent)?)
            .redirect(redirect::Policy::none())
            .connect_timeout(self.connect_timeout)
            .pool_idle_timeout(IDLE);
        if target != Target::Outside {
            builder = builder.no_proxy().dns_resolver(ThisMachine);
        }
        builder.build().map_err(TransportError::not_sent)
    }

    async fn exchange(&self, request: Request<Bytes>) -> Result<Response<Bytes>, TransportError> {
        let client = self.client(Target::of(request.uri()))?;
        let request = reqwest::Request::try_from(request).map_err(unanswered)?;
        collect(client.execute(request).await.map_err(unanswered)?).await
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

/// The answer with its whole body, unpacked.
async fn collect(mut response: reqwest::Response) -> Result<Response<Bytes>, TransportError> {
    let mut body = BytesMut::new();
    while let Some(chunk) = response.chunk().await.map_err(unanswered)? {
        // Counted after unpacking, so that a small answer cannot grow without bound.
        if chunk.len() > MAX_ANSWER - body.len() {
            let detail = format!("more than {} MiB", MAX_ANSWER / 1024 / 1024);
            return Err(TransportError::no_answer(detail.clone()).because(Cause::TooLarge).with_detail(Some(detail)));
        }
        body.extend_from_slice(&chunk);
    }
    let mut answer = Response::new(body.freeze());
    *answer.status_mut() = response.status();
    *answer.version_mut() = response.version();
    *answer.headers_mut() = std::mem::take(response.headers_mut());
    Ok(answer)
}

impl fmt::Debug for HttpTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpTransport").field("connect_timeout", &self.connect_timeout).finish_non_exhaustive()
    }
}
