//! The TLS configuration.

use std::sync::Arc;

use rustls::client::WantsClientCert;
use rustls::{ClientConfig, ConfigBuilder, Error, RootCertStore, WantsVerifier};
use rustls_platform_verifier::BuilderVerifierExt;

/// Trusts the certificates of the system, like `gh`: an Enterprise Server often has a certificate of its company.
pub(super) fn with_system_certificates() -> Result<ClientConfig, Error> {
    Ok(finish(start()?.with_platform_verifier()?))
}

/// For connections without TLS: reqwest requires a configuration. It reads and trusts no certificates.
pub(super) fn unused() -> Result<ClientConfig, Error> {
    Ok(finish(start()?.with_root_certificates(RootCertStore::empty())))
}

/// TLS 1.2 and 1.3 with ring. A library must not install a provider for the whole process.
fn start() -> Result<ConfigBuilder<ClientConfig, WantsVerifier>, Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()
}

fn finish(builder: ConfigBuilder<ClientConfig, WantsClientCert>) -> ClientConfig {
    let mut config = builder.with_no_client_auth();
    // reqwest does not change a given configuration, so HTTP/2 must be offered here.
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    config
}
