//! A result reports what happened: random chains under random faults, compared with the sandbox's record of writes.

mod chains;
mod compare;
mod faults;
mod middlebox;
mod random;

use std::time::Duration;

use ghx::Client;
use ghx::route::RoutePolicy;
use ghx::task::{TaskRequest, Tasks};
use ghx_sandbox::{FaultRule, Sandbox};
use serde_json::Value;

use self::compare::{Ledger, account};
use self::random::Random;
use super::paused_clock::{Relay, sandbox};

const WORKERS: u64 = 4;
const SANDBOXES: u64 = 10;
const CHAINS: u64 = 55;

/// One chain and all that is needed to look at it when something is wrong.
struct Trial {
    seed: u64,
    requests: Vec<TaskRequest>,
    faults: Vec<FaultRule>,
    max_batch: usize,
    max_wait: Duration,
}

impl Trial {
    fn new(seed: u64, sandbox: &Sandbox) -> Self {
        let mut chance = Random::new(seed);
        let requests = chains::chain(&mut chance, sandbox, seed, chains::Routes::Graphql);
        let faults = (0..chance.below(4)).map(|_| faults::rule(&mut chance)).collect();
        let max_batch = chance.pick(&[1, 2, 3, 5, 50, usize::MAX]);
        let max_wait = Duration::from_secs(chance.pick(&[0, 2, 60]));
        Self { seed, requests, faults, max_batch, max_wait }
    }

    async fn run(&self, sandbox: &Sandbox, relay: &Relay) -> Value {
        let builder = Client::builder().token(Sandbox::TOKEN).graphql_url(&sandbox.graphql_url());
        let builder = builder.transport(relay.clone()).max_batch(self.max_batch).max_wait(self.max_wait);
        sandbox.disarm();
        sandbox.clear_record();
        for fault in &self.faults {
            sandbox.inject(fault.clone());
        }
        // A single step could use another route after a failure; this is about GraphQL.
        let tasks = Tasks::new(&self.requests).routes(RoutePolicy::graphql_only());
        let envelope = tasks.execute(&builder.build().unwrap()).await;
        serde_json::to_value(envelope).unwrap()
    }

    fn explain(&self, envelope: &Value, sandbox: &Sandbox, problem: &str) -> String {
        let steps: Vec<String> = self.requests.iter().enumerate().map(|(at, step)| format!("{at} {step:?}")).collect();
        let writes: Vec<String> = sandbox.writes().iter().map(|write| format!("{write:?}")).collect();
        format!(
            "seed {}: {problem}\nmax_batch {} max_wait {:?}\nfaults {:#?}\n{}\n{envelope:#}\n{}",
            self.seed,
            self.max_batch,
            self.max_wait,
            self.faults,
            steps.join("\n"),
            writes.join("\n")
        )
    }
}

/// Runs a chain on a sandbox; the envelope, if everything agrees.
async fn honest(seed: u64, sandbox: &Sandbox, relay: &Relay, ledger: &mut Ledger) -> Result<Value, String> {
    let trial = Trial::new(seed, sandbox);
    let envelope = trial.run(sandbox, relay).await;
    match account(&trial.requests, &envelope, sandbox, ledger) {
        Ok(()) => Ok(envelope),
        Err(wrong) => Err(trial.explain(&envelope, sandbox, &wrong.what)),
    }
}

/// Which outcomes the trials had: a test that only ever sees success proves nothing.
#[derive(Default)]
struct Seen {
    chains: usize,
    ok: usize,
    failed: usize,
    unknown: usize,
    applied: usize,
    skipped: usize,
    limited: usize,
}

impl Seen {
    fn add(&mut self, envelope: &Value) {
        self.chains += 1;
        for result in envelope["results"].as_array().unwrap() {
            let (error, count) = (&result["error"], usize::from);
            self.ok += count(result["ok"] == true);
            self.failed += count(result["ok"] == false);
            self.unknown += count(error["details"]["outcome"] == "unknown");
            self.applied += count(error["details"]["outcome"] == "applied");
            self.skipped += count(error["code"] == "SKIPPED");
            self.limited += count(error["code"] == "RATE_LIMIT");
        }
    }
}

/// Where the seeds start: `GHX_SEED=7000000 cargo test outcomes` runs other chains than usual.
fn start() -> u64 {
    std::env::var("GHX_SEED").map_or(0, |seed| seed.parse().unwrap())
}

async fn work(worker: u64) -> Result<Seen, String> {
    let mut seen = Seen::default();
    let relay = Relay::default();
    for round in 0..SANDBOXES {
        let sandbox = sandbox().await;
        let mut ledger = Ledger::default();
        for chain in 0..CHAINS {
            let number = start() + worker * 1_000_000 + round * 1_000 + chain;
            seen.add(&honest(number, &sandbox, &relay, &mut ledger).await?);
        }
        ledger.check(&sandbox).map_err(|wrong| wrong.what)?;
    }
    Ok(seen)
}

fn on_a_paused_clock<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build();
    runtime.unwrap().block_on(future)
}

#[test]
fn no_write_is_doubled_or_lost_unreported() {
    let workers: Vec<_> =
        (0..WORKERS).map(|worker| std::thread::spawn(move || on_a_paused_clock(work(worker)))).collect();
    let mut total = Seen::default();
    for worker in workers {
        let seen = worker.join().unwrap().unwrap_or_else(|problem| panic!("{problem}"));
        total.chains += seen.chains;
        total.ok += seen.ok;
        total.failed += seen.failed;
        total.unknown += seen.unknown;
        total.applied += seen.applied;
        total.skipped += seen.skipped;
        total.limited += seen.limited;
    }
    assert!(total.chains >= 2_000, "{} chains", total.chains);
    assert!(total.ok > total.failed / 2 && total.failed > total.ok / 20, "{} ok, {} failed", total.ok, total.failed);
    for (count, what) in
        [(total.unknown, "unknown"), (total.applied, "applied"), (total.skipped, "skipped"), (total.limited, "limited")]
    {
        assert!(count > 20, "only {count} {what}");
    }
}
