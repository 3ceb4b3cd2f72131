//! Every document that can be planned is valid: each capability alone, twice, with every other, and all at once.

use std::collections::HashSet;

use apollo_compiler::ExecutableDocument;
use ghx::client::MaxBatch;
use ghx::task::Tasks;
use ghx_sandbox::Sandbox;
use serde_json::{Value, json};

use super::harness::requests;
use super::schema::{PINNED, PUBLISHED};
use super::table::{Row, rows};

/// Documents that were found valid already: many chains have the same.
#[derive(Default)]
struct Seen(HashSet<String>);

impl Seen {
    /// Checks every document of a chain, and that it takes no more calls than a wave may.
    fn check(&mut self, steps: &[Value]) {
        let tasks = requests(&Value::Array(steps.to_vec()));
        let plan =
            Tasks::new(&tasks).plan(MaxBatch::Unlimited).unwrap_or_else(|refused| panic!("{steps:?}: {refused:?}"));
        assert!(plan.http_calls() <= 2, "{plan}");
        for wave in plan.waves() {
            for request in wave.queries.iter().chain(&wave.mutations) {
                if self.0.insert(request.document.clone()) {
                    valid(&request.document);
                }
            }
        }
    }
}

fn valid(document: &str) {
    for schema in std::iter::once(&*PINNED).chain(&*PUBLISHED) {
        if let Err(invalid) = ExecutableDocument::parse_and_validate(schema, document, "sent.graphql") {
            panic!("{}\n{document}", invalid.errors);
        }
    }
}

async fn all_rows() -> Vec<Row> {
    rows(&Sandbox::start().await.unwrap())
}

#[tokio::test]
async fn every_capability_alone_and_twice() {
    let mut seen = Seen::default();
    for row in all_rows().await {
        seen.check(&[row.step()]);
        seen.check(&[row.step(), row.step()]);
    }
    assert!(seen.0.len() >= 2 * ghx::ALL.len(), "only {} documents", seen.0.len());
}

#[tokio::test]
async fn every_pair_of_capabilities_in_both_orders() {
    let rows = all_rows().await;
    let mut seen = Seen::default();
    for first in &rows {
        for second in &rows {
            seen.check(&[first.step(), second.step()]);
        }
    }
    assert!(seen.0.len() > ghx::ALL.len() * ghx::ALL.len() / 2, "only {} documents", seen.0.len());
}

#[tokio::test]
async fn all_capabilities_at_once() {
    let steps: Vec<Value> = all_rows().await.iter().map(Row::step).collect();
    let mut seen = Seen::default();
    seen.check(&steps);
    seen.check(&[steps.clone(), steps].concat());
    assert_eq!(seen.0.len(), 3, "one query, and the mutations of both chains");
}

#[test]
fn the_check_finds_an_invalid_document() {
    let document = "query Ghx { a: viewer { nosuch } }";
    assert!(ExecutableDocument::parse_and_validate(&PINNED, document, "bad.graphql").is_err());
    let refused = json!([{"task": "issue.view", "input": {"issueNumber": 1}}]);
    assert!(Tasks::new(&requests(&refused)).plan(MaxBatch::Unlimited).is_err());
}
