//! What TLS is spoken with.

use std::sync::Arc;

use rustls::client::WantsClientCert;
use rustls::{ClientConfig, ConfigBuilder, Error, RootCertStore, WantsVerifier};
use rustls_platform_verifier::BuilderVerifierExt;

/// The certificates that the system trusts, as `gh` uses them: an Enterprise Server often has one of its own company.
pub(super) fn trusting_the_system() -> Result<ClientConfig, Error> {
    Ok(finish(start()?.with_platform_verifier()?))
}

/// For connections without TLS, since reqwest wants a configuration all the same. It reads no certificates and trusts nobody.
pub(super) fn unused() -> Result<ClientConfig, Error> {
    Ok(finish(start()?.with_root_certificates(RootCertStore::empty())))
}

/// TLS 1.2 and 1.3 on ring. The provider is given here and not installed for the process: that is the bot's choice, not a
/// library's.
fn start() -> Result<ConfigBuilder<ClientConfig, WantsVerifier>, Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()
}

fn finish(builder: ConfigBuilder<ClientConfig, WantsClientCert>) -> ClientConfig {
    let mut config = builder.with_no_client_auth();
    // reqwest leaves a finished configuration as it is, so nobody else offers HTTP/2.
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    config
}
