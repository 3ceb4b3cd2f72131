//! A client whose requests reach a sandbox as `github.localhost`, by HTTP and by the real `gh`, so that all routes see the
//! same addresses.

use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use ghx::Client;
use ghx::client::Gh;
use ghx::transport::{BoxFuture, HttpTransport, Transport, TransportError};
use ghx_sandbox::Sandbox;

/// A client of this sandbox; `home` is for the configuration of `gh`.
pub(crate) fn client(sandbox: &Sandbox, gh: &Path, home: &Path) -> Client {
    let gh =
        Gh::at(gh).variable("HOME", home).variable("GH_CONFIG_DIR", home).variable("http_proxy", sandbox.base_url());
    let builder = Client::builder().host("github.localhost").token(Sandbox::TOKEN).gh(gh);
    builder.timeout(Duration::from_secs(30)).transport(Proxied::to(sandbox)).build().unwrap()
}

/// Does for one client what `http_proxy` does for a process: requests to any host go to the sandbox.
#[derive(Debug)]
struct Proxied {
    inner: HttpTransport,
    authority: http::uri::Authority,
}

impl Proxied {
    fn to(sandbox: &Sandbox) -> Self {
        let url: http::Uri = sandbox.base_url().parse().unwrap();
        Self { inner: HttpTransport::new(Duration::from_secs(5)), authority: url.authority().unwrap().clone() }
    }
}

impl Transport for Proxied {
    fn send(
        &self,
        mut request: http::Request<Bytes>,
        deadline: Duration,
    ) -> BoxFuture<'_, Result<http::Response<Bytes>, TransportError>> {
        let mut parts = request.uri().clone().into_parts();
        parts.scheme = Some(http::uri::Scheme::HTTP);
        if let Some(host) = parts.authority.replace(self.authority.clone()) {
            request.headers_mut().insert(http::header::HOST, host.as_str().parse().unwrap());
        }
        *request.uri_mut() = http::Uri::from_parts(parts).unwrap();
        self.inner.send(request, deadline)
    }
}
