//! HTTP/1 on a loopback port, by hyper. A proxy request, whose target is a whole URL, is answered as well: so the real
//! `gh` gets here with `GH_HOST=github.localhost` and an HTTP proxy variable.

use std::{
    collections::BTreeMap,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
};

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::{Request, Response, body::Incoming, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::{JoinHandle, JoinSet},
};

use crate::{
    body::Sent,
    engine::Engine,
    http::{Call, Dropped, Reply},
    urls::Urls,
};

/// A running server.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Server {
    /// Serves a sandbox on loopback only; port 0 takes a free one.
    pub(crate) async fn start(engine: Arc<Engine>, port: u16) -> std::io::Result<Self> {
        Self::listen(port, move |stream| serve(stream, Arc::clone(&engine))).await
    }

    /// Hands every connection on a loopback port to a function.
    pub(crate) async fn listen<F>(
        port: u16,
        serve: impl Fn(TcpStream) -> F + Send + Sync + 'static,
    ) -> std::io::Result<Self>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let address = listener.local_addr()?;
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(accept(listener, serve, stopped));
        Ok(Self { address, stop, task })
    }

    /// Closes all connections and waits until they are closed.
    pub(crate) async fn stop(self) {
        self.stop.send_replace(true);
        // The task only ends early if the runtime does, and then nothing is left to wait for.
        let _ = self.task.await;
    }
}

async fn accept<F>(listener: TcpListener, serve: impl Fn(TcpStream) -> F, mut stopped: watch::Receiver<bool>)
where
    F: Future<Output = ()> + Send + 'static,
{
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            _ = stopped.changed() => break,
            accepted = listener.accept() => {
                if let Ok((stream, _)) = accepted {
                    // Without this, small answers wait for the client's acknowledgement.
                    let _ = stream.set_nodelay(true);
                    connections.spawn(serve(stream));
                }
            }
            Some(_) = connections.join_next(), if !connections.is_empty() => {}
        }
    }
    connections.shutdown().await;
}

async fn serve(stream: TcpStream, engine: Arc<Engine>) {
    let service = service_fn(move |request| {
        let engine = Arc::clone(&engine);
        async move { respond(&engine, request).await }
    });
    // An error here is a connection that the client, or a fault, has broken.
    let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
}

async fn respond(engine: &Engine, request: Request<Incoming>) -> Result<Response<Sent>, Dropped> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.map_err(|_| Dropped)?.to_bytes();
    let mut headers = BTreeMap::new();
    for (name, value) in &parts.headers {
        headers.insert(name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned());
    }
    let reply = engine.answer(&call(parts.method.as_str(), &parts.uri, headers, &body)).await?;
    into_response(reply, parts.method == hyper::Method::HEAD)
}

/// A request as the engine takes it. The target is a path or, for a proxy, a whole URL.
pub(crate) fn call(method: &str, target: &hyper::Uri, headers: BTreeMap<String, String>, body: &[u8]) -> Call {
    let host = target.authority().map(ToString::to_string).or_else(|| headers.get("host").cloned());
    let (path, prefix) = below_root(target.path());
    Call {
        method: method.to_owned(),
        path,
        query: target.query().unwrap_or_default().to_owned(),
        headers,
        body: String::from_utf8_lossy(body).into_owned(),
        urls: Urls::of_host(host.as_deref().unwrap_or("api.github.com"), prefix),
    }
}

/// GitHub's own API starts at the root, a GitHub Enterprise Server's at `/api/v3` and `/api/graphql`.
fn below_root(path: &str) -> (String, &'static str) {
    match path.strip_prefix("/api/v3") {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => (rest.to_owned(), "/api/v3"),
        _ if path == "/api/graphql" => ("/graphql".to_owned(), "/api/v3"),
        _ => (path.to_owned(), ""),
    }
}

fn into_response(reply: Reply, head: bool) -> Result<Response<Sent>, Dropped> {
    let mut response = Response::builder().status(reply.status);
    for (name, value) in &reply.headers {
        response = response.header(*name, value);
    }
    let body = if head { Bytes::new() } else { Bytes::from(reply.body) };
    response.body(Sent::new(body, reply.cut && !head)).map_err(|_| Dropped)
}
