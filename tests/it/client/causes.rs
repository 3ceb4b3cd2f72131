//! The cause of a network failure is in the message and in `details.cause`, and the phase is right.

use std::sync::Arc;
use std::time::Duration;

use ghx::card::RouteKind;
use ghx::route::RoutePolicy;
use ghx::task::{Task, TaskRequest};
use ghx::transport::Cause;
use ghx::{Client, ClientBuilder};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use super::environment::child_process;
use super::raw::{Part, now, serve};
use super::{LONG, post};

const HEAD: &str = "HTTP/1.1 200 OK\r\nconnection: close\r\n";

/// Writes a comment to a GitHub at this URL; the error as JSON.
async fn comment(url: &str, change: impl FnOnce(ClientBuilder) -> ClientBuilder) -> Value {
    let builder = Client::builder().token(super::CANARY).graphql_url(url).max_wait(Duration::ZERO);
    let client = change(builder).build().unwrap();
    let step = json!({"task": "issue.comments.create", "input": {"issueId": "I_kwDOAAABc84AAAAq", "body": "x"}});
    let request = TaskRequest::from_json(&step).unwrap();
    let task = Task::new(&request).routes(RoutePolicy::Only(RouteKind::Graphql));
    serde_json::to_value(task.execute(&client).await).unwrap()["error"].take()
}

/// Whether nothing was sent for this cause, and the message says so in these words.
fn was_not_sent(error: &Value, cause: &str, words: &[&str]) {
    let found = (&error["code"], &error["details"]["cause"], &error["details"]["outcome"], &error["retryable"]);
    assert_eq!(found, (&json!("NETWORK"), &json!(cause), &Value::Null, &json!(true)), "{error:#}");
    says(error, words);
}

/// Whether the outcome is unknown for this cause.
fn may_be_applied(error: &Value, cause: &str, words: &[&str]) {
    let found = (&error["code"], &error["details"]["cause"], &error["details"]["outcome"], &error["retryable"]);
    assert_eq!(found, (&json!("NETWORK"), &json!(cause), &json!("unknown"), &json!(false)), "{error:#}");
    says(error, words);
}

fn says(error: &Value, words: &[&str]) {
    let message = error["message"].as_str().unwrap();
    for part in words {
        assert!(message.contains(part), "{part} in {message}");
    }
}

/// A server with a certificate of its own for this name, and the certificate.
async fn tls_server(name: &str) -> (String, String) {
    let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_no_client_auth().with_single_cert(vec![made.cert.der().clone()], key).unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let _ = acceptor.accept(stream).await;
        }
    });
    (format!("https://localhost:{port}/graphql"), pem(made.cert.der()))
}

fn pem(der: &[u8]) -> String {
    use base64::Engine;
    let text = base64::engine::general_purpose::STANDARD.encode(der);
    let lines: Vec<&str> = text.as_bytes().chunks(64).map(|line| std::str::from_utf8(line).unwrap()).collect();
    format!("-----BEGIN CERTIFICATE-----\n{}\n-----END CERTIFICATE-----\n", lines.join("\n"))
}

#[tokio::test]
async fn an_untrusted_certificate_is_reported() {
    let (url, _) = tls_server("localhost").await;
    let error = comment(&url, |builder| builder).await;
    let words = [
        "GitHub cannot be reached at `localhost:",
        "TLS failed: invalid peer certificate: UnknownIssuer",
        "`SSL_CERT_FILE`",
    ];
    was_not_sent(&error, "tls", &words);
}

#[tokio::test]
async fn a_certificate_for_another_name_is_reported() {
    let (url, certificate) = tls_server("other.example").await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("trusted.pem");
    std::fs::write(&path, certificate).unwrap();
    let variables = [("SSL_CERT_FILE", path.to_str().unwrap()), ("GHX_TEST_URL", &url), ("GHX_TEST_ANSWER", "tls")];
    let said = child_process("client::causes::child", &variables).await;
    assert!(said.contains("not valid for name") && said.contains("other.example"), "{said}");
}

#[tokio::test]
async fn a_server_without_tls_is_reported() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}/graphql", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        tokio::io::AsyncWriteExt::write_all(&mut stream, b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
    });
    was_not_sent(&comment(&url, |builder| builder).await, "tls", &["TLS failed"]);
}

#[tokio::test]
async fn an_unknown_host_is_reported() {
    let url = "https://does-not-exist.invalid/graphql";
    let said = child_process("client::causes::child", &[("GHX_TEST_URL", url), ("GHX_TEST_ANSWER", "dns")]).await;
    assert!(said.contains("GitHub cannot be reached at `does-not-exist.invalid`"), "{said}");
    assert!(said.contains("the host name could not be resolved (check the host name"), "{said}");
}

/// Writes a comment to `GHX_TEST_URL`, where nothing is sent for the cause `GHX_TEST_ANSWER`, and prints the message. In a
/// process of its own, since proxies and certificates come from the environment.
#[tokio::test]
#[ignore = "run by the tests above"]
#[allow(clippy::print_stdout)]
async fn child() {
    let error = comment(&std::env::var("GHX_TEST_URL").unwrap(), |builder| builder).await;
    was_not_sent(&error, &std::env::var("GHX_TEST_ANSWER").unwrap(), &[]);
    println!("{}", error["message"]);
}

#[tokio::test]
async fn a_closed_port_is_reported() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let error = comment(&format!("http://{address}/graphql"), |builder| builder).await;
    let place = format!("GitHub cannot be reached at `{address}`: the connection was refused (check the host and port");
    was_not_sent(&error, "refused", &[&place]);
}

#[tokio::test]
async fn a_handshake_that_hangs_is_a_timeout_before_sending() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}/graphql", listener.local_addr().unwrap());
    let error = comment(&url, |builder| builder.connect_timeout(Duration::from_millis(200))).await;
    was_not_sent(&error, "timeout", &["the connection timed out"]);
}

#[tokio::test]
async fn a_failure_after_sending_a_write_names_its_cause() {
    let too_large = std::iter::once(now(format!("{HEAD}\r\n"))[0].clone());
    let too_large: Vec<Part> = too_large.chain(vec![(Duration::ZERO, vec![b' '; 1024 * 1024]); 66]).collect();
    let cases: Vec<(Vec<Part>, &str, &[&str])> = vec![
        (now(""), "reset", &["the connection was lost: the connection was closed before the response was complete"]),
        (now(format!("{HEAD}content-length: 10\r\n\r\n{{")), "reset", &["before the response was complete"]),
        (
            now(format!("{HEAD}transfer-encoding: chunked\r\n\r\n5\r\n{{")),
            "reset",
            &["before the response was complete"],
        ),
        (now("no HTTP at all\r\n\r\n"), "protocol", &["no usable response: the response is malformed", "a proxy"]),
        (now(format!("{HEAD}content-length: x\r\n\r\n{{}}")), "protocol", &["the response is malformed"]),
        (now(format!("{HEAD}content-encoding: gzip\r\n\r\nnot packed")), "protocol", &["the response is malformed"]),
        (too_large, "too_large", &["no usable response: the response is too large: more than 64 MiB"]),
        (vec![(Duration::from_secs(5), Vec::new())], "timeout", &["GitHub did not respond in time"]),
    ];
    for (parts, cause, words) in cases {
        let server = serve_any(parts).await;
        let error = comment(&server, |builder| builder.timeout(Duration::from_secs(2))).await;
        may_be_applied(&error, cause, words);
    }
}

/// Answers one request of any body with these parts.
async fn serve_any(parts: Vec<Part>) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/graphql", listener.local_addr().unwrap());
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = Vec::new();
        while !request.ends_with(b"}}") {
            stream.read_buf(&mut request).await.unwrap();
        }
        for (wait, bytes) in parts {
            tokio::time::sleep(wait).await;
            if stream.write_all(&bytes).await.is_err() {
                break;
            }
        }
    });
    url
}

#[tokio::test]
async fn the_transport_reports_the_cause() {
    let server = serve(vec![now("no HTTP\r\n\r\n")]).await;
    let error = post(&format!("http://{}/graphql", server.address), LONG).await.unwrap_err();
    assert_eq!((error.cause(), error.was_sent()), (Some(Cause::Protocol), true));
}
