//! A middlebox between a client and a [`Sandbox`]: the sandbox executes a request, and the client receives something
//! else.
//!
//! It is a real HTTP/1.1 server on a loopback port. A rule decides for each request whether it is
//! executed, and whether the response is passed on, replaced, edited, cut, delayed or lost. The sandbox's own
//! record ([`Sandbox::writes`]) has the writes that were executed, so a test can compare it with what the client reports.
//!
//! ```
//! use ghx_sandbox::{Sandbox, middlebox::{Middlebox, Response, Tamper}};
//!
//! # async fn test() -> Result<(), Box<dyn std::error::Error>> {
//! let sandbox = Sandbox::start().await?;
//! let middlebox = Middlebox::start(&sandbox).await?;
//! let url = middlebox.graphql_url();                 // pass it to the client
//!
//! // Every write is executed, but the client gets the response of a broken gateway.
//! middlebox.script(|exchange| match exchange.is_write {
//!     true => Tamper::Replace(Response::text(502, "text/html", "<h1>Bad Gateway</h1>")),
//!     false => Tamper::Pass,
//! });
//! # Ok(())
//! # }
//! ```

mod connection;
mod exchange;
mod gzip;
mod request;
mod send;
mod tamper;

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

pub use self::{
    exchange::{Exchange, LoggedExchange, Response},
    gzip::Gzip,
    tamper::{Decide, Tamper},
};
use crate::{Sandbox, engine::Engine, http::Server};

/// A server between a client and a sandbox, until it is dropped.
#[derive(Debug)]
pub struct Middlebox {
    server: Server,
    shared: Arc<Shared>,
}

type Script = Arc<dyn Fn(&Exchange) -> Tamper + Send + Sync>;
type EarlyScript = Arc<dyn Fn(&Exchange) -> Option<Response> + Send + Sync>;

/// What all connections of a middlebox share.
struct Shared {
    engine: Arc<Engine>,
    count: AtomicU64,
    script: Mutex<Option<Script>>,
    early: Mutex<Option<EarlyScript>>,
    queue: Mutex<VecDeque<Tamper>>,
    log: Mutex<Vec<LoggedExchange>>,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("count", &self.count).finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Middlebox {
    /// Starts in front of a sandbox, on a free loopback port. By default it passes everything on.
    pub async fn start(sandbox: &Sandbox) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            engine: Arc::clone(&sandbox.engine),
            count: AtomicU64::new(0),
            script: Mutex::default(),
            early: Mutex::default(),
            queue: Mutex::default(),
            log: Mutex::default(),
        });
        let own = Arc::clone(&shared);
        let server = Server::listen(0, move |stream| connection::serve(stream, Arc::clone(&own))).await?;
        Ok(Self { server, shared })
    }

    /// The root of the REST API, `http://127.0.0.1:PORT`. As `http_proxy`, it connects the real `gh` to this server, with
    /// `GH_HOST=github.localhost`.
    pub fn url(&self) -> String {
        format!("http://{}", self.server.address)
    }

    /// The GraphQL endpoint.
    pub fn graphql_url(&self) -> String {
        format!("{}/graphql", self.url())
    }

    /// The root of the REST API, the same as [`Middlebox::url`].
    pub fn rest_url(&self) -> String {
        self.url()
    }

    /// Sets the script that decides about every later request. It is called before the request is
    /// executed; [`Tamper::Look`] decides after execution, with the real response. Requests can arrive at the same
    /// time, so it can be called from several threads at once.
    pub fn script(&self, script: impl Fn(&Exchange) -> Tamper + Send + Sync + 'static) {
        *lock(&self.shared.script) = Some(Arc::new(script));
    }

    /// Responds to requests before their body is read. The script gets a request with an empty body; if it returns a
    /// response, the request is NOT executed. The connection is closed after the response, while the client may still be
    /// sending. For other requests, queue and script decide as usual.
    pub fn script_early(&self, script: impl Fn(&Exchange) -> Option<Response> + Send + Sync + 'static) {
        *lock(&self.shared.early) = Some(Arc::new(script));
    }

    /// Queues what is done to one request, in the order of arrival. The queue takes precedence over the script;
    /// when it is empty, the script decides again.
    pub fn push(&self, tamper: Tamper) {
        lock(&self.shared.queue).push_back(tamper);
    }

    /// Passes everything on again: forgets the scripts and the queue.
    pub fn pass_all(&self) {
        *lock(&self.shared.early) = None;
        *lock(&self.shared.script) = None;
        lock(&self.shared.queue).clear();
    }

    /// The exchanges so far, in the order of the decisions.
    pub fn log(&self) -> Vec<LoggedExchange> {
        lock(&self.shared.log).clone()
    }

    /// Clears the log. Numbering continues.
    pub fn clear_log(&self) {
        lock(&self.shared.log).clear();
    }

    /// Closes every connection and waits until they are closed.
    pub async fn stop(self) {
        self.server.stop().await;
    }
}

impl Shared {
    /// The number of the next request, counted from one.
    fn next_number(&self) -> u64 {
        self.count.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// How many requests there were.
    fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    fn early(&self) -> Option<EarlyScript> {
        lock(&self.early).clone()
    }

    /// What to do to a request.
    fn decide(&self, exchange: &Exchange) -> Tamper {
        if let Some(tamper) = lock(&self.queue).pop_front() {
            return tamper;
        }
        let script = lock(&self.script).clone();
        script.map_or(Tamper::Pass, |script| script(exchange))
    }

    fn note(&self, entry: LoggedExchange) {
        lock(&self.log).push(entry);
    }
}
