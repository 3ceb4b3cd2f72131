//! The duplicate comment of the README: GitHub executes a write, a gateway loses the response, and the client retries.

mod clients;

use std::{path::Path, process::Command};

use ghx_sandbox::{Fault, FaultRule, GatewayBody, On, Sandbox, When};
use serde_json::json;

use crate::clients::http_client;

/// A sandbox whose next comment on issue 42 is written and then lost.
async fn losing() -> Sandbox {
    let sandbox = Sandbox::start().await.unwrap();
    let lost = Fault::Gateway { status: 502, body: GatewayBody::Html, when: When::After };
    sandbox.inject(FaultRule::new(lost).on(On::Path("/repos/acme/widgets/issues/42/comments".to_owned())));
    sandbox
}

fn comments(sandbox: &Sandbox) -> Vec<String> {
    let all = sandbox.issue("acme/widgets", 42).unwrap().comments.into_iter().map(|comment| comment.body);
    all.filter(|body| body == "Hello").collect()
}

/// Runs a program with a sandbox, on another thread: the sandbox needs this one.
async fn run(program: &str, script: &Path, sandbox: &Sandbox) -> (bool, String) {
    let mut command = Command::new(program);
    command.arg(script).arg(sandbox.base_url()).env("NO_PROXY", "127.0.0.1");
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

/// What every client does that retries after a 5xx.
#[tokio::test]
async fn client_that_retries_after_502_writes_twice() {
    let sandbox = losing().await;
    let url = format!("{}/repos/acme/widgets/issues/42/comments", sandbox.base_url());
    let send =
        || http_client().build().unwrap().post(&url).bearer_auth("any").body(json!({ "body": "Hello" }).to_string());
    let mut status = send().send().await.unwrap().status();
    if status.is_server_error() {
        status = send().send().await.unwrap().status();
    }
    assert_eq!((status.as_u16(), comments(&sandbox)), (201, vec!["Hello".to_owned(); 2]));
    let statuses: Vec<_> = sandbox.requests().iter().map(|request| request.status).collect();
    assert_eq!(statuses, [Some(502), Some(201)]);
}

/// `PyGithub` with its defaults.
#[tokio::test]
async fn pygithub_writes_twice() {
    let sandbox = losing().await;
    let (succeeded, text) = run("python3", &clients::pygithub(), &sandbox).await;
    assert!(succeeded, "{text}");
    assert_eq!(comments(&sandbox), ["Hello", "Hello"]);
}

/// octokit with its defaults.
#[tokio::test]
#[ignore = "needs node and npm: cargo test -p ghx-sandbox --test it octokit -- --ignored"]
async fn octokit_writes_twice() {
    let sandbox = losing().await;
    let (succeeded, text) = run("node", &clients::octokit(), &sandbox).await;
    assert!(succeeded, "{text}");
    assert_eq!(comments(&sandbox), ["Hello", "Hello"]);
}
