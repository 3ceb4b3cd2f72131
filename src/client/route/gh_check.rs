//! Checks whether the `gh` of a client can be used.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

use super::availability::Unavailable;
use super::trace::RouteReason;
use crate::Error;
use crate::client::Client;
use crate::client::gh;
use crate::client::gh::Gh;
use crate::error::Phase;

/// How long a failed check of `gh` is cached: the user may install it or log in.
const FAILURE_TTL: Duration = Duration::from_secs(30);

/// The cached result of checking the `gh` of a client. Clones of the client share it.
#[derive(Debug, Default)]
pub(crate) struct GhCheck {
    /// Locked during a check, so that one caller checks and the others wait for its result.
    latest: Mutex<Option<CheckResult>>,
}

#[derive(Debug)]
struct CheckResult {
    result: Result<(), Unavailable>,
    at: Instant,
}

/// Checks that `gh` calls the API of the client, is installed and logged in.
pub(super) async fn check(client: &Client) -> Result<(), Unavailable> {
    match client.gh() {
        Some(gh) => client.gh_check().get(client, gh).await,
        None => Err(other_api_url(client)),
    }
}

impl GhCheck {
    async fn get(&self, client: &Client, gh: &Gh) -> Result<(), Unavailable> {
        let mut latest = self.latest.lock().await;
        match &*latest {
            Some(CheckResult { result: Ok(()), .. }) => return Ok(()),
            Some(CheckResult { result, at }) if at.elapsed() < FAILURE_TTL => return result.clone(),
            _ => {}
        }
        let result = check_gh(client, gh).await;
        *latest = Some(CheckResult { result: result.clone(), at: Instant::now() });
        result
    }
}

async fn check_gh(client: &Client, gh: &Gh) -> Result<(), Unavailable> {
    let unavailable = |error: Error| Unavailable { reason: RouteReason::CliNotAvailable, error };
    gh::check_installed(gh).await.map_err(unavailable)?;
    let unauthenticated = |error: Error| Unavailable { reason: RouteReason::CliUnauthenticated, error };
    gh::check_logged_in(client, gh).await.map_err(unauthenticated)
}

fn other_api_url(client: &Client) -> Unavailable {
    let message = format!(
        "this client has another API URL than {host}, and `gh` would call {host} (set `gh` on the client to use it anyway)",
        host = client.host()
    );
    let error = Error::adapter_unsupported(message).in_phase(Phase::NotSent);
    Unavailable { reason: RouteReason::EnvConstraint, error }
}
