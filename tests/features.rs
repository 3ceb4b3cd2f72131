//! What a build with some of the features has. `.ci/run` runs these with few features, `cargo test` with all.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::Path;

/// Features that are not a domain.
const OTHERS: [&str; 6] = ["default", "rest", "gh", "json", "cards", "jiff"];

/// The features of `Cargo.toml` that are a domain.
fn domain_features() -> BTreeSet<String> {
    let manifest = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let (_, section) = manifest.split_once("\n[features]\n").unwrap();
    let lines = section.lines().take_while(|line| !line.starts_with('[')).filter(|line| !line.starts_with('#'));
    let names = lines.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    names.filter(|name| !OTHERS.contains(name)).map(str::to_owned).collect()
}

#[test]
fn every_domain_of_the_cards_has_a_feature_and_the_reverse() {
    let cards = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("cards")).unwrap();
    let paths =
        cards.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|end| end == "yaml"));
    let names = paths.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
    let domains: BTreeSet<String> = names.map(|name| name.split('.').next().unwrap().to_owned()).collect();
    assert_eq!(domains, domain_features(), "left: the domains of cards/, right: the features in Cargo.toml");
}

#[cfg(feature = "workflow")]
mod routes {
    use std::time::Duration;

    use ghx::bytes::Bytes;
    use ghx::http::{Request, Response};
    use ghx::transport::{BoxFuture, Transport, TransportError};
    use ghx::{Client, Error, workflow};

    /// Sends nothing.
    #[derive(Debug)]
    struct NoTransport;

    impl Transport for NoTransport {
        fn send(&self, _: Request<Bytes>, _: Duration) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
            Box::pin(async { Err(TransportError::not_sent("the transport of this test sends nothing")) })
        }
    }

    /// A capability with the routes REST and `gh api`, in that order.
    async fn rerun(build: impl FnOnce(ghx::ClientBuilder) -> ghx::ClientBuilder) -> Result<(), Error> {
        let client = build(Client::builder().token("ghp_0123456789").transport(NoTransport)).build()?;
        let repo: ghx::Repo = "acme/widgets".parse()?;
        workflow::run::rerun::failed(&repo, 7_u64).send(&client).await.map(drop)
    }

    #[cfg(feature = "rest")]
    #[tokio::test]
    async fn rest_is_used_if_it_is_built() {
        let error = rerun(|builder| builder).await.unwrap_err();
        assert_eq!(error.code(), ghx::ErrorCode::Network, "{error}");
        assert!(error.message().contains("`api.github.com`"), "{error}");
    }

    #[cfg(not(any(feature = "rest", feature = "gh")))]
    #[tokio::test]
    async fn a_route_that_is_not_built_names_its_feature() {
        let error = rerun(|builder| builder).await.unwrap_err();
        assert_eq!(error.code(), ghx::ErrorCode::AdapterUnsupported);
        assert_eq!(error.phase(), ghx::error::Phase::NotSent);
        for feature in ["its feature `rest`", "its feature `gh`"] {
            assert!(error.message().contains(feature), "{error}");
        }
    }

    #[cfg(all(feature = "gh", not(feature = "rest"), unix))]
    #[tokio::test]
    async fn gh_api_works_without_the_rest_route() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let (program, log) = (folder.path().join("gh"), folder.path().join("log"));
        let script = format!(
            "#!/bin/sh\ncase $1 in\n--version) echo 'gh version 2.0.0' ;;\n\
             api) echo \"$@\" >> {}; printf 'HTTP/2.0 201 Created\\r\\n\\r\\n{{}}' ;;\nesac\n",
            log.display()
        );
        std::fs::write(&program, script).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        rerun(|builder| builder.gh(ghx::client::Gh::at(program))).await.unwrap();
        let log = std::fs::read_to_string(log).unwrap();
        assert!(log.contains("--method=POST") && log.contains("runs/7/rerun-failed-jobs"), "{log}");
    }
}
