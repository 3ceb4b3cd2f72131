//! Tests of the client.

mod building;
mod posting;
mod secrets;
mod tokens;
mod wire;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::{Request, Response};

use crate::client::transport::{BoxFuture, Transport, TransportError};
use crate::client::{Token, TokenProvider};
use crate::{Client, Error};

/// The request counter of tests that do not check it.
static CALLS: AtomicUsize = AtomicUsize::new(0);

/// A token that must never appear in any output.
const CANARY: &str = "ghp_canary0123456789";

/// A transport that records requests and responds with a status that depends on the token.
#[derive(Clone, Debug, Default)]
struct Stub {
    seen: Arc<Mutex<Vec<Request<Bytes>>>>,
    refused: &'static [&'static str],
}

impl Stub {
    fn refusing(refused: &'static [&'static str]) -> Self {
        Self { refused, ..Self::default() }
    }

    /// The tokens of the requests, in order.
    fn tokens(&self) -> Vec<String> {
        let token = |request: &Request<Bytes>| {
            let header = request.headers()["authorization"].to_str().unwrap().to_owned();
            header.strip_prefix("Bearer ").unwrap().to_owned()
        };
        self.seen.lock().unwrap().iter().map(token).collect()
    }
}

impl Transport for Stub {
    fn send(&self, request: Request<Bytes>, _: Duration) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        self.seen.lock().unwrap().push(request);
        let token = self.tokens().pop().unwrap();
        let status = if self.refused.contains(&token.as_str()) { 401 } else { 200 };
        Box::pin(async move {
            // Lets the other requests of a test catch up.
            tokio::task::yield_now().await;
            let body = if status == 401 { r#"{"message": "Bad credentials"}"# } else { "" };
            Ok(Response::builder().status(status).body(Bytes::from_static(body.as_bytes())).unwrap())
        })
    }
}

/// A provider that counts its calls: its tokens are `token-1`, `token-2`, …
#[derive(Clone, Default)]
struct Counter {
    asked: Arc<AtomicUsize>,
    takes: Duration,
    lives: Option<Duration>,
    /// The first call that fails.
    fails_from: Option<usize>,
}

impl Counter {
    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl TokenProvider for Counter {
    fn token(&self) -> BoxFuture<'_, Result<Token, Error>> {
        Box::pin(async {
            let call = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
            tokio::time::sleep(self.takes).await;
            let secret = format!("token-{call}");
            match self.lives {
                _ if self.fails_from.is_some_and(|first| call >= first) => Err(Error::network("the vault is closed")),
                Some(lives) => Ok(Token::expiring(secret, SystemTime::now() + lives)),
                None => Ok(Token::new(secret)),
            }
        })
    }
}

fn client(provider: &Counter, transport: &Stub) -> Client {
    Client::builder().token_provider(provider.clone()).transport(transport.clone()).build().unwrap()
}
