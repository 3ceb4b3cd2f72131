//! Responses of the sandbox, recorded once and replayed with changes.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use ghx::Client;
use ghx::transport::{BoxFuture, HttpTransport, Transport, TransportError};
use http::{Request, Response};
use serde_json::Value;

use super::harness::{Harness, requests};

/// A request and its response.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    pub(crate) sent: Bytes,
    pub(crate) document: String,
    pub(crate) answer: Value,
}

#[derive(Debug)]
struct Recorder {
    http: HttpTransport,
    exchanges: Arc<Mutex<Vec<Exchange>>>,
}

impl Transport for Recorder {
    fn send(
        &self,
        request: Request<Bytes>,
        deadline: Duration,
    ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        Box::pin(async move {
            let sent = request.body().clone();
            let response = self.http.send(request, deadline).await?;
            let body: Value = serde_json::from_slice(&sent).unwrap();
            let document = body["query"].as_str().unwrap().to_owned();
            let answer = serde_json::from_slice(response.body()).unwrap();
            self.exchanges.lock().unwrap().push(Exchange { sent, document, answer });
            Ok(response)
        })
    }
}

/// Gives the recorded response to a known request, and a plain error to any other.
#[derive(Debug)]
struct Player(Vec<Exchange>);

impl Transport for Player {
    fn send(&self, request: Request<Bytes>, _: Duration) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        let known = self.0.iter().find(|exchange| exchange.sent == *request.body());
        let (status, body) = match known {
            Some(exchange) => (200, exchange.answer.to_string()),
            None => (500, r#"{"message": "not recorded"}"#.to_owned()),
        };
        Box::pin(async move { Ok(Response::builder().status(status).body(Bytes::from(body)).unwrap()) })
    }
}

/// Runs a step on a sandbox, and records requests and responses.
pub(crate) async fn record(step: Value) -> (Value, Vec<Exchange>) {
    let exchanges = Arc::default();
    let recorder = Recorder { http: HttpTransport::new(Duration::from_secs(10)), exchanges: Arc::clone(&exchanges) };
    let envelope = Harness::with(|builder| builder.transport(recorder)).await.task(step).await;
    let exchanges = exchanges.lock().unwrap().clone();
    (envelope, exchanges)
}

/// Runs a step on recorded responses, without waiting.
pub(crate) async fn replay(step: &Value, exchanges: Vec<Exchange>) -> Value {
    let builder = Client::builder().token("t").graphql_url("http://127.0.0.1:1/graphql");
    let gh = builder.transport(Player(exchanges)).max_wait(Duration::ZERO).build().unwrap();
    serde_json::to_value(ghx::task::execute_task(&gh, &requests(step)[0]).await).unwrap()
}
