//! Processes: bounded, killed, and given only what they need. A script takes the place of `gh`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::cards::{CREATE, CREATE_API, VIEW, VIEW_API};
use super::harness::{CANARY, Harness, fate, issue, scratch, widgets};
use crate::ErrorCode::{Network, Server, Unknown};
use crate::client::Gh;
use crate::engine::send::Cancel;
use crate::error::Phase::{MayBeApplied, Refused};

/// A program that does this instead.
fn fake(what: &str) -> Gh {
    Gh::at(concat!(env!("CARGO_MANIFEST_DIR"), "/src/engine/routes/tests/gh.sh")).variable("FAKE", what)
}

/// A file that no other test writes.
fn file(name: &str) -> PathBuf {
    std::fs::create_dir_all(scratch()).unwrap();
    let path = scratch().join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

async fn with(gh: Gh) -> Harness {
    Harness::with(|builder| builder.gh(gh).timeout(Duration::from_millis(500))).await
}

/// The process that wrote its number there, once it has.
async fn started(path: &Path) -> u32 {
    loop {
        if let Some(number) = std::fs::read_to_string(path).ok().and_then(|text| text.trim().parse().ok()) {
            return number;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Waits until a process has ended.
async fn gone(process: u32) {
    for _ in 0..400 {
        if !Path::new("/proc").join(process.to_string()).exists() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("process {process} is still there");
}

#[tokio::test]
async fn a_stopped_run_kills_gh_and_reports_unknown() {
    for (card, expected) in
        [(&CREATE, MayBeApplied), (&CREATE_API, MayBeApplied), (&VIEW, Refused), (&VIEW_API, Refused)]
    {
        let path = file("stopped");
        let harness = Harness::with(|builder| builder.gh(fake("hang").variable("FAKE_PID", &path))).await;
        let mut process = 0;
        let stop = async { process = started(&path).await };
        let mut input = issue(1);
        input["title"] = "x".into();
        let result = Cancel::until(stop, |cancel| harness.run(card, input, cancel, true)).await;
        let error = result.unwrap_err();
        assert_eq!((error.code(), error.phase()), (Network, expected), "{error}");
        assert_eq!(error.message().contains("may have been applied"), expected == MayBeApplied, "{error}");
        gone(process).await;
    }
}

#[tokio::test]
async fn a_dropped_run_kills_gh() {
    let path = file("dropped");
    let harness = Harness::with(|builder| builder.gh(fake("hang").variable("FAKE_PID", &path))).await;
    let process = tokio::select! {
        _ = harness.cli(&VIEW, issue(1)) => panic!("it hangs"),
        process = started(&path) => process,
    };
    gone(process).await;
}

#[tokio::test]
async fn a_gh_that_takes_too_long_is_killed() {
    let path = file("slow");
    let harness = with(fake("hang").variable("FAKE_PID", &path)).await;
    let error = harness.cli(&CREATE, widgets(json!({"title": "x"}))).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (Network, MayBeApplied));
    assert!(error.message().starts_with("GitHub did not respond in time"), "{error}");
    gone(started(&path).await).await;
    let harness = with(fake("deaf")).await;
    assert_eq!(fate(harness.cli(&VIEW_API, issue(1)).await), (Network, Refused));
}

#[tokio::test]
async fn output_is_bounded_and_stderr_does_not_block() {
    let harness = Harness::with(|builder| builder.gh(fake("flood"))).await;
    let error = harness.cli(&VIEW, issue(1)).await.unwrap_err();
    assert_eq!((error.code(), error.phase(), error.message()), (Server, Refused, "`gh` wrote more than 64 MiB"));
    let write = widgets(json!({"title": "x"}));
    assert_eq!(fate(harness.cli(&CREATE, write).await), (Server, MayBeApplied));
    let harness = Harness::with(|builder| builder.gh(fake("chatter"))).await;
    let error = harness.cli(&VIEW, issue(1)).await.unwrap_err();
    assert_eq!((error.code(), error.message()), (crate::ErrorCode::NotFound, "this is a pull request, not an issue"));
}

#[tokio::test]
async fn output_that_is_not_json_means_unknown_outcome() {
    let harness = Harness::with(|builder| builder.gh(fake("text"))).await;
    let error = harness.cli(&VIEW, issue(1)).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (Server, Refused));
    assert_eq!(error.message(), "the output of `gh` is not valid JSON");
    assert_eq!(fate(harness.cli(&super::cards::MISREAD, issue(1)).await), (Server, MayBeApplied));
    assert_eq!(fate(harness.cli(&VIEW_API, issue(1)).await), (Network, Refused));
}

#[tokio::test]
async fn the_token_is_in_no_error() {
    let harness = Harness::with(|builder| builder.gh(fake("leak"))).await;
    let error = harness.cli(&CREATE, widgets(json!({"title": "x"}))).await.unwrap_err();
    assert_eq!((error.code(), error.phase()), (Unknown, MayBeApplied));
    assert!(error.message().starts_with("gh: *** is not ***"), "{error}");
    let error = harness.cli(&CREATE_API, widgets(json!({"title": "x"}))).await.unwrap_err();
    let source = std::error::Error::source(&error).and_then(std::error::Error::source).unwrap();
    assert!(source.to_string().starts_with("gh: *** is not ***"), "{source}");
    assert!(!format!("{error:?} {:?}", harness.client).contains(CANARY));
}

#[tokio::test]
async fn the_token_is_in_the_environment_only() {
    for (card, has_body) in [(&VIEW, false), (&VIEW_API, false), (&CREATE_API, true)] {
        let path = file("dump");
        let harness = Harness::with(|builder| builder.gh(fake("dump").variable("FAKE_OUT", &path))).await;
        let mut input = issue(1);
        input["title"] = "a secret plan".into();
        let _ = harness.cli(card, input).await;
        let read = |part: &str| std::fs::read_to_string(format!("{}.{part}", path.display())).unwrap();
        let (arguments, environment, stdin) = (read("args"), read("env"), read("stdin"));
        assert!(!arguments.contains(CANARY) && !arguments.contains("secret plan"), "{arguments}");
        assert_eq!(stdin.contains("a secret plan"), has_body, "{stdin}");
        let lines = |start: &str| environment.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!((lines("GH_TOKEN="), lines("GH_HOST=github.localhost"), lines("CARGO")), (1, 1, 0), "{environment}");
        assert_eq!(environment.matches(CANARY).count(), 1);
    }
}
