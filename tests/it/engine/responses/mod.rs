//! Responses of a server, a proxy or a login page after GitHub has executed a request: what ghx reports for each step,
//! and how often it was executed.

mod limits;
mod premature;
mod reads;
mod request_sizes;
mod secrets;
mod tasks;
mod unmodelled;
mod write_order;
mod writes;

use ghx::client::MaxBatch;
use ghx::task::{execute_task, execute_tasks};
use ghx::{Client, ClientBuilder};
use ghx_sandbox::Sandbox;
use ghx_sandbox::middlebox::{Exchange, Middlebox, Response, Tamper};
use serde_json::{Value, json};

use super::harness::{in_short, requests};
use super::paused_clock::{Relay, on_the_real_clock, sandbox};

/// A sandbox behind a middlebox, and a client that sees only the middlebox. Its waits take no time.
pub(super) struct Wire {
    pub(super) sandbox: Sandbox,
    pub(super) middlebox: Middlebox,
    pub(super) client: Client,
}

impl Wire {
    pub(super) async fn start() -> Self {
        Self::with(|builder| builder).await
    }

    pub(super) async fn with(change: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Self {
        let sandbox = sandbox().await;
        let (sandbox, middlebox) = on_the_real_clock(async move {
            let middlebox = Middlebox::start(&sandbox).await.unwrap();
            (sandbox, middlebox)
        })
        .await;
        let builder = Client::builder().token(Sandbox::TOKEN).graphql_url(&middlebox.graphql_url());
        let builder =
            builder.rest_url(&middlebox.rest_url()).transport(Relay::default()).max_batch(MaxBatch::default());
        let client = change(builder).build().unwrap();
        Self { sandbox, middlebox, client }
    }

    /// Replaces the response to every write, after it was executed, with what `answer` makes of the true one.
    pub(super) fn answer_writes(self, answer: impl Fn(&Response) -> Response + Send + Sync + Clone + 'static) -> Self {
        self.middlebox.script(move |exchange: &Exchange| {
            if !exchange.is_write {
                return Tamper::Pass;
            }
            let answer = answer.clone();
            Tamper::look(move |_, truth| Tamper::Replace(answer(truth)))
        });
        self
    }

    pub(super) async fn chain(&self, steps: Value) -> Value {
        serde_json::to_value(execute_tasks(&self.client, &requests(&steps)).await).unwrap()
    }

    pub(super) async fn task(&self, step: Value) -> Value {
        serde_json::to_value(execute_task(&self.client, &requests(&step)[0]).await).unwrap()
    }

    pub(super) fn id(&self, number: u32) -> String {
        self.sandbox.issue("acme/widgets", number).unwrap().id
    }

    /// The names of the writes that were executed.
    pub(super) fn writes(&self) -> Vec<String> {
        self.sandbox.writes().into_iter().map(|write| write.name).collect()
    }

    /// How many requests that write were sent.
    pub(super) fn sent_writes(&self) -> usize {
        self.middlebox.log().iter().filter(|logged| logged.exchange.is_write).count()
    }
}

/// A GraphQL response with these errors and without data.
pub(super) fn only_errors(errors: &Value) -> Response {
    Response::json(200, &json!({ "errors": errors }))
}

/// Each step of a chain in short.
pub(super) fn steps(envelope: &Value) -> Vec<String> {
    let short = |result: &Value| if result["ok"] == true { "ok".to_owned() } else { in_short(&result["error"]) };
    envelope["results"].as_array().unwrap().iter().map(short).collect()
}
