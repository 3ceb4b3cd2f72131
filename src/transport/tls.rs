//! What TLS is spoken with.

use std::sync::Arc;

use rustls::{ClientConfig, Error};
use rustls_platform_verifier::BuilderVerifierExt;

/// TLS 1.2 and 1.3 on ring, with the certificates that the system trusts (`gh` uses the same: an Enterprise Server often
/// has a certificate of its own company).
///
/// The provider is given here and not installed for the process: that is the bot's choice, not a library's.
pub(super) fn config() -> Result<ClientConfig, Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_platform_verifier()?
        .with_no_client_auth();
    // reqwest leaves a finished configuration as it is, so nobody else offers HTTP/2.
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
