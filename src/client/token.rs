//! Tokens, and where they come from.

use std::fmt;
use std::time::SystemTime;

use http::HeaderValue;
use secrecy::{ExposeSecret, SecretString};

use crate::transport::BoxFuture;
use crate::{Error, error::Phase};

/// Where a client gets its token when a fixed one will not do: a GitHub App whose tokens live for an hour, a vault.
///
/// The client keeps a token until shortly before its end, asks once however many requests wait, and asks once more when
/// GitHub answers 401.
///
/// ```
/// use std::time::{Duration, SystemTime};
///
/// use ghx::client::{Token, TokenProvider};
/// use ghx::transport::BoxFuture;
///
/// struct Installation;
///
/// impl TokenProvider for Installation {
///     fn token(&self) -> BoxFuture<'_, Result<Token, ghx::Error>> {
///         Box::pin(async {
///             let secret = String::from("ghs_…"); // made with the key of the app
///             Ok(Token::expiring(secret, SystemTime::now() + Duration::from_secs(3600)))
///         })
///     }
/// }
///
/// let client = ghx::Client::builder().token_provider(Installation).build()?;
/// # Ok::<(), ghx::Error>(())
/// ```
pub trait TokenProvider: Send + Sync + 'static {
    /// A token that is valid now. An error is reported as [`Auth`](crate::ErrorCode::Auth); it must not hold a secret.
    fn token(&self) -> BoxFuture<'_, Result<Token, Error>>;
}

/// A token and how long it lives. `Debug` does not show it.
#[derive(Clone)]
pub struct Token {
    secret: SecretString,
    expires_at: Option<SystemTime>,
}

impl Token {
    /// A token that lives until GitHub refuses it.
    pub fn new(secret: impl Into<String>) -> Self {
        Self { secret: secret.into().into(), expires_at: None }
    }

    /// A token that lives until then.
    pub fn expiring(secret: impl Into<String>, expires_at: SystemTime) -> Self {
        Self { secret: secret.into().into(), expires_at: Some(expires_at) }
    }

    /// When it ends, where that is known.
    pub fn expires_at(&self) -> Option<SystemTime> {
        self.expires_at
    }

    pub(super) fn secret(&self) -> &SecretString {
        &self.secret
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Token").field("expires_at", &self.expires_at).finish_non_exhaustive()
    }
}

/// The `authorization` header for a token; `name` is where the token comes from, for the error, which never holds the token.
pub(super) fn authorization(name: &str, secret: &SecretString) -> Result<HeaderValue, Error> {
    // People paste the line break with it.
    let secret = secret.expose_secret().trim();
    if let Some(flaw) = flaw(secret) {
        return Err(Error::auth(format!("{name} is not a token: {flaw}")).in_phase(Phase::NotSent));
    }
    let mut header = HeaderValue::try_from(format!("Bearer {secret}"))
        .map_err(|_| Error::auth(format!("{name} is not a token")).in_phase(Phase::NotSent))?;
    header.set_sensitive(true);
    Ok(header)
}

fn flaw(secret: &str) -> Option<&'static str> {
    if secret.is_empty() {
        return Some("it is empty");
    }
    let bad = secret.chars().find(|c| !c.is_ascii_graphic())?;
    Some(match bad {
        '\n' | '\r' => "it holds a line break (give one token, without anything around it)",
        ' ' | '\t' => "it holds a space (give the token alone, without `Bearer` or `token`)",
        c if c.is_ascii() => "it holds a control character",
        _ => "it holds a character that is not ASCII (copy the token again)",
    })
}
