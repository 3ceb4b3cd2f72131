//! Serves the engine over HTTP/1 with hyper. Proxy requests, whose target is a whole URL, work as well: this is how the
//! real `gh` connects, with `GH_HOST=github.localhost` and an HTTP proxy variable.

use std::{collections::BTreeMap, sync::Arc};

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::{body::Incoming, service::service_fn};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

use super::Engine;
use crate::http::{Dropped, Request, Response, Sent, Server};

/// Serves a sandbox on a loopback port; port 0 picks a free one.
pub(crate) async fn start(engine: Arc<Engine>, port: u16) -> std::io::Result<Server> {
    Server::listen(port, move |stream| serve(stream, Arc::clone(&engine))).await
}

async fn serve(stream: TcpStream, engine: Arc<Engine>) {
    let service = service_fn(move |request| {
        let engine = Arc::clone(&engine);
        async move { respond(&engine, request).await }
    });
    // An error means that the client or a fault broke the connection.
    let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
}

async fn respond(engine: &Engine, request: hyper::Request<Incoming>) -> Result<hyper::Response<Sent>, Dropped> {
    let (parts, body) = request.into_parts();
    let body = body.collect().await.map_err(|_| Dropped)?.to_bytes();
    let mut headers = BTreeMap::new();
    for (name, value) in &parts.headers {
        headers.insert(name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned());
    }
    let response = engine.respond(&Request::new(parts.method.as_str(), &parts.uri, headers, &body)).await?;
    into_response(response, parts.method == hyper::Method::HEAD)
}

fn into_response(response: Response, head: bool) -> Result<hyper::Response<Sent>, Dropped> {
    let mut built = hyper::Response::builder().status(response.status);
    for (name, value) in &response.headers {
        built = built.header(*name, value);
    }
    let body = if head { Bytes::new() } else { Bytes::from(response.body) };
    built.body(Sent::new(body, response.cut && !head)).map_err(|_| Dropped)
}
