//! GitHub allows a user a hundred concurrent requests: one chain uses few of them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use ghx::Client;
use ghx::task::execute_tasks;
use ghx::transport::{BoxFuture, Transport, TransportError};
use http::{Request, Response};
use serde_json::json;

use super::harness::requests;

/// Counts how many requests are under way at the same time.
#[derive(Clone, Debug, Default)]
struct Door {
    inside: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
    total: Arc<AtomicUsize>,
}

impl Transport for Door {
    fn send(&self, _: Request<Bytes>, _: Duration) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        Box::pin(async {
            self.total.fetch_add(1, Ordering::SeqCst);
            let inside = self.inside.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(inside, Ordering::SeqCst);
            tokio::time::sleep(Duration::from_millis(10)).await;
            self.inside.fetch_sub(1, Ordering::SeqCst);
            Ok(Response::builder().status(401).body(Bytes::from_static(b"{}")).unwrap())
        })
    }
}

#[tokio::test(start_paused = true)]
async fn concurrent_reads_are_bounded() {
    let door = Door::default();
    let gh = Client::builder().token("t").transport(door.clone()).max_batch(1).build().unwrap();
    let view = |index: usize| json!({"task": "repo.view", "input": {"repo": format!("acme/r{index}")}});
    execute_tasks(&gh, &requests(&(0..200).map(view).collect())).await;
    let most = door.most.load(Ordering::SeqCst);
    assert_eq!(door.total.load(Ordering::SeqCst), 200);
    assert!((2..=20).contains(&most), "{most} at the same time");
}
