//! Whether a route can be used at all: credentials, and a `gh` that runs.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use super::trace::RouteReason;
use crate::Error;
use crate::card::RouteKind;
use crate::client::Client;
use crate::client::gh;
use crate::client::gh::Gh;
use crate::error::Phase;

/// How long it counts that `gh` cannot be used: somebody may install it or log in.
const FORGET: Duration = Duration::from_secs(30);

/// Why a route cannot be used.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) reason: RouteReason,
    pub(crate) error: Error,
}

/// What is known about the `gh` of a client. Clones of the client share it.
#[derive(Debug, Default)]
pub(crate) struct Preflight {
    /// Held while `gh` is asked, so that one asks and the others wait for what comes.
    gh: Mutex<Option<Known>>,
}

#[derive(Debug)]
struct Known {
    result: Result<(), Failure>,
    at: Instant,
}

/// Whether a route can be used. Nothing is sent to GitHub for it.
pub(crate) async fn check(client: &Client, route: RouteKind) -> Result<(), Failure> {
    match route {
        RouteKind::Graphql | RouteKind::Rest => {
            let failed = |error: Error| Failure { reason: RouteReason::PreflightFailed, error };
            client.check_token().await.map_err(failed)
        }
        RouteKind::Cli => match client.gh() {
            Some(gh) => client.preflight().gh(client, gh).await,
            None => Err(elsewhere(client)),
        },
    }
}

impl Preflight {
    async fn gh(&self, client: &Client, gh: &Gh) -> Result<(), Failure> {
        let mut known = self.gh.lock().await;
        match &*known {
            Some(Known { result: Ok(()), .. }) => return Ok(()),
            Some(Known { result, at }) if at.elapsed() < FORGET => return result.clone(),
            _ => {}
        }
        let result = ask(client, gh).await;
        *known = Some(Known { result: result.clone(), at: Instant::now() });
        result
    }
}

async fn ask(client: &Client, gh: &Gh) -> Result<(), Failure> {
    let unavailable = |error: Error| Failure { reason: RouteReason::CliNotAvailable, error };
    gh::available(gh).await.map_err(unavailable)?;
    let unauthenticated = |error: Error| Failure { reason: RouteReason::CliUnauthenticated, error };
    gh::authenticated(client, gh).await.map_err(unauthenticated)
}

fn elsewhere(client: &Client) -> Failure {
    let message = format!(
        "this client has another API URL than {host}, and `gh` would call {host} (set `gh` on the client to use it anyway)",
        host = client.host()
    );
    let error = Error::adapter_unsupported(message).in_phase(Phase::NotSent);
    Failure { reason: RouteReason::EnvConstraint, error }
}
