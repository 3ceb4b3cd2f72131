//! Many concurrent clients, for a short time. `cargo bench -p ghx-sandbox --bench load` runs longer and prints figures.

use std::time::Duration;

use ghx_sandbox::Sandbox;

use crate::clients::{Load, comments, run};

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_writes_are_neither_lost_nor_duplicated() {
    let sandbox = Sandbox::builder().points_per_hour(u32::MAX).start().await.unwrap();
    let before = comments(&sandbox);
    let seen = run(&sandbox, Load { clients: 50, rounds: 20, time: Duration::from_secs(60) }).await;
    seen.check(&sandbox, before).unwrap();
    assert_eq!((seen.latencies.len(), seen.writes()), (1000, 400));
    assert!(seen.percentile(50) <= seen.percentile(100));
}
