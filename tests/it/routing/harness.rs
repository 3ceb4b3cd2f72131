//! A sandbox that is reached as `github.localhost`, by HTTP and by the real `gh`, so that all routes see the same addresses.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use ghx::card::RouteKind;
use ghx::client::Gh;
use ghx::route::RoutePolicy;
use ghx::task::Task;
use ghx::transport::{BoxFuture, HttpTransport, Transport, TransportError};
use ghx::{Client, ClientBuilder};
use ghx_sandbox::{FaultRule, Sandbox};
use serde_json::Value;

use crate::engine::harness::requests;

pub(crate) struct Harness {
    pub(crate) sandbox: Sandbox,
    pub(crate) client: Client,
    /// The URLs that were requested over HTTP.
    asked: Arc<Mutex<Vec<String>>>,
    /// The configuration folder of `gh`.
    home: tempfile::TempDir,
}

impl Harness {
    pub(crate) async fn start() -> Self {
        Self::of(Sandbox::start().await.unwrap(), |builder| builder)
    }

    pub(crate) async fn with(change: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Self {
        Self::of(Sandbox::start().await.unwrap(), change)
    }

    pub(crate) fn of(sandbox: Sandbox, change: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Self {
        let home = tempfile::tempdir().unwrap();
        let transport = Proxied::to(&sandbox);
        let asked = Arc::clone(&transport.asked);
        let builder = Client::builder()
            .host("github.localhost")
            .token(Sandbox::TOKEN)
            .gh(gh(&sandbox, &home))
            .timeout(Duration::from_secs(30))
            .transport(transport);
        let client = change(builder).build().unwrap();
        Self { sandbox, client, asked, home }
    }

    /// The real `gh`, which reaches the sandbox.
    pub(crate) fn gh(&self) -> Gh {
        gh(&self.sandbox, &self.home)
    }

    /// Arms a fault.
    pub(crate) fn arm(self, rule: impl Into<FaultRule>) -> Self {
        self.sandbox.inject(rule);
        self
    }

    /// Runs a task over the routes of its card; the envelope as JSON.
    pub(crate) async fn task(&self, step: &Value) -> Value {
        let request = &requests(step)[0];
        serde_json::to_value(Task::new(request).trace(true).execute(&self.client).await).unwrap()
    }

    /// Runs a task over one route.
    pub(crate) async fn over(&self, route: RouteKind, step: &Value) -> Value {
        let request = &requests(step)[0];
        let task = Task::new(request).routes(RoutePolicy::Only(route)).trace(true);
        serde_json::to_value(task.execute(&self.client).await).unwrap()
    }

    /// The URLs that were requested over HTTP.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    pub(crate) fn writes(&self) -> Vec<String> {
        self.sandbox.writes().into_iter().map(|write| write.name).collect()
    }
}

fn gh(sandbox: &Sandbox, home: &tempfile::TempDir) -> Gh {
    gh_through(&sandbox.base_url(), home)
}

/// The real `gh`, which reaches whatever listens at this address.
pub(crate) fn gh_through(proxy: &str, home: &tempfile::TempDir) -> Gh {
    Gh::at(crate::gh::gh())
        .variable("HOME", home.path())
        .variable("GH_CONFIG_DIR", home.path())
        .variable("http_proxy", proxy)
}

/// Does for one client what `http_proxy` does for a process: requests to any host go to the sandbox.
#[derive(Debug)]
pub(crate) struct Proxied {
    inner: HttpTransport,
    authority: http::uri::Authority,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Proxied {
    pub(crate) fn to(sandbox: &Sandbox) -> Self {
        let url: http::Uri = sandbox.base_url().parse().unwrap();
        let authority = url.authority().unwrap().clone();
        Self { inner: HttpTransport::new(Duration::from_secs(5)), authority, asked: Arc::default() }
    }
}

impl Transport for Proxied {
    fn send(
        &self,
        mut request: http::Request<Bytes>,
        deadline: Duration,
    ) -> BoxFuture<'_, Result<http::Response<Bytes>, TransportError>> {
        self.asked.lock().unwrap().push(request.uri().to_string());
        let mut parts = request.uri().clone().into_parts();
        parts.scheme = Some(http::uri::Scheme::HTTP);
        if let Some(host) = parts.authority.replace(self.authority.clone()) {
            request.headers_mut().insert(http::header::HOST, host.as_str().parse().unwrap());
        }
        *request.uri_mut() = http::Uri::from_parts(parts).unwrap();
        self.inner.send(request, deadline)
    }
}
