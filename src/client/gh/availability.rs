//! Checks whether `gh` is installed and logged in.

use std::time::Duration;

use secrecy::SecretString;
use tracing::debug;

use super::environment::GhEnvironment;
use super::failure::{GhFailure, clean};
use super::process::{GhCommand, GhRunError, Output};
use super::program::Gh;
use super::session::not_started;
use crate::Error;
use crate::client::{Client, Host};
use crate::error::Phase;

/// The timeout of these checks, which do not use the network.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Checks that `gh` is installed and runs.
pub(crate) async fn check_installed(gh: &Gh) -> Result<(), Error> {
    let program = gh.program().to_string_lossy();
    let unavailable = |why: String| Error::adapter_unsupported(why).in_phase(Phase::NotSent);
    let output = run(gh, &GhEnvironment::bare(gh), &["--version"]).await.map_err(|error| match &error {
        GhRunError::NotStarted(error) if error.kind() == std::io::ErrorKind::NotFound => {
            unavailable(format!("`{program}` was not found (install the GitHub CLI)"))
        }
        _ => unavailable(error.to_string()),
    })?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if output.code == Some(0) && printed.starts_with("gh version ") {
        debug!(version = printed.lines().next(), "gh is available");
        return Ok(());
    }
    let line = clean(printed.lines().next().unwrap_or_default(), None);
    Err(unavailable(format!("`{program}` is not the GitHub CLI: {line}")))
}

/// Checks that `gh` has a token for the client's host: the client's own, or one that `gh` has stored.
pub(crate) async fn check_logged_in(client: &Client, gh: &Gh) -> Result<(), Error> {
    if client.own_token().await?.is_some() {
        return Ok(());
    }
    let host = client.host();
    stored_token(gh, host).await?.map(drop).ok_or_else(|| {
        let message = format!("`gh` is not logged in to {host} (run `gh auth login --hostname {host}`)");
        Error::auth(message).in_phase(Phase::NotSent)
    })
}

/// The token that `gh` has stored for a host, in its configuration or in a keyring; `None` if there is none.
pub(crate) async fn stored_token(gh: &Gh, host: &Host) -> Result<Option<SecretString>, Error> {
    let hostname = format!("--hostname={host}");
    let output = run(gh, &GhEnvironment::new(gh, host, None), &["auth", "token", &hostname]).await;
    let output = output.map_err(|error| not_started(&error))?;
    match output.code {
        Some(0) => {
            let token = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            Ok(Some(token).filter(|token| !token.is_empty()).map(SecretString::from))
        }
        _ if output.stderr.contains("no oauth token") => Ok(None),
        _ => Err(Error::auth(GhFailure::from_output(&output, None).message).in_phase(Phase::NotSent)),
    }
}

async fn run(gh: &Gh, environment: &GhEnvironment, arguments: &[&str]) -> Result<Output, GhRunError> {
    let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
    let command = GhCommand { gh, arguments: &arguments, environment, stdin: None, deadline: TIMEOUT };
    command.run(|| {}).await
}
