//! Checks whether a route can be used: whether there is a token, or a `gh` that is installed and logged in.

use super::trace::RouteReason;
use crate::Error;
use crate::card::RouteKind;
use crate::client::Client;

/// Why a route cannot be used.
#[derive(Clone, Debug)]
pub(crate) struct Unavailable {
    pub(crate) reason: RouteReason,
    pub(crate) error: Error,
}

/// Checks whether a route can be used. Nothing is sent to GitHub.
pub(crate) async fn check(client: &Client, route: RouteKind) -> Result<(), Unavailable> {
    match route {
        RouteKind::Graphql | RouteKind::Rest => {
            let failed = |error: Error| Unavailable { reason: RouteReason::PreflightFailed, error };
            client.check_token().await.map_err(failed)
        }
        #[cfg(feature = "gh")]
        RouteKind::Cli => super::gh_check::check(client).await,
        #[cfg(not(feature = "gh"))]
        RouteKind::Cli => Ok(()), // The route is not part of this build, and was refused before.
    }
}
