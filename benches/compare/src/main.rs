//! A label and a comment on 1, 10 and 50 issues, with a latency of 0 and 50 ms:
//! a ghx chain, octocrab call by call, octocrab with parallel calls, the `gh` program call by call.
//!
//! `cargo xtask bench-compare` runs it in release mode and writes the table to `docs/benchmarks.md`. `GHX_TEST_GH` is the path
//! of another `gh` than the one on `PATH`. Without `gh`, its rows are left out, with a warning.

mod contenders;
mod meter;
mod table;

use std::error::Error;
use std::time::{Duration, Instant};

use contenders::{Contender, Gh};
use ghx_sandbox::{Fault, FaultRule, IssueSeed, Permission, RepoSeed, Sandbox, Seed};
use meter::Meter;
use table::Row;

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

const ISSUES: [u32; 3] = [1, 10, 50];
const LATENCIES: [u64; 2] = [0, 50];

#[tokio::main]
async fn main() -> Outcome<()> {
    let gh = Gh::find();
    if gh.is_none() {
        eprintln!("warning: no gh on PATH and GHX_TEST_GH is not set; rows with gh are left out");
    }
    let contenders = Contender::all(gh);
    let mut rows = Vec::new();
    for latency in LATENCIES {
        for issues in ISSUES {
            for contender in &contenders {
                let row = measure(contender, issues, latency).await?;
                eprintln!("{row}");
                rows.push(row);
            }
        }
    }
    println!("{}", table::render(&rows));
    Ok(())
}

/// The best of three runs, each on a new sandbox: noise only makes a run slower.
async fn measure(contender: &Contender, issues: u32, latency: u64) -> Outcome<Row> {
    let mut best: Option<Row> = None;
    for _ in 0..3 {
        let row = once(contender, issues, latency).await?;
        if best.as_ref().is_none_or(|best| row.wall < best.wall) {
            best = Some(row);
        }
    }
    best.ok_or_else(|| "no measurement".into())
}

async fn once(contender: &Contender, issues: u32, latency: u64) -> Outcome<Row> {
    let repo = RepoSeed::new("acme/many").collaborator("octocat", Permission::Write).label("bug");
    let repo = (0..issues).fold(repo, |repo, index| repo.issue(IssueSeed::new(format!("Issue {index}"))));
    let mut builder = Sandbox::builder().seed(Seed::empty("octocat").repo(repo));
    if latency > 0 {
        builder = builder.fault(FaultRule::new(Fault::Slow { millis: latency }).always());
    }
    let sandbox = builder.start().await?;
    let meter = Meter::start(sandbox.address()).await?;
    let numbers: Vec<u64> = (1..=u64::from(issues)).collect();
    let start = Instant::now();
    contender.run(&meter.url(), &numbers).await?;
    let wall = start.elapsed();
    check(&sandbox, issues)?;
    let calls = sandbox.requests().len();
    Ok(Row { contender: contender.name(), issues, latency: Duration::from_millis(latency), wall, calls, bytes: meter.bytes() })
}

/// Checks that the work was done.
fn check(sandbox: &Sandbox, issues: u32) -> Outcome<()> {
    for number in 1..=issues {
        let issue = sandbox.issue("acme/many", number).ok_or("an issue is missing")?;
        if issue.labels != ["bug"] || issue.comments.len() != 1 {
            return Err(format!("issue {number} was not labelled and commented: {issue:?}").into());
        }
    }
    Ok(())
}
