//! What the engine itself costs: plan, build documents, decode answers, for chains of 1 to 1,000 steps.
//!
//! Answers are recorded once from the sandbox and played back without a network, so that only the engine is measured.
//! `cargo bench --bench engine` prints criterion's figures, then the ratios to the budgets.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

use std::collections::HashMap;
use std::hint::black_box;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bytes::Bytes;
use criterion::{BenchmarkId, Criterion, Throughput};
use ghx::chain::DynChain;
use ghx::transport::{BoxFuture, HttpTransport, Transport, TransportError};
use ghx::{Chain, Client, Repo, issue};
use ghx_sandbox::{IssueSeed, Permission, RepoSeed, Sandbox, Seed};
use http::{Request, Response};

const STEPS: [u32; 4] = [1, 10, 50, 1000];

/// The answers by the body of their request.
type Tape = Arc<Mutex<HashMap<Bytes, Response<Bytes>>>>;

/// Sends for real, and keeps the answers.
#[derive(Debug)]
struct Record {
    inner: HttpTransport,
    tape: Tape,
}

impl Transport for Record {
    fn send(
        &self,
        request: Request<Bytes>,
        deadline: Duration,
    ) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        Box::pin(async move {
            let body = request.body().clone();
            let answer = self.inner.send(request, deadline).await?;
            self.tape.lock().unwrap().insert(body, answer.clone());
            Ok(answer)
        })
    }
}

/// Answers what was recorded.
#[derive(Debug)]
struct Play(Tape);

impl Transport for Play {
    fn send(&self, request: Request<Bytes>, _: Duration) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        let answer = self.0.lock().unwrap().get(request.body()).cloned();
        Box::pin(async move { answer.ok_or_else(|| TransportError::not_sent(std::io::Error::other("not recorded"))) })
    }
}

/// A label and a comment on every other issue: lookups and writes of both kinds.
fn chain(steps: u32) -> DynChain {
    let repo: Repo = "acme/many".parse().unwrap();
    let mut chain = Chain::dynamic();
    for step in 0..steps {
        let issue = repo.issue(u64::from(step / 2 + 1));
        if step % 2 == 0 {
            chain.push(issue::labels::add(issue, ["bug"]));
        } else {
            chain.push(issue::comments::create(issue, format!("Comment {step}: thank you for the report.")));
        }
    }
    chain
}

fn client(url: &str, transport: impl Transport) -> Client {
    Client::builder().token("t").graphql_url(url).transport(transport).build().unwrap()
}

async fn recorded() -> Client {
    let repo = RepoSeed::new("acme/many").collaborator("octocat", Permission::Write).label("bug").label("docs");
    let many = (0..500).fold(repo, |repo, index| repo.issue(IssueSeed::new(format!("Issue {index}"))));
    let sandbox = Sandbox::builder().seed(Seed::empty("octocat").repo(many)).start().await.unwrap();
    let tape = Tape::default();
    let inner = HttpTransport::new(Duration::from_secs(5));
    let recording = client(&sandbox.graphql_url(), Record { inner, tape: Arc::clone(&tape) });
    for steps in STEPS {
        chain(steps).run(&recording).await.unwrap().check().unwrap();
    }
    client(&sandbox.graphql_url(), Play(tape))
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let gh = runtime.block_on(recorded());
    let run = |steps: u32| {
        let report = runtime.block_on(chain(steps).run(&gh)).unwrap();
        assert_eq!(report.status(), ghx::chain::Status::Success);
        let _ = black_box(report);
    };
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("plan + build + decode");
    for steps in STEPS {
        group.throughput(Throughput::Elements(u64::from(steps)));
        group.bench_with_input(BenchmarkId::from_parameter(steps), &steps, |bench, steps| bench.iter(|| run(*steps)));
    }
    group.finish();
    criterion.final_summary();
    ratios(&run);
}

/// The middle of many runs, in microseconds.
fn median(run: &dyn Fn(u32), steps: u32) -> f64 {
    let rounds = 2000 / steps.max(20) + 20;
    let mut times: Vec<f64> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            run(steps);
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn ratios(run: &dyn Fn(u32)) {
    let times = STEPS.map(|steps| (steps, median(run, steps)));
    println!("\n| steps | whole chain | per step |\n|---|---|---|");
    for (steps, time) in times {
        println!("| {steps} | {time:.0} µs | {:.1} µs |", time / f64::from(steps));
    }
    let [_, _, (_, fifty), (_, thousand)] = times;
    println!("\n50 steps: {:.2}x of the budget of 1 ms", fifty / 1000.0);
    println!("growth from 50 to 1,000 steps: {:.2}x of linear (budget 1.2x)", thousand / 1000.0 / (fifty / 50.0));
}
