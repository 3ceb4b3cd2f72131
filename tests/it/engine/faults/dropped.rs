//! A run whose future is dropped while a write is in flight, and the counterpart: a run with a stop signal.
//!
//! Dropping gives no result: the write in flight may have been executed, and nothing says so. `run_until` and
//! `execute_until` stop at the same moment, and report it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use ghx::chain::DynChain;
use ghx::task::{Tasks, execute_tasks};
use ghx::{Chain, Client, NodeId, issue, node};
use ghx_sandbox::Sandbox;
use ghx_sandbox::middlebox::{Middlebox, Tamper};
use serde_json::{Value, json};

use super::super::harness::{body, in_short, requests, widgets};

const BODIES: [&str; 3] = ["one", "two", "three"];

/// A sandbox whose response to the second write is held back after the write was executed.
struct HeldBack {
    sandbox: Sandbox,
    middlebox: Middlebox,
    gh: Client,
}

impl HeldBack {
    async fn start() -> Self {
        let sandbox = Sandbox::start().await.unwrap();
        let middlebox = Middlebox::start(&sandbox).await.unwrap();
        let writes = AtomicUsize::new(0);
        middlebox.script(move |exchange| {
            let is_second = exchange.is_write && writes.fetch_add(1, Ordering::SeqCst) == 1;
            if is_second { Tamper::Delay(Duration::from_secs(30)) } else { Tamper::Pass }
        });
        let builder = Client::builder().token(Sandbox::TOKEN).graphql_url(&middlebox.graphql_url());
        let gh = builder.max_batch(1).timeout(Duration::from_secs(20)).build().unwrap();
        Self { sandbox, middlebox, gh }
    }

    /// Three comments on issue 1, each a request of its own, as a typed chain.
    fn chain(&self) -> DynChain {
        let id = NodeId::<node::Issue>::new(self.id());
        let mut chain = Chain::dynamic();
        for body in BODIES {
            chain.push(issue::comments::create(id.clone(), body));
        }
        chain
    }

    /// The same as tasks.
    fn tasks(&self) -> Value {
        let task = |body| json!({"task": "issue.comments.create", "input": {"issueId": self.id(), "body": body}});
        BODIES.map(task).into_iter().collect()
    }

    fn id(&self) -> String {
        self.sandbox.issue("acme/widgets", 1).unwrap().id
    }

    /// The comments of this test that the sandbox has.
    fn written(&self) -> Vec<String> {
        let comments = self.sandbox.issue("acme/widgets", 1).unwrap().comments;
        comments.into_iter().map(|comment| comment.body).filter(|body| BODIES.contains(&body.as_str())).collect()
    }

    /// Ends when the second write was executed.
    async fn second_is_written(&self) {
        while self.written().len() < 2 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Polls a run until its second write was executed, and drops it.
    async fn drop_in_flight<T>(&self, run: impl Future<Output = T>) {
        tokio::select! {
            biased;
            () = self.second_is_written() => {}
            _ = run => panic!("the run has ended"),
        }
    }

    /// Nothing is sent after the drop, and the client can be used for reads and writes.
    async fn check_the_client(&self) {
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!((self.written(), self.sandbox.requests().len()), (vec!["one".to_owned(), "two".to_owned()], 2));
        let seen = issue::view(widgets().issue(1)).send(&self.gh).await.unwrap();
        assert_eq!(seen.number, 1);
        let closed = issue::close(widgets().issue(1)).send(&self.gh).await.unwrap();
        assert!(closed.closed);
        let sent = self.middlebox.log().iter().filter(|logged| logged.exchange.is_write).count();
        assert_eq!((sent, self.written().len()), (3, 2), "two comments and the close");
    }
}

#[tokio::test]
async fn a_dropped_chain_may_have_written_and_sends_nothing_more() {
    let held = HeldBack::start().await;
    held.drop_in_flight(held.chain().run(&held.gh)).await;
    held.check_the_client().await;
}

#[tokio::test]
async fn dropped_tasks_may_have_written_and_send_nothing_more() {
    let held = HeldBack::start().await;
    held.drop_in_flight(execute_tasks(&held.gh, &requests(&held.tasks()))).await;
    held.check_the_client().await;
}

#[tokio::test]
async fn a_stopped_chain_reports_the_write_in_flight_as_unknown() {
    let held = HeldBack::start().await;
    let report = held.chain().run_until(&held.gh, held.second_is_written()).await.unwrap();
    let steps: Vec<String> = report
        .steps()
        .map(|step| step.result.map_or_else(|error| in_short(&body(error)), |_| "ok".to_owned()))
        .collect();
    assert_eq!(steps, ["ok", "NETWORK unknown", "SKIPPED"]);
    held.check_the_client().await;
}

#[tokio::test]
async fn stopped_tasks_report_the_write_in_flight_as_unknown() {
    let held = HeldBack::start().await;
    let steps = requests(&held.tasks());
    let envelope = Tasks::new(&steps).execute_until(&held.gh, held.second_is_written()).await;
    let envelope = serde_json::to_value(envelope).unwrap();
    let result = |step: usize| &envelope["results"][step];
    assert_eq!(result(0)["ok"], true, "{envelope:#}");
    assert_eq!(in_short(&result(1)["error"]), "NETWORK unknown", "{envelope:#}");
    assert_eq!(in_short(&result(2)["error"]), "SKIPPED", "{envelope:#}");
    assert_eq!((&envelope["status"], &envelope["meta"]["http_calls"]), (&json!("partial"), &json!(2)));
    held.check_the_client().await;
}
