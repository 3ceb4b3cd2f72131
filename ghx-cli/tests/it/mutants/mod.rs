//! Broken step files of every kind: each is refused with a clear error, and nothing is sent.

mod corpus;
mod kinds;
mod tree;

use ghx_cli::Exit;
use serde_json::json;

use self::corpus::corpus;
use self::kinds::{KINDS, Kind};
use self::tree::{Form, Tree};
use crate::support::{Called, Chance, GitHub, call_with};

const COUNT: u64 = 10_000;
/// Planning takes longer than refusing.
const RANDOM: u64 = 2_000;

#[test]
fn ten_thousand_broken_step_files_are_refused() {
    let github = GitHub::start();
    let corpus = corpus();
    let mut kinds = std::collections::BTreeMap::new();
    for number in 0..COUNT {
        let mut chance = Chance::new(number + 1);
        let kind = *chance.pick(&KINDS);
        let forms = Form::ALL.into_iter().filter(|form| kind.fits(*form));
        let form = *chance.pick(&forms.collect::<Vec<_>>());
        let text = kind.broken(chance.pick(&corpus), form, &mut chance);
        let called = call_with(&["chain", "--steps", "-"], &text, &|| github.client());
        check(number, kind, &text, &called);
        *kinds.entry(format!("{kind:?}")).or_insert(0) += 1;
    }
    assert_eq!(kinds.len(), KINDS.len(), "{kinds:?}");
    assert_eq!(github.requests(), 0, "nothing was sent");
}

fn check(number: u64, kind: Kind, text: &[u8], called: &Called) {
    let shown = String::from_utf8_lossy(text);
    let shown: String = shown.chars().take(2_000).collect();
    assert_eq!(called.exit, Exit::Usage, "{number} {kind:?}: {shown}\n{called:?}");
    let first = called.stderr.lines().next().unwrap_or_default();
    assert!(first.starts_with("error: ") && first.len() > 20, "{number} {kind:?}: {shown}\n{called:?}");
    let result = called.json();
    assert_eq!((&result["status"], &result["meta"]["http_calls"]), (&json!("failed"), &json!(0)), "{number} {kind:?}");
    let in_a_step = result["results"].as_array().unwrap().iter().any(|step| step["error"]["code"] == "VALIDATION");
    assert!(in_a_step || result["error"]["code"] == "VALIDATION", "{number} {kind:?}: {called:?}");
}

/// Randomly changed bytes may still be valid steps, so they are only planned.
#[test]
fn random_bytes_never_panic() {
    let github = GitHub::start();
    let corpus = corpus();
    for number in 0..RANDOM {
        let mut chance = Chance::new(number + 77_777);
        let mut text = chance.pick(&corpus).text(*chance.pick(&Form::ALL)).into_bytes();
        for _ in 0..=chance.below(4) {
            let at = chance.below(text.len());
            match chance.below(3) {
                0 => text[at] = u8::try_from(chance.below(256)).unwrap(),
                1 => drop(text.remove(at)),
                _ => text.insert(at, *chance.pick(b"{}[]\",:-'\\\n\0 &*!|>%@`0e")),
            }
        }
        let called = call_with(&["chain", "--plan", "--steps", "-"], &text, &|| github.client());
        assert!(matches!(called.exit, Exit::Success | Exit::Usage), "{number}: {called:?}");
        called.json();
        let called = call_with(&["run", "issue.create", "--plan", "--input", "-"], &text, &|| github.client());
        assert!(matches!(called.exit, Exit::Success | Exit::Usage), "{number}: {called:?}");
        called.json();
    }
    assert_eq!(github.requests(), 0);
}

/// The corpus itself is valid, so it is the mutations that break it.
#[test]
fn the_corpus_is_accepted() {
    for tree in &corpus() {
        for form in Form::ALL {
            let text = Tree::text(tree, form);
            let called =
                call_with(&["chain", "--plan", "--steps", "-"], text.as_bytes(), &|| ghx::Client::builder().token("x"));
            assert_eq!(called.exit, Exit::Success, "{form:?}: {text}\n{called:?}");
        }
    }
}
