//! 200 clients for 10 seconds on loopback: requests per second, latency, and whether any write was lost.
//!
//! ```sh
//! cargo run --release -p ghx-sandbox --example load -- [clients] [seconds]
//! ```
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use ghx_sandbox::Sandbox;
use serde_json::json;

const WRITE: &str = "mutation($id: ID!, $body: String!) { addComment(input: { subjectId: $id, body: $body }) { commentEdge { \
                     node { id } } } }";
const READ: &str = "query($n: Int!) { repository(owner: \"acme\", name: \"widgets\") { issue(number: $n) { id title \
                    labels(first: 10) { nodes { name } } comments(last: 1) { totalCount nodes { body } } } } }";

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let clients: usize = args.next().map_or(Ok(200), |text| text.parse())?;
    let seconds: u64 = args.next().map_or(Ok(10), |text| text.parse())?;

    let cold = Instant::now();
    let sandbox = Sandbox::builder().points_per_hour(u32::MAX).start().await?;
    println!("first start, with the schema: {:?}", cold.elapsed());
    let warm = Instant::now();
    Sandbox::start().await?.stop().await;
    println!("further start and stop: {:?}", warm.elapsed());

    let numbers = [1, 2, 3, 6, 40, 41, 42];
    let ids: Vec<String> = numbers.iter().filter_map(|n| Some(sandbox.issue("acme/widgets", *n)?.id)).collect();
    let before: usize = count(&sandbox, &numbers);
    let written = Arc::new(AtomicUsize::new(0));
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut tasks = tokio::task::JoinSet::new();
    for client in 0..clients {
        let (url, ids, written) = (sandbox.graphql_url(), ids.clone(), Arc::clone(&written));
        tasks.spawn(async move { work(client, &url, &ids, &numbers, &written, end).await });
    }
    let mut latencies: Vec<Duration> = tasks.join_all().await.into_iter().flatten().collect();
    latencies.sort_unstable();
    let at = |percent: usize| latencies.get(latencies.len() * percent / 100).copied().unwrap_or_default();
    let written = written.load(Ordering::Relaxed);
    println!(
        "{clients} clients, {seconds} s: {} requests, {} per second",
        latencies.len(),
        latencies.len() as u64 / seconds
    );
    println!("latency: p50 {:?}, p99 {:?}, max {:?}", at(50), at(99), latencies.last().copied().unwrap_or_default());
    let kept = count(&sandbox, &numbers) - before;
    println!("writes: {written} answered, {kept} in the state, {} in the record", sandbox.writes().len());
    if kept == written && sandbox.writes().len() == written {
        Ok(())
    } else {
        Err("writes were lost or doubled".into())
    }
}

fn count(sandbox: &Sandbox, numbers: &[u32]) -> usize {
    numbers.iter().filter_map(|number| sandbox.issue("acme/widgets", *number)).map(|issue| issue.comments.len()).sum()
}

async fn work(
    client: usize,
    url: &str,
    ids: &[String],
    numbers: &[u32],
    written: &AtomicUsize,
    end: Instant,
) -> Vec<Duration> {
    let http = reqwest::Client::builder().no_proxy().build().unwrap_or_default();
    let mut latencies = Vec::new();
    for round in 0.. {
        if Instant::now() >= end {
            break;
        }
        let place = (client + round) % ids.len();
        let is_write = round % 2 == 0;
        let body = if is_write {
            json!({ "query": WRITE, "variables": { "id": ids[place], "body": format!("{client}-{round}") } })
        } else {
            json!({ "query": READ, "variables": { "n": numbers[place] } })
        };
        let start = Instant::now();
        let answer = http.post(url).header("authorization", "Bearer x").body(body.to_string()).send().await;
        let Ok(answer) = answer else { continue };
        let Ok(text) = answer.text().await else { continue };
        latencies.push(start.elapsed());
        if is_write && !text.contains("errors") {
            written.fetch_add(1, Ordering::Relaxed);
        }
    }
    latencies
}
