//! Load on a sandbox: 200 clients for 10 seconds, reads and writes mixed, then a check that no write was lost or
//! duplicated. It fails if the state does not match the responses.
//!
//! ```sh
//! cargo bench -p ghx-sandbox --bench load -- --clients 200 --seconds 10
//! ```
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod clients;

use std::time::{Duration, Instant};

use ghx_sandbox::Sandbox;

use self::clients::{Load, comments, run};

/// How long a sandbox may take to start once the schema is parsed.
const START_BUDGET: Duration = Duration::from_millis(50);

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (clients, seconds) = (argument("--clients")?.unwrap_or(200), argument("--seconds")?.unwrap_or(10));
    let time = Duration::from_secs(u64::try_from(seconds)?);
    start_times().await?;

    let sandbox = Sandbox::builder().points_per_hour(u32::MAX).start().await?;
    let before = comments(&sandbox);
    let start = Instant::now();
    let seen = run(&sandbox, Load { clients, rounds: usize::MAX, time }).await;
    let elapsed = start.elapsed();

    let requests = seen.latencies.len();
    let per_second = requests as u128 * 1000 / elapsed.as_millis().max(1);
    println!("{clients} clients, {elapsed:.1?}: {requests} requests, {per_second} per second");
    println!(
        "latency: p50 {:.1?}, p99 {:.1?}, max {:.1?}",
        seen.percentile(50),
        seen.percentile(99),
        seen.percentile(100)
    );
    seen.check(&sandbox, before)?;
    println!(
        "{} acknowledged writes: each is in the record and in the state once; numbers have no gaps",
        seen.writes()
    );
    sandbox.stop().await;
    Ok(())
}

/// The first start parses the schema; the others are the cost for a test.
async fn start_times() -> Result<(), Box<dyn std::error::Error>> {
    let mut times = Vec::new();
    for _ in 0..21 {
        let start = Instant::now();
        let sandbox = Sandbox::start().await?;
        times.push(start.elapsed());
        sandbox.stop().await;
    }
    let first = times.remove(0);
    times.sort_unstable();
    let ratio = |time: Duration| time.as_secs_f64() / START_BUDGET.as_secs_f64();
    let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
    println!("first start, with the schema: {first:.1?}");
    println!(
        "later starts: median {median:.1?} ({:.2} of the budget of {START_BUDGET:?}), slowest {slowest:.1?} ({:.2})",
        ratio(median),
        ratio(slowest)
    );
    Ok(())
}

/// The number after a flag; flags that cargo adds are ignored.
fn argument(flag: &str) -> Result<Option<usize>, std::num::ParseIntError> {
    let mut arguments = std::env::args().skip_while(|argument| argument != flag);
    arguments.nth(1).map(|text| text.parse()).transpose()
}
