//! How requests get out: a small trait, and HTTP as its default.
//!
//! A [`Transport`] of your own sees every request that a [`Client`](crate::Client) makes: to record them, to answer them in
//! a test, or to send them through something that is no plain HTTP client.

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

/// A future on the heap, as a trait that is used as an object needs it.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// How requests get out; tests and users can bring their own.
pub trait Transport: fmt::Debug + Send + Sync + 'static {
    /// Sends a request once, and gives the whole answer within `deadline`. An answer of any status is `Ok`.
    ///
    /// It must not follow redirects, since the request carries a token, and must not send again what GitHub may have: a
    /// write would be doubled. The [`TransportError`] decides whether ghx may.
    fn send(
        &self,
        request: Request<Bytes>,
        deadline: Duration,
    ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>>;
}
