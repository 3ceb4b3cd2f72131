//! Is `gh` there, and is it logged in?

use std::time::Duration;

use secrecy::SecretString;
use tracing::debug;

use super::environment::Environment;
use super::failure::{Trouble, clean};
use super::process::{Failed, Output, Run};
use super::program::Gh;
use super::session::not_started;
use crate::Error;
use crate::client::{Client, Host};
use crate::error::Phase;

/// How long these questions may take: they are asked of a program on this machine.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether there is a `gh` that runs.
pub(crate) async fn available(gh: &Gh) -> Result<(), Error> {
    let program = gh.program().to_string_lossy();
    let unavailable = |why: String| Error::adapter_unsupported(why).in_phase(Phase::NotSent);
    let output = ask(gh, &Environment::bare(gh), &["--version"]).await.map_err(|failed| match &failed {
        Failed::NotStarted(error) if error.kind() == std::io::ErrorKind::NotFound => {
            unavailable(format!("`{program}` was not found (install the GitHub CLI)"))
        }
        _ => unavailable(failed.to_string()),
    })?;
    let printed = String::from_utf8_lossy(&output.stdout);
    if output.code == Some(0) && printed.starts_with("gh version ") {
        debug!(version = printed.lines().next(), "gh is available");
        return Ok(());
    }
    let said = clean(printed.lines().next().unwrap_or_default(), None);
    Err(unavailable(format!("`{program}` is not the GitHub CLI: {said}")))
}

/// Whether `gh` can ask the client's host: with the client's own token, else with one that it has stored.
pub(crate) async fn authenticated(client: &Client, gh: &Gh) -> Result<(), Error> {
    if client.own_token().await?.is_some() {
        return Ok(());
    }
    let host = client.host();
    stored_token(gh, host).await?.map(drop).ok_or_else(|| {
        let message = format!("`gh` is not logged in to {host} (run `gh auth login --hostname {host}`)");
        Error::auth(message).in_phase(Phase::NotSent)
    })
}

/// The token that `gh` has stored for a host, in its configuration or in a keyring; `None` where it has none.
pub(crate) async fn stored_token(gh: &Gh, host: &Host) -> Result<Option<SecretString>, Error> {
    let hostname = format!("--hostname={host}");
    let output = ask(gh, &Environment::new(gh, host, None), &["auth", "token", &hostname]).await;
    let output = output.map_err(|failed| not_started(&failed))?;
    match output.code {
        Some(0) => {
            let token = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            Ok(Some(token).filter(|token| !token.is_empty()).map(SecretString::from))
        }
        _ if output.stderr.contains("no oauth token") => Ok(None),
        _ => Err(Error::auth(Trouble::of(&output, None).message).in_phase(Phase::NotSent)),
    }
}

async fn ask(gh: &Gh, environment: &Environment, arguments: &[&str]) -> Result<Output, Failed> {
    let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
    let run = Run { gh, arguments: &arguments, environment, stdin: None, deadline: PATIENCE };
    run.finish(|| {}).await
}
