//! The token that `gh` has stored.

use secrecy::ExposeSecret;

use super::{Gh, Host, Token, TokenProvider};
use crate::Error;
use crate::client::gh::stored_token;
use crate::client::transport::BoxFuture;

/// Provides the token that `gh` has stored for a host, in its configuration or in the system's keyring.
pub(super) struct StoredToken {
    pub(super) gh: Gh,
    pub(super) host: Host,
    /// The error if there is none.
    pub(super) missing: Error,
}

impl TokenProvider for StoredToken {
    fn token(&self) -> BoxFuture<'_, Result<Token, Error>> {
        Box::pin(async {
            match stored_token(&self.gh, &self.host).await {
                Ok(Some(secret)) => Ok(Token::new(secret.expose_secret())),
                // If `gh` cannot be run, the user needs a token all the same.
                Ok(None) | Err(_) => Err(self.missing.clone()),
            }
        })
    }
}
