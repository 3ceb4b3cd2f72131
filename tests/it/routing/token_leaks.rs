//! A token is in one header and in one environment variable of `gh`, and nowhere else.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::{Arc, Mutex};

use ghx::card::RouteKind;
use ghx::client::Gh;
use ghx::task::{Task, TaskRequest};
use ghx::{Client, ErrorCode};
use ghx_sandbox::{Fault, FaultRule, On, Sandbox, When};
use serde_json::{Value, json};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::prelude::*;

use super::harness::Proxied;
use crate::engine::harness::requests;

const CANARY: &str = "ghp_canary0123456789abcdefghijABCDEFGHIJ";

/// Everything that is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// The real `gh` behind a script that writes down its arguments and its environment.
pub(super) fn watched(folder: &Path, sandbox: &Sandbox) -> Gh {
    let script = folder.join("gh");
    let text = format!(
        "#!/bin/sh\nprintf '%s\\n' \"$@\" >> {0}/arguments\nenv >> {0}/environment\nexec {1} \"$@\"\n",
        folder.display(),
        crate::gh::gh().display()
    );
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    Gh::at(&script)
        .variable("HOME", folder)
        .variable("GH_CONFIG_DIR", folder)
        .variable("http_proxy", sandbox.base_url())
}

pub(super) fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_default()
}

fn steps() -> Vec<Value> {
    vec![
        json!({"task": "repo.view", "input": {"repo": "acme/widgets"}}),
        json!({"task": "issue.list", "input": {"repo": "acme/nowhere"}}),
        json!({"task": "issue.comments.create", "input": {"issue": "acme/widgets#1", "body": "x"}}),
        json!({"task": "pr.diff.view", "input": {"pr": "acme/widgets#7"}}),
    ]
}

#[tokio::test]
async fn the_token_is_in_no_output() {
    let log = Log::default();
    let subscriber = tracing_subscriber::registry()
        .with(tracing_subscriber::fmt::layer().with_writer(log.clone()).with_ansi(false))
        .with(tracing_subscriber::filter::LevelFilter::TRACE);
    // While there is only one subscriber, a test on another thread can disable our events.
    let _second = tracing::Dispatch::new(tracing_subscriber::registry());
    let logging = tracing::subscriber::set_default(subscriber);
    let (sandbox, folder) = (Sandbox::start().await.unwrap(), tempfile::tempdir().unwrap());
    let gh = watched(folder.path(), &sandbox);
    let builder = Client::builder().host("github.localhost").token(CANARY).gh(gh.clone());
    let client = builder.transport(Proxied::to(&sandbox)).build().unwrap();

    let mut seen = vec![format!("{client:?} {client:#?} {gh:?} {gh:#?}")];
    for fault in [None, Some(500), Some(401), Some(403), Some(422), Some(502)] {
        for step in steps() {
            for route in RouteKind::ALL {
                sandbox.disarm();
                if let Some(status) = fault {
                    sandbox.inject(
                        FaultRule::new(Fault::Status { status, body: Value::Null, when: When::Before }).on(On::Any),
                    );
                }
                let request: TaskRequest = requests(&step)[0].clone();
                let task = Task::new(&request).routes(ghx::route::RoutePolicy::Only(route)).trace(true);
                let envelope = task.execute(&client).await;
                seen.push(serde_json::to_string(&envelope).unwrap());
                seen.push(format!("{envelope:?} {task:?}"));
            }
        }
    }
    let error = ghx::repo::view("acme/nowhere".parse::<ghx::Repo>().unwrap()).send(&client).await.unwrap_err();
    assert_eq!(error.code(), ErrorCode::NotFound);
    seen.push(format!("{error} {error:?} {error:#?}"));
    drop(logging);

    let log = String::from_utf8_lossy(&log.0.lock().unwrap()).into_owned();
    assert!(log.contains("response"), "something was logged");
    assert!(!log.contains(CANARY) && !log.contains("Bearer"), "{}", around(&log));
    for text in &seen {
        assert!(!text.contains(CANARY), "{}", around(text));
    }
    let arguments = read(folder.path(), "arguments");
    assert!(arguments.contains("repo\nview") && !arguments.contains(CANARY), "{}", around(&arguments));
    let environment = read(folder.path(), "environment");
    let lines: Vec<&str> = environment.lines().filter(|line| line.contains(CANARY)).collect();
    assert!(!lines.is_empty() && lines.iter().all(|line| *line == format!("GH_TOKEN={CANARY}")), "{lines:?}");
    let bodies = format!("{:?}", sandbox.requests());
    assert!(!bodies.contains(CANARY), "{}", around(&bodies));
}

fn around(text: &str) -> String {
    let at = text.find(CANARY).or_else(|| text.find("Bearer")).unwrap_or_default();
    text.get(at.saturating_sub(200)..(at + 100).min(text.len())).unwrap_or(text).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_gh_keeps_is_not_handed_to_it() {
    let (sandbox, folder) = (Sandbox::start().await.unwrap(), tempfile::tempdir().unwrap());
    let hosts = format!("github.localhost:\n    oauth_token: {CANARY}\n    user: octocat\n    git_protocol: https\n");
    std::fs::write(folder.path().join("hosts.yml"), hosts).unwrap();
    let gh = watched(folder.path(), &sandbox);
    let builder = Client::builder().host("github.localhost").gh(gh);
    let client = builder.transport(Proxied::to(&sandbox)).build().unwrap();
    for route in RouteKind::ALL {
        let request = &requests(&steps()[0])[0];
        let task = Task::new(request).routes(ghx::route::RoutePolicy::Only(route));
        let envelope = serde_json::to_value(task.execute(&client).await).unwrap();
        assert_eq!(envelope["ok"], true, "{route}: {envelope:#}");
        assert!(!envelope.to_string().contains(CANARY));
    }
    let arguments = read(folder.path(), "arguments");
    assert!(arguments.contains("auth\ntoken"), "{arguments}");
    assert!(!arguments.contains(CANARY) && !read(folder.path(), "environment").contains(CANARY));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_for_one_host() {
    let (sandbox, folder) = (Sandbox::start().await.unwrap(), tempfile::tempdir().unwrap());
    let gh = watched(folder.path(), &sandbox);
    let builder = Client::builder().host("ghe.example.com").token(CANARY).gh(gh);
    let client = builder.transport(Proxied::to(&sandbox)).build().unwrap();
    let request = &requests(&steps()[0])[0];
    let task = Task::new(request).routes(ghx::route::RoutePolicy::Only(RouteKind::Cli));
    let _ = task.execute(&client).await;
    let environment = read(folder.path(), "environment");
    let lines: Vec<&str> = environment.lines().filter(|line| line.contains(CANARY)).collect();
    assert!(!lines.is_empty() && lines.iter().all(|line| line.starts_with("GH_ENTERPRISE_TOKEN=")), "{lines:?}");
    assert!(environment.lines().any(|line| line == "GH_HOST=ghe.example.com"));
}
