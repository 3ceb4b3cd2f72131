//! Tokens and token providers.

use std::fmt;
use std::time::SystemTime;

use http::HeaderValue;
use secrecy::{ExposeSecret, SecretString};

use crate::Error;
use crate::client::transport::BoxFuture;
use crate::error::Phase;

/// Provides tokens that change over time, such as those of a GitHub App, which expire after an hour, or of a vault.
///
/// The client caches a token until shortly before it expires. Concurrent requests share one call of the provider, and there
/// is one more call if GitHub responds with 401. The timeout of a call is that of a request.
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
///             let secret = String::from("ghs_…"); // created with the key of the app
///             Ok(Token::expiring(secret, SystemTime::now() + Duration::from_secs(3600)))
///         })
///     }
/// }
///
/// let client = ghx::Client::builder().token_provider(Installation).build()?;
/// # Ok::<(), ghx::Error>(())
/// ```
pub trait TokenProvider: Send + Sync + 'static {
    /// A token that is valid now. An error is reported as [`Auth`](crate::ErrorCode::Auth); it must not contain a secret.
    fn token(&self) -> BoxFuture<'_, Result<Token, Error>>;
}

/// A token and its expiry. `Debug` does not show the token.
#[derive(Clone)]
pub struct Token {
    secret: SecretString,
    expires_at: Option<SystemTime>,
}

impl Token {
    /// A token that is used until GitHub refuses it.
    pub fn new(secret: impl Into<String>) -> Self {
        Self { secret: secret.into().into(), expires_at: None }
    }

    /// A token that expires at this time.
    pub fn expiring(secret: impl Into<String>, expires_at: SystemTime) -> Self {
        Self { secret: secret.into().into(), expires_at: Some(expires_at) }
    }

    /// When the token expires, if known.
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

/// The `authorization` header for a token. The error names the source of the token, and never contains the token.
pub(super) fn authorization(name: &str, secret: &SecretString) -> Result<HeaderValue, Error> {
    // Pasted tokens often end with a line break.
    let secret = secret.expose_secret().trim();
    if secret.is_empty() {
        return Err(Error::auth(format!("{name} is empty (set a GitHub token)")).in_phase(Phase::NotSent));
    }
    let refuse = |flaw: &str| Error::validation(format!("{name} is not a valid token: it contains {flaw}"));
    if let Some(flaw) = secret.chars().find_map(flaw) {
        return Err(refuse(flaw));
    }
    let header = HeaderValue::try_from(format!("Bearer {secret}"));
    let mut header = header.map_err(|_| refuse("a character that is not allowed in a header"))?;
    header.set_sensitive(true);
    Ok(header)
}

fn flaw(character: char) -> Option<&'static str> {
    match character {
        '!'..='~' => None,
        '\n' | '\r' => Some("a line break (give one token and nothing else)"),
        ' ' | '\t' => Some("a space (give the token alone, without `Bearer` or `token`)"),
        c if c.is_ascii() => Some("a control character (copy the token again)"),
        _ => Some("a character that is not ASCII (copy the token again)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;

    #[test]
    fn white_space_is_removed_and_debug_hides_the_token() {
        let header = authorization("`token`", &" ghp_canary\r\n".to_owned().into()).unwrap();
        assert_eq!(header.to_str().unwrap(), "Bearer ghp_canary");
        assert_eq!(format!("{header:?}"), "Sensitive");
    }

    #[test]
    fn names_the_flaw_without_the_token() {
        for (secret, flaw) in [
            ("canary\ncanary", "a line break"),
            ("canary\rcanary", "a line break"),
            ("Bearer canary", "a space"),
            ("canary\0", "a control character"),
            ("canary\u{7f}canary", "a control character"),
            ("canaryé", "not ASCII"),
            ("\u{feff}canary", "not ASCII"),
        ] {
            let error = authorization("`GH_TOKEN`", &secret.to_owned().into()).unwrap_err();
            assert_eq!(error.code(), ErrorCode::Validation);
            assert!(error.message().starts_with("`GH_TOKEN` is not a valid token: it contains"), "{error}");
            assert!(error.message().contains(flaw), "{error}");
            assert!(!format!("{error} {error:?}").contains("canary"), "{error:?}");
        }
    }

    #[test]
    fn an_empty_token_is_an_auth_error() {
        let error = authorization("`token`", &" \n".to_owned().into()).unwrap_err();
        assert_eq!((error.code(), error.phase()), (ErrorCode::Auth, Phase::NotSent));
        assert_eq!(error.message(), "`token` is empty (set a GitHub token)");
    }

    #[test]
    fn debug_shows_no_secret() {
        let token = Token::expiring("canary", SystemTime::UNIX_EPOCH);
        assert!(!format!("{token:?}").contains("canary"));
        assert!(format!("{token:?}").contains("expires_at"));
    }
}
