//! The token that `gh` keeps.

use secrecy::ExposeSecret;

use super::{Gh, Host, Token, TokenProvider};
use crate::Error;
use crate::client::gh::stored_token;
use crate::client::transport::BoxFuture;

/// The token that `gh` keeps for a host, in its configuration or in the keyring of the system.
pub(super) struct StoredToken {
    pub(super) gh: Gh,
    pub(super) host: Host,
    /// What to say if it keeps none.
    pub(super) missing: Error,
}

impl TokenProvider for StoredToken {
    fn token(&self) -> BoxFuture<'_, Result<Token, Error>> {
        Box::pin(async {
            match stored_token(&self.gh, &self.host).await {
                Ok(Some(secret)) => Ok(Token::new(secret.expose_secret())),
                // Without `gh`, what helps is a token.
                Ok(None) | Err(_) => Err(self.missing.clone()),
            }
        })
    }
}
