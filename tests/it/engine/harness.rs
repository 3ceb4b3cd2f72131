//! A sandbox and a client that talks to it.

use std::time::Duration;

use ghx::client::MaxBatch;
use ghx::envelope::ErrorBody;
use ghx::task::{TaskRequest, execute_task, execute_tasks};
use ghx::{Client, ClientBuilder, Repo};
use ghx_sandbox::{FaultRule, RecordedWrite, Sandbox};
use serde_json::Value;

pub(crate) struct Harness {
    pub(crate) sandbox: Sandbox,
    pub(crate) gh: Client,
}

impl Harness {
    pub(crate) async fn start() -> Self {
        Self::of(Sandbox::start().await.unwrap(), |builder| builder)
    }

    /// A sandbox, and a client with other settings.
    pub(crate) async fn with(change: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Self {
        Self::of(Sandbox::start().await.unwrap(), change)
    }

    pub(crate) fn of(sandbox: Sandbox, change: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Self {
        let builder = Client::builder().token(Sandbox::TOKEN).graphql_url(&sandbox.graphql_url());
        let gh = change(builder.max_batch(MaxBatch::default()).timeout(Duration::from_secs(20))).build().unwrap();
        Self { sandbox, gh }
    }

    /// Arms a fault.
    pub(crate) fn arm(self, rule: impl Into<FaultRule>) -> Self {
        self.sandbox.inject(rule);
        self
    }

    /// How many requests the sandbox has seen.
    pub(crate) fn calls(&self) -> usize {
        self.sandbox.requests().len()
    }

    /// The names of the writes that were executed.
    pub(crate) fn writes(&self) -> Vec<String> {
        self.sandbox.writes().into_iter().map(|RecordedWrite { name, .. }| name).collect()
    }

    /// The documents that were sent.
    pub(crate) fn documents(&self) -> Vec<String> {
        self.sandbox.requests().into_iter().filter_map(|request| request.document).collect()
    }

    /// Runs steps as a chain; the envelope as JSON.
    pub(crate) async fn chain(&self, steps: Value) -> Value {
        serde_json::to_value(execute_tasks(&self.gh, &requests(&steps)).await).unwrap()
    }

    /// Runs one task; the envelope as JSON.
    pub(crate) async fn task(&self, step: Value) -> Value {
        serde_json::to_value(execute_task(&self.gh, &requests(&step)[0]).await).unwrap()
    }

    /// The node id of an issue or pull request of `acme/widgets`.
    pub(crate) fn id(&self, number: u32) -> String {
        self.sandbox.issue("acme/widgets", number).unwrap().id
    }
}

/// Steps as tasks.
pub(crate) fn requests(steps: &Value) -> Vec<TaskRequest> {
    TaskRequest::list_from_json(steps).unwrap()
}

/// The code of each step of an envelope; `ok` for those that succeeded.
pub(crate) fn codes(envelope: &Value) -> Vec<&str> {
    let results = envelope["results"].as_array().unwrap().iter();
    results.map(|result| result["error"]["code"].as_str().unwrap_or("ok")).collect()
}

/// An error in one line: code, whether it is retryable, and the outcome where there is one.
pub(crate) fn in_short(error: &Value) -> String {
    let outcome = error["details"]["outcome"].as_str().map(|outcome| format!(" {outcome}"));
    let retryable = if error["retryable"] == true { " retryable" } else { "" };
    format!("{}{retryable}{}", error["code"].as_str().unwrap(), outcome.unwrap_or_default())
}

/// The body of a typed error.
pub(crate) fn body(error: &ghx::Error) -> Value {
    serde_json::to_value(ErrorBody::from(error)).unwrap()
}

/// `acme/widgets`.
pub(crate) fn widgets() -> Repo {
    "acme/widgets".parse().unwrap()
}
