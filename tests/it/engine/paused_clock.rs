//! A harness whose waits take no time: the test's clock is paused, while the sandbox and the sockets keep a real one.
//!
//! With tokio's clock paused, time jumps to the next timer whenever nothing else is to be done. Requests are therefore sent
//! on a runtime of their own: the test's runtime then has no timer but the engine's pauses.

use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use bytes::Bytes;
use ghx::ClientBuilder;
use ghx::transport::{BoxFuture, HttpTransport, Transport, TransportError};
use ghx_sandbox::{Sandbox, SandboxBuilder};
use http::{Request, Response};
use tokio::runtime::{Builder, Runtime};
use tokio::time::Instant;

use super::harness::Harness;

static REAL: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap());

/// Sends on the runtime with the real clock.
#[derive(Clone, Debug)]
pub(crate) struct Relay(Arc<HttpTransport>);

impl Default for Relay {
    fn default() -> Self {
        Self(Arc::new(HttpTransport::new(Duration::from_secs(10))))
    }
}

impl Transport for Relay {
    fn send(
        &self,
        request: Request<Bytes>,
        deadline: Duration,
    ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        let http = Arc::clone(&self.0);
        let sent = REAL.spawn(async move { http.send(request, deadline).await });
        Box::pin(async { sent.await.unwrap() })
    }
}

/// Runs something on the runtime with the real clock, so that its tasks and sockets live there.
pub(crate) async fn on_the_real_clock<T: Send + 'static>(future: impl Future<Output = T> + Send + 'static) -> T {
    REAL.spawn(future).await.unwrap()
}

/// A sandbox on the runtime with the real clock.
pub(crate) async fn sandbox() -> Sandbox {
    sandbox_of(Sandbox::builder()).await
}

/// A sandbox with other settings than the defaults.
pub(crate) async fn sandbox_of(builder: SandboxBuilder) -> Sandbox {
    REAL.spawn(builder.start()).await.unwrap().unwrap()
}

/// Sends as [`Relay`] does. The clock of the sandbox follows the test's clock.
#[derive(Debug)]
pub(crate) struct Clocked {
    relay: Relay,
    sandbox: Arc<Sandbox>,
    last: Mutex<Instant>,
}

impl Clocked {
    pub(crate) fn new(sandbox: Arc<Sandbox>) -> Self {
        Self { relay: Relay::default(), sandbox, last: Mutex::new(Instant::now()) }
    }
}

impl Transport for Clocked {
    fn send(
        &self,
        request: Request<Bytes>,
        deadline: Duration,
    ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        let now = Instant::now();
        let last = std::mem::replace(&mut *self.last.lock().unwrap(), now);
        self.sandbox.advance(now - last);
        self.relay.send(request, deadline)
    }
}

/// A harness for tests that start with `start_paused = true`.
pub(crate) async fn paused(change: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Harness {
    Harness::of(sandbox().await, |builder| change(builder.transport(Relay::default())))
}

/// How many seconds the engine waited since `start`, in full tenths.
pub(crate) fn waited(start: Instant) -> f64 {
    let tenths = u32::try_from(start.elapsed().as_millis() / 100).unwrap();
    f64::from(tenths) / 10.0
}
