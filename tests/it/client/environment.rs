//! Proxies and certificates. They come from the environment, so each case runs in a process of its own.

use std::process::{Command, Stdio};

use super::raw::{now, serve};
use super::{LONG, post};

const ANSWER: &str = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\n";

/// Posts to `GHX_TEST_URL`, in the process that [`in_a_process`] starts.
#[tokio::test]
#[ignore = "run by the tests below"]
async fn child() {
    let url = std::env::var("GHX_TEST_URL").unwrap();
    let answer = post(&url, LONG).await.unwrap();
    assert_eq!(answer.body(), std::env::var("GHX_TEST_ANSWER").unwrap().as_str());
}

async fn in_a_process(url: &str, variable: (&str, &str), answer: &str) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "client::environment::child", "--ignored"]).stdout(Stdio::null());
    for name in ["HTTP_PROXY", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy", "REQUEST_METHOD"] {
        command.env_remove(name);
    }
    command.env(variable.0, variable.1).env("GHX_TEST_URL", url).env("GHX_TEST_ANSWER", answer);
    let status = tokio::task::spawn_blocking(move || command.status()).await.unwrap().unwrap();
    assert!(status.success(), "{url}");
}

#[tokio::test]
async fn the_local_github_is_reached_through_the_proxy_variable() {
    let proxy = serve(vec![now(format!("{ANSWER}proxy"))]).await;
    in_a_process("http://api.github.localhost/graphql", ("http_proxy", &proxy.address), "proxy").await;
    let requests = proxy.requests().await;
    assert!(requests[0].starts_with("POST http://api.github.localhost/graphql HTTP/1.1\r\n"), "{requests:?}");
}

#[tokio::test]
async fn a_loopback_address_is_never_reached_through_a_proxy() {
    let direct = serve(vec![now(format!("{ANSWER}plain"))]).await;
    let proxy = serve(vec![now(format!("{ANSWER}proxy"))]).await;
    in_a_process(&format!("http://{}/graphql", direct.address), ("http_proxy", &proxy.address), "plain").await;
    assert_eq!(direct.requests().await.len(), 1);
}

#[tokio::test]
async fn a_loopback_address_needs_no_certificates() {
    let server = serve(vec![now(format!("{ANSWER}plain"))]).await;
    let url = format!("http://{}/graphql", server.address);
    in_a_process(&url, ("SSL_CERT_FILE", "/nonexistent"), "plain").await;
}
