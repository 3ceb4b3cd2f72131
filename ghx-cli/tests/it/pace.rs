//! `--pace`: writes that are spaced out as GitHub asks.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::support::{GitHub, Terminal, plain, program};

fn closes(count: usize) -> String {
    let close =
        |number: usize| json!({"task": "issue.close", "input": {"issue": format!("acme/widgets#{}", number % 3 + 1)}});
    Value::from((0..count).map(close).collect::<Vec<_>>()).to_string()
}

fn plan(arguments: &[&str]) -> Value {
    let steps = closes(3);
    let arguments = [&["chain", "--plan", "--max-batch", "1", "--steps", &steps], arguments].concat();
    program(&arguments).env("GH_TOKEN", "any").run().expect(0)
}

#[test]
fn writes_are_a_second_apart_and_the_waits_are_shown() {
    let github = GitHub::start();
    let variables = github.variables();
    let variables: Vec<_> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let steps = closes(3);
    let arguments = ["chain", "--pace", "on", "--max-wait", "0", "--max-batch", "1", "--compact", "--steps", &steps];
    let start = Instant::now();
    let (code, seen) = Terminal::ghx(&arguments, &variables).end();
    assert_eq!(code, Some(0), "these waits are not taken from --max-wait: {seen}");
    assert!(start.elapsed() >= Duration::from_secs(2), "{:?}", start.elapsed());
    assert!(plain(&seen).contains("waiting 1s between writes"), "{seen:?}");
}

#[test]
fn a_sandbox_is_paced_only_on_request() {
    let github = GitHub::start();
    let steps = closes(3);
    for pace in [&[][..], &["--pace", "auto"], &["--pace", "off"]] {
        let arguments = [&["chain", "--max-batch", "1", "--steps", &steps], pace].concat();
        let start = Instant::now();
        program(&arguments).envs(github.variables()).run().expect(0);
        assert!(start.elapsed() < Duration::from_secs(2), "{pace:?}: {:?}", start.elapsed());
    }
}

#[test]
fn fifty_light_writes_are_one_call() {
    let steps = closes(50);
    let start = Instant::now();
    let result = program(&["chain", "--sandbox", "--pace", "on", "--steps", &steps]).run().expect(0);
    assert_eq!(result["meta"]["http_calls"], 2, "one query and one mutation: {}", result["meta"]);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn a_plan_has_the_least_duration() {
    assert_eq!(plan(&[])["min_seconds"], 2, "github.com is paced");
    assert_eq!(plan(&["--pace", "on"])["min_seconds"], 2);
    assert_eq!(plan(&["--pace", "off"]).get("min_seconds"), None);
    assert_eq!(plan(&["--sandbox"]).get("min_seconds"), None);
    assert_eq!(plan(&["--sandbox", "--pace", "on"])["min_seconds"], 2);
    let github = GitHub::start();
    let steps = closes(3);
    let local = program(&["chain", "--plan", "--max-batch", "1", "--steps", &steps]).envs(github.variables());
    assert_eq!(local.run().expect(0).get("min_seconds"), None, "a loopback address is not paced");
}

#[test]
fn a_pace_that_does_not_exist_is_an_error() {
    let ended = program(&["chain", "--steps", "[]", "--pace", "slow"]).run();
    assert!(ended.code == Some(2) && ended.stderr.contains("auto, on, off"), "{ended:?}");
}
