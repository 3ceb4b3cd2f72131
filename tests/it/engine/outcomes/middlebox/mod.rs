//! A result reports what happened, whatever response the client gets: random chains and tasks through a middlebox that
//! executes a request and then replaces, cuts, delays or forges the response.
//!
//! `GHX_SEED=n` runs other trials than usual, `GHX_TRIALS=n` as many chains as you like. The seed of a failing trial is
//! printed; `GHX_SEED=<seed> GHX_TRIALS=1` runs that one again.

mod edits;
mod grammar;
mod single;
mod statistics;

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Mutex;
use std::time::Duration;

use ghx::Client;
use ghx::route::RoutePolicy;
use ghx::task::{TaskRequest, Tasks};
use ghx_sandbox::Sandbox;
use ghx_sandbox::middlebox::{Exchange, Middlebox};
use serde_json::Value;

use self::statistics::Seen;
use super::chains::{self, Routes};
use super::compare::{Ledger, account_of_writes};
use super::on_a_paused_clock;
use super::random::Random;
use crate::engine::paused_clock::{Relay, on_the_real_clock, sandbox};

const WORKERS: u64 = 4;
const CHAINS: u64 = 10_000;

/// Less than a stall takes, and much more than the sandbox does.
const TIMEOUT: Duration = Duration::from_millis(600);

/// A sandbox behind a middlebox.
struct Wire {
    sandbox: Sandbox,
    middlebox: Middlebox,
}

impl Wire {
    async fn start() -> Self {
        let sandbox = sandbox().await;
        let (sandbox, middlebox) = on_the_real_clock(async move {
            let middlebox = Middlebox::start(&sandbox).await.unwrap();
            (sandbox, middlebox)
        })
        .await;
        Self { sandbox, middlebox }
    }

    /// Lets the middlebox tamper, the same way for the same seed and the same requests.
    fn arm(&self, seed: u64) {
        self.sandbox.clear_record();
        self.middlebox.clear_log();
        let (early, late) = (Dice::new(seed ^ 0xEA51), Dice::new(seed));
        self.middlebox.script_early(move |exchange| grammar::early(&mut early.roll(exchange), exchange));
        self.middlebox.script(move |exchange| grammar::tamper(&mut late.roll(exchange), exchange));
    }
}

/// Random numbers that depend on the request, and on how often it was sent.
struct Dice {
    seed: u64,
    times: Mutex<HashMap<u64, u64>>,
}

impl Dice {
    fn new(seed: u64) -> Self {
        Self { seed, times: Mutex::default() }
    }

    fn roll(&self, exchange: &Exchange) -> Random {
        let mut hasher = DefaultHasher::new();
        (&exchange.method, &exchange.path, &exchange.query, &exchange.body).hash(&mut hasher);
        exchange.headers.get("content-length").hash(&mut hasher);
        let request = hasher.finish();
        let mut times = self.times.lock().unwrap();
        let time = times.entry(request).or_default();
        *time += 1;
        Random::new(self.seed ^ request.rotate_left(17) ^ *time)
    }
}

/// One chain and all that is needed to look at it when something is wrong.
struct Trial {
    seed: u64,
    requests: Vec<TaskRequest>,
    max_batch: usize,
    max_wait: Duration,
}

impl Trial {
    fn new(seed: u64, sandbox: &Sandbox) -> Self {
        let mut chance = Random::new(seed);
        let requests = chains::chain(&mut chance, sandbox, seed, Routes::GraphqlAndRest);
        let max_batch = chance.pick(&[1, 2, 3, 5, 50, usize::MAX]);
        let max_wait = Duration::from_secs(chance.pick(&[0, 2, 60]));
        Self { seed, requests, max_batch, max_wait }
    }

    async fn run(&self, wire: &Wire, relay: &Relay) -> Value {
        wire.arm(self.seed);
        let builder =
            Client::builder().token(Sandbox::TOKEN).graphql_url(&wire.middlebox.graphql_url()).timeout(TIMEOUT);
        let builder = builder.transport(relay.clone()).max_batch(self.max_batch).max_wait(self.max_wait);
        let builder = builder.rest_url(&wire.middlebox.rest_url());
        // A single step could use another route, where its writes have no alias: see `single`.
        let routes = if self.requests.len() == 1 { RoutePolicy::graphql_only() } else { RoutePolicy::default() };
        let tasks = Tasks::new(&self.requests).routes(routes);
        serde_json::to_value(tasks.execute(&builder.build().unwrap()).await).unwrap()
    }

    fn explain(&self, envelope: &Value, wire: &Wire, problem: &str) -> String {
        let steps: Vec<String> = self.requests.iter().enumerate().map(|(at, step)| format!("{at} {step:?}")).collect();
        format!(
            "seed {}: {problem}\nmax_batch {} max_wait {:?}\n{}\n{envelope:#}\n{}",
            self.seed,
            self.max_batch,
            self.max_wait,
            steps.join("\n"),
            statistics::transcript(wire)
        )
    }
}

/// Runs one chain, on a sandbox of its own, and notes its figures and what was wrong.
async fn trial(number: u64, seen: &mut Seen) {
    let (wire, mut ledger) = (Wire::start().await, Ledger::default());
    let trial = Trial::new(number, &wire.sandbox);
    let envelope = trial.run(&wire, &Relay::default()).await;
    seen.add(&envelope, &wire.middlebox.log());
    wire.middlebox.pass_all();
    let account = account_of_writes(&trial.requests, &envelope, &wire.sandbox, &mut ledger);
    if let Err(wrong) = account.and_then(|()| ledger.check(&wire.sandbox)) {
        seen.wrong(wrong.kind, trial.explain(&envelope, &wire, &wrong.what));
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

async fn work(seeds: std::ops::Range<u64>) -> Seen {
    let mut seen = Seen::default();
    for seed in seeds {
        trial(seed, &mut seen).await;
    }
    seen
}

/// Each step is executed at most once, `ok` means executed, a failure without an outcome means not
/// executed, and an unknown outcome is never retryable.
#[test]
fn chains_report_what_happened() {
    let (start, chains) = (number("GHX_SEED").unwrap_or(0), number("GHX_TRIALS").unwrap_or(CHAINS));
    let share = chains.div_ceil(WORKERS);
    let ranges = (0..WORKERS).map(|worker| start + worker * share..start + ((worker + 1) * share).min(chains));
    let workers: Vec<_> = ranges
        .filter(|seeds| !seeds.is_empty())
        .map(|seeds| std::thread::spawn(move || on_a_paused_clock(work(seeds))))
        .collect();
    let mut total = Seen::default();
    for worker in workers {
        total.merge(worker.join().unwrap());
    }
    total.check();
    if chains >= CHAINS {
        total.check_variety();
    }
}

/// A seed that is printed for a wrong result can be looked at again.
#[test]
fn a_seed_repeats_its_trial() {
    let run = |seed| {
        let seen = on_a_paused_clock(work(seed..seed + 1));
        seen.to_string()
    };
    for seed in 0..40 {
        // On a busy machine, a response may once be later than the timeout.
        let mut again = (0..3).map(|_| (run(seed), run(seed)));
        assert!(again.any(|(first, second)| first == second), "seed {seed}: {}\n{}", run(seed), run(seed));
    }
}
