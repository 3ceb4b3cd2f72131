//! Runs the `gh` of a client with the host and token of the client.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use secrecy::SecretString;

use super::environment::GhEnvironment;
use super::failure::GhFailure;
use super::process::{GhCommand, GhRunError, Output};
use super::program::Gh;
use crate::Error;
use crate::client::Client;
use crate::error::Phase;

/// The `gh` of a client with the client's host and token. It has no `Debug`, since it holds the token.
pub(crate) struct Session<'c> {
    gh: &'c Gh,
    environment: GhEnvironment,
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
        let environment = GhEnvironment::new(gh, client.host(), token.as_ref());
        Ok(Self { gh, environment, token, deadline: client.settings().timeout })
    }

    /// Runs `gh` once. `sent` is increased as soon as the process has started.
    pub(crate) async fn run(
        &self,
        arguments: &[String],
        stdin: Option<&Bytes>,
        sent: &AtomicUsize,
    ) -> Result<Output, GhRunError> {
        let Self { gh, environment, deadline, .. } = self;
        let command = GhCommand { gh, arguments, environment, stdin, deadline: *deadline };
        command.run(|| _ = sent.fetch_add(1, Ordering::Relaxed)).await
    }

    /// Why a run failed, without the token.
    pub(crate) fn failure(&self, output: &Output) -> GhFailure {
        GhFailure::from_output(output, self.token.as_ref())
    }
}

/// The error if `gh` could not be started.
pub(crate) fn not_started(error: &GhRunError) -> Error {
    Error::adapter_unsupported(error.to_string()).in_phase(Phase::NotSent)
}
