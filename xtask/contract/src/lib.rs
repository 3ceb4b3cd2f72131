//! Runs mutated cards on the sandbox, over every route, and compares them with the originals.
#![allow(clippy::unwrap_used, reason = "part of the tests: whatever fails must stop the run")]

mod client;
mod inputs;
mod observe;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use ghx::capability::Entry;
use ghx::card::RouteKind;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use observe::{Observation, observe};

/// A mutated card and its original. Each registry has one capability.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The number of the mutant.
    pub mutant: usize,
    /// The original.
    pub original: &'static [Entry],
    /// The mutated card.
    pub mutated: &'static [Entry],
}

/// What became of a case.
#[derive(Debug, Serialize)]
pub struct Verdict {
    /// The number of the mutant.
    pub mutant: usize,
    /// The first difference; none if the card behaved as its original.
    pub difference: Option<String>,
}

/// Runs all cases. Every run of a card has a sandbox of its own.
///
/// # Panics
///
/// If no runtime can be started.
pub fn run(cases: &'static [Case], gh: &Path) -> Vec<Verdict> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let expected = Arc::new(originals(cases, gh).await);
        let mut tasks = Bounded::default();
        for case in cases {
            let (expected, gh) = (Arc::clone(&expected), gh.to_owned());
            tasks.spawn(async move { judge(case, &expected, &gh).await });
        }
        let mut verdicts = tasks.finish().await;
        verdicts.sort_by_key(|verdict| verdict.mutant);
        verdicts
    })
}

/// One input of a card over one route.
type Run = (&'static str, RouteKind, usize);

/// What the originals do. Each run is done twice: what differs by itself proves nothing about a mutant.
async fn originals(cases: &'static [Case], gh: &Path) -> HashMap<Run, Observation> {
    let mut tasks = Bounded::default();
    let mut known = Vec::new();
    for case in cases {
        let card = case.original[0].card;
        if known.contains(&card.id) {
            continue;
        }
        known.push(card.id);
        for (route, number, input) in runs(case) {
            let gh = gh.to_owned();
            tasks.spawn(async move {
                let first = observe(case.original, route, &input, &gh).await;
                let second = observe(case.original, route, &input, &gh).await;
                let difference = first.difference(&second);
                assert!(difference.is_none(), "{} over {route} differs by itself: {difference:?}", card.id);
                ((card.id, route, number), first)
            });
        }
    }
    tasks.finish().await.into_iter().collect()
}

/// The inputs of a card, over each of its routes.
fn runs(case: &Case) -> impl Iterator<Item = (RouteKind, usize, Value)> {
    let card = case.original[0].card;
    let inputs = inputs::of(card);
    card.routes().flat_map(move |route| {
        let inputs = inputs.clone().into_iter().enumerate();
        inputs.map(move |(number, input)| (route, number, input))
    })
}

async fn judge(case: &'static Case, expected: &HashMap<Run, Observation>, gh: &Path) -> Verdict {
    let card = case.original[0].card;
    for (route, number, input) in runs(case) {
        let seen = observe(case.mutated, route, &input, gh).await;
        if let Some(part) = expected[&(card.id, route, number)].difference(&seen) {
            return Verdict { mutant: case.mutant, difference: Some(format!("{} over {route}: {part}", card.id)) };
        }
    }
    Verdict { mutant: case.mutant, difference: None }
}

/// Tasks of which only a few run at a time: each has a server and may have a process.
struct Bounded<T> {
    tasks: JoinSet<T>,
    permits: Arc<Semaphore>,
}

impl<T> Default for Bounded<T> {
    fn default() -> Self {
        let workers = std::thread::available_parallelism().map_or(2, usize::from);
        Bounded { tasks: JoinSet::new(), permits: Arc::new(Semaphore::new(2 * workers)) }
    }
}

impl<T: Send + 'static> Bounded<T> {
    fn spawn(&mut self, task: impl Future<Output = T> + Send + 'static) {
        let permits = Arc::clone(&self.permits);
        self.tasks.spawn(async move {
            let _permit = permits.acquire().await.unwrap();
            task.await
        });
    }

    async fn finish(self) -> Vec<T> {
        self.tasks.join_all().await
    }
}
