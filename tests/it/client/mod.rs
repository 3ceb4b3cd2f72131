//! The client and its transport, from outside.

mod causes;
mod environment;
mod failures;
mod http;
mod raw;
mod rest;

use std::time::Duration;

use bytes::Bytes;
use ghx::transport::{HttpTransport, Transport, TransportError};

/// A token that must not appear in any output.
const CANARY: &str = "ghp_canary0123456789";

/// Sends a POST with a token through the default transport.
async fn post(url: &str, deadline: Duration) -> Result<::http::Response<Bytes>, TransportError> {
    let request = ::http::Request::post(url).header("authorization", format!("Bearer {CANARY}"));
    let request = request.body(Bytes::from_static(b"{}")).unwrap();
    HttpTransport::new(Duration::from_millis(500)).send(request, deadline).await
}

const LONG: Duration = Duration::from_secs(20);
