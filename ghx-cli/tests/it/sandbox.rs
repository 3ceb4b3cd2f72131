//! `ghx sandbox`: an in-memory GitHub server.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use crate::support::{Program, program};

/// A sandbox that is stopped at the end.
struct Served(Child, Value);

impl Served {
    fn start(arguments: &[&str]) -> Self {
        let mut call: Program = program(&[&["sandbox"], arguments].concat());
        let mut child = call.command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let started = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        Self(child, started)
    }

    fn url(&self, member: &str) -> String {
        self.1[member].as_str().unwrap().to_owned()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn two_commands_share_a_sandbox_server() {
    let served = Served::start(&[]);
    let run = |arguments: &[&str]| {
        let call = program(arguments).env("GITHUB_GRAPHQL_URL", served.url("graphql_url"));
        call.env("GH_TOKEN", served.url("token")).run().expect(0)
    };
    let new = run(&["run", "issue.create", "--input", "repo: acme/widgets\ntitle: Crash"]);
    let seen = run(&["run", "issue.view", "--input", &json!({"issueId": new["data"]["id"]}).to_string()]);
    assert_eq!(seen["data"]["title"], "Crash");
}

#[test]
fn a_fault_can_be_injected() {
    let served = Served::start(&["--fault", "{\"fault\": \"status\", \"status\": 401}"]);
    let call = program(&["run", "repo.view", "--input", "repo: acme/widgets"]);
    let ended = call.env("GITHUB_GRAPHQL_URL", served.url("graphql_url")).env("GH_TOKEN", "any").run();
    assert_eq!(ended.expect(4)["error"]["code"], "AUTH");
}

#[test]
fn the_server_stops_at_ctrl_c() {
    let mut served = Served::start(&[]);
    let status = std::process::Command::new("kill").args(["-INT", &served.0.id().to_string()]).status().unwrap();
    assert!(status.success());
    assert_eq!(served.0.wait().unwrap().code(), Some(0));
    let mut said = String::new();
    served.0.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

#[test]
fn a_port_in_use_is_reported() {
    let served = Served::start(&[]);
    let port = served.url("rest_url").rsplit(':').next().unwrap().to_owned();
    let ended = program(&["sandbox", "--port", &port]).run();
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("cannot listen") && ended.stderr.contains("in use"), "{}", ended.stderr);
    let ended = program(&["sandbox", "--seed", "nothing.yaml"]).run();
    assert_eq!(ended.code, Some(2), "{ended:?}");
}
