//! Proxies and certificates. They come from the environment, so each case runs in its own process.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::net::TcpListener;

use super::raw::{now, serve};
use super::{CANARY, LONG, post};

const ANSWER: &str = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nconnection: close\r\n\r\n";

/// Posts to `GHX_TEST_URL`, in the process that [`in_a_process`] starts.
#[tokio::test]
#[ignore = "run by the tests below"]
async fn child() {
    let url = std::env::var("GHX_TEST_URL").unwrap();
    let answer = post(&url, LONG).await.unwrap();
    assert_eq!(answer.body(), std::env::var("GHX_TEST_ANSWER").unwrap().as_str());
}

/// Runs an ignored test in a process of its own, without the proxies of this one; what it prints.
pub(super) async fn child_process(test: &str, variables: &[(&str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture"]).stderr(Stdio::inherit());
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"] {
        command.env_remove(name).env_remove(name.to_lowercase());
    }
    command.env_remove("REQUEST_METHOD").envs(variables.iter().copied());
    let output = tokio::task::spawn_blocking(move || command.output()).await.unwrap().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && said.contains("1 passed"), "{variables:?}: {said}");
    said
}

async fn in_a_process(url: &str, variable: (&str, &str), answer: &str) {
    let variables = [variable, ("GHX_TEST_URL", url), ("GHX_TEST_ANSWER", answer)];
    child_process("client::environment::child", &variables).await;
}

/// A token once went through the proxy in clear text. Only `gh`, which has its own transport, uses the variable.
#[tokio::test]
async fn names_of_this_machine_bypass_the_proxy() {
    for variable in ["http_proxy", "HTTP_PROXY", "ALL_PROXY"] {
        for host in ["api.github.localhost", "x.localhost", "localhost", "GitHub.LOCALHOST"] {
            let direct = serve(vec![now(format!("{ANSWER}plain"))]).await;
            let proxy = Watched::start().await;
            let port = direct.address.rsplit(':').next().unwrap();
            let url = format!("http://{host}:{port}/graphql");
            in_a_process(&url, (variable, &format!("http://{}", proxy.address)), "plain").await;
            assert_eq!(direct.requests().await.len(), 1, "{url}");
            assert_eq!(proxy.seen(), 0, "{variable} {url}");
        }
    }
}

/// Other hosts are reached through the proxy, so the test above would see a request there.
#[tokio::test]
async fn other_hosts_use_the_proxy_with_tls() {
    let proxy = serve(vec![now("HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n")]).await;
    let url = "https://api.github.com/graphql";
    let variables = [("https_proxy", proxy.address.as_str()), ("GHX_TEST_URL", url)];
    child_process("client::environment::unreached", &variables).await;
    let requests = proxy.requests().await;
    assert!(requests[0].starts_with("CONNECT api.github.com:443 HTTP/1.1\r\n"), "{requests:?}");
    assert!(!requests[0].contains(CANARY), "{requests:?}");
}

/// Posts to `GHX_TEST_URL`, which is not reached.
#[tokio::test]
#[ignore = "run by the test above"]
async fn unreached() {
    let error = post(&std::env::var("GHX_TEST_URL").unwrap(), LONG).await.unwrap_err();
    assert!(!error.was_sent(), "{error:?}");
}

/// A proxy that counts its connections.
struct Watched {
    address: String,
    seen: Arc<AtomicUsize>,
}

impl Watched {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, seen) = (listener.local_addr().unwrap().to_string(), Arc::new(AtomicUsize::new(0)));
        let counter = Arc::clone(&seen);
        tokio::spawn(async move {
            while listener.accept().await.is_ok() {
                counter.fetch_add(1, Ordering::SeqCst);
            }
        });
        Self { address, seen }
    }

    fn seen(&self) -> usize {
        self.seen.load(Ordering::SeqCst)
    }
}

#[tokio::test]
async fn loopback_addresses_bypass_the_proxy() {
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
