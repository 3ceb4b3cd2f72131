//! Sends HTTP requests: the [`Transport`] trait and its default implementation.
//!
//! A custom [`Transport`] gets every request of a [`Client`](crate::Client). It can record them, respond to them in a test,
//! or send them with another HTTP client.

mod classify;
mod error;
mod http;
mod local;
mod resolve;
mod tls;

use std::fmt;
use std::pin::Pin;
use std::time::Duration;

use ::http::{Request, Response};
use bytes::Bytes;

pub use self::error::TransportError;
pub use self::http::HttpTransport;
pub(crate) use self::local::is_local;
pub use crate::error::Cause;

/// A boxed future, for traits that are used as trait objects.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Sends requests. The default implementation is [`HttpTransport`].
pub trait Transport: fmt::Debug + Send + Sync + 'static {
    /// Sends a request once, and returns the whole response within `deadline`. A response with any status is `Ok`.
    ///
    /// It must not follow redirects, because the request contains a token. It must not repeat a request that GitHub may have
    /// received, because a write could be applied twice; the [`TransportError`] says whether ghx may repeat it.
    fn send(
        &self,
        request: Request<Bytes>,
        deadline: Duration,
    ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>>;
}
