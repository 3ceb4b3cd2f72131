//! The `gh` of a client, ready to be run for it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use secrecy::SecretString;

use super::environment::Environment;
use super::failure::Trouble;
use super::process::{Failed, Output, Run};
use super::program::Gh;
use crate::Error;
use crate::client::Client;
use crate::error::Phase;

/// The `gh` of a client with the client's host and token. It has no `Debug`, since it holds the token.
pub(crate) struct Session<'c> {
    gh: &'c Gh,
    environment: Environment,
    token: Option<SecretString>,
    deadline: Duration,
}

impl<'c> Session<'c> {
    pub(crate) async fn open(client: &'c Client) -> Result<Self, Error> {
        let gh = client.gh().ok_or_else(|| {
            let message =
                format!("`gh` cannot be used: it would call {}, but this client has another API URL", client.host());
            Error::adapter_unsupported(message).in_phase(Phase::NotSent)
        })?;
        let token = client.own_token().await?;
        let environment = Environment::new(gh, client.host(), token.as_ref());
        Ok(Self { gh, environment, token, deadline: client.settings().timeout })
    }

    /// Runs it once. `sent` counts it from the moment that it is started.
    pub(crate) async fn run(
        &self,
        arguments: &[String],
        stdin: Option<&Bytes>,
        sent: &AtomicUsize,
    ) -> Result<Output, Failed> {
        let Self { gh, environment, deadline, .. } = self;
        let run = Run { gh, arguments, environment, stdin, deadline: *deadline };
        run.finish(|| _ = sent.fetch_add(1, Ordering::Relaxed)).await
    }

    /// Why a run failed, in words without the token.
    pub(crate) fn trouble(&self, output: &Output) -> Trouble {
        Trouble::of(output, self.token.as_ref())
    }
}

/// The error where there is no `gh` to run.
pub(crate) fn not_started(failed: &Failed) -> Error {
    Error::adapter_unsupported(failed.to_string()).in_phase(Phase::NotSent)
}
