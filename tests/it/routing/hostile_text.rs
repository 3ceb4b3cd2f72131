//! Any text is sent unchanged or refused before anything is sent, on every route.

use ghx::capability::find;
use ghx::card::RouteKind;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::{Value, json};

use super::harness::Harness;

/// Text that shells, flags, file names, templates or C strings have misread.
const USUAL: [&str; 26] = [
    "--web",
    "-F @file",
    "@file",
    "@-",
    "-",
    "--",
    "--repo=evil/evil",
    "-R evil/evil",
    "$(touch pwned)",
    "`touch pwned`",
    "; rm -rf /",
    "a\nb\r\nc",
    "\"quoted\" and 'quoted'",
    "back\\slash \\n \\\"",
    "{owner}/{repo}",
    "{{new.id",
    "${{ github.sha }}",
    "null",
    "true",
    "42",
    "a,b,c",
    " leading and trailing ",
    "nul\0inside",
    "\u{feff}bom",
    "👩‍👩‍👧 ünïcödé \u{202e}rtl",
    "tab\tand \u{7f} and \u{1b}[31m",
];

/// 1,000 texts: the usual ones, generated ones, long ones.
fn texts() -> Vec<String> {
    let config = Config { rng_seed: RngSeed::Fixed(0x6768_7821), ..Config::default() };
    let mut runner = TestRunner::new(config);
    let pieces =
        prop::collection::vec(prop_oneof![prop::sample::select(&USUAL[..]).prop_map(str::to_owned), ".{0,12}"], 1..4);
    let generated = pieces.prop_map(|pieces| pieces.concat());
    let mut texts: Vec<String> = USUAL.iter().map(ToString::to_string).collect();
    texts.push("long ".repeat(12_000));
    texts.push("é".repeat(30_000));
    while texts.len() < 1_000 {
        texts.push(generated.new_tree(&mut runner).unwrap().current());
    }
    texts
}

/// Runs a write; what arrived, or nothing if it was refused and nothing was sent.
async fn arrives(harness: &Harness, route: RouteKind, step: &Value) -> bool {
    let before = harness.sandbox.writes().len();
    let envelope = harness.over(route, step).await;
    let wrote = harness.sandbox.writes().len() - before;
    if envelope["ok"] == true {
        assert_eq!(wrote, 1, "{step} over {route}");
        return true;
    }
    let code = envelope["error"]["code"].as_str().unwrap();
    assert!(["VALIDATION", "ADAPTER_UNSUPPORTED"].contains(&code), "{step} over {route}: {envelope:#}");
    assert_eq!(wrote, 0, "{step} over {route}");
    false
}

/// Opens issues with these texts as titles and bodies; how many arrived.
async fn open_issues(route: RouteKind, texts: Vec<(String, String)>) -> usize {
    let harness = Harness::start().await;
    let mut arrived = 0;
    for (title, body) in &texts {
        let input = json!({"repo": "acme/widgets", "title": title, "body": body});
        if arrives(&harness, route, &json!({"task": "issue.create", "input": input})).await {
            let newest = harness.sandbox.issues("acme/widgets").into_iter().max_by_key(|issue| issue.number).unwrap();
            assert_eq!((&newest.title, &newest.body), (title, body), "over {route}");
            arrived += 1;
        }
    }
    arrived
}

#[tokio::test(flavor = "multi_thread")]
async fn titles_and_bodies() {
    let texts = texts();
    let (titles, bodies) = texts.split_at(texts.len() / 2);
    let pairs: Vec<_> = titles.iter().cloned().zip(bodies.iter().cloned()).collect();
    for route in find(ghx::ALL, "issue.create").unwrap().card.routes() {
        let parts = pairs.chunks(pairs.len().div_ceil(4)).map(|part| tokio::spawn(open_issues(route, part.to_vec())));
        let parts: Vec<_> = parts.collect();
        let mut arrived = 0;
        for part in parts {
            arrived += part.await.unwrap();
        }
        assert!(arrived > 400, "only {arrived} of {} arrived over {route}", pairs.len());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn comments() {
    for route in find(ghx::ALL, "issue.comments.create").unwrap().card.routes() {
        let harness = Harness::start().await;
        for text in USUAL {
            let input = json!({"issue": "acme/widgets#1", "body": text});
            if arrives(&harness, route, &json!({"task": "issue.comments.create", "input": input})).await {
                let comments = harness.sandbox.issue("acme/widgets", 1).unwrap().comments;
                assert_eq!(comments.last().unwrap().body, text, "over {route}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn labels_and_branches_as_flags_and_parameters() {
    let texts = texts();
    for (task, input) in [("issue.list", "labels"), ("workflow.runs.list", "branch"), ("issue.labels.add", "labels")] {
        for route in find(ghx::ALL, task).unwrap().card.routes() {
            let harness = Harness::start().await;
            for text in texts.iter().take(40).filter(|text| !text.is_empty()) {
                let value = if input == "labels" { json!([text]) } else { json!(text) };
                let mut step = json!({"task": task, "input": {input: value}});
                match task {
                    "issue.labels.add" => step["input"]["issue"] = json!("acme/widgets#1"),
                    _ => step["input"]["repo"] = json!("acme/widgets"),
                }
                let envelope = harness.over(route, &step).await;
                // No such label or branch: an empty list or NOT_FOUND, never the elements of another one.
                let empty = envelope["data"]["items"].as_array().is_some_and(Vec::is_empty);
                let code = envelope["error"]["code"].as_str().unwrap_or_default();
                let refused = ["NOT_FOUND", "VALIDATION", "ADAPTER_UNSUPPORTED"].contains(&code);
                let shown: String = text.chars().take(60).collect();
                assert!(empty || refused, "{task} {shown:?} over {route}: {envelope:#}");
            }
            assert!(harness.sandbox.writes().is_empty(), "{task} over {route}");
        }
    }
}
