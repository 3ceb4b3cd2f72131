//! The middlebox: what the sandbox executes, and what the client receives.

mod broken;
mod encodings;
mod rules;

use std::time::Duration;

use ghx_sandbox::{
    Sandbox,
    middlebox::{LoggedExchange, Middlebox, Tamper},
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::{client::Received, clients::http_client};

/// A sandbox behind a middlebox.
struct Behind {
    sandbox: Sandbox,
    middlebox: Middlebox,
    http: reqwest::Client,
}

impl Behind {
    async fn start() -> Self {
        let sandbox = Sandbox::start().await.unwrap();
        let middlebox = Middlebox::start(&sandbox).await.unwrap();
        Self { sandbox, middlebox, http: http_client().build().unwrap() }
    }

    /// Writes a comment, as a client with a connection pool does.
    async fn comment(&self) -> Result<Received, reqwest::Error> {
        self.post(self.comment_body()).await
    }

    async fn post(&self, body: String) -> Result<Received, reqwest::Error> {
        let request = self.http.post(self.middlebox.graphql_url()).bearer_auth("any").body(body);
        let response = request.send().await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Ok(Received { status, headers, text: response.text().await? })
    }

    fn comment_body(&self) -> String {
        let query = "mutation($id: ID!) { addComment(input: { subjectId: $id, body: \"x\" }) { clientMutationId } }";
        let id = self.sandbox.issue("acme/widgets", 1).unwrap().id;
        json!({ "query": query, "variables": { "id": id } }).to_string()
    }

    /// Writes a comment on a new connection, and returns every byte until it is closed.
    async fn raw(&self, tamper: Tamper) -> std::io::Result<Vec<u8>> {
        self.middlebox.push(tamper);
        self.raw_bytes(&self.request("/graphql", &self.comment_body(), "connection: close\r\n")).await
    }

    async fn raw_bytes(&self, request: &str) -> std::io::Result<Vec<u8>> {
        let mut stream = self.connect().await;
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut bytes)).await.expect("it closes")?;
        Ok(bytes)
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.middlebox.url().trim_start_matches("http://")).await.unwrap()
    }

    fn request(&self, target: &str, body: &str, headers: &str) -> String {
        let host = self.middlebox.url();
        let host = host.trim_start_matches("http://");
        format!(
            "POST {target} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer any\r\n{headers}content-length: {}\r\n\r\n{body}",
            body.len()
        )
    }

    /// The only entry of the log.
    fn only_entry(&self) -> LoggedExchange {
        let log = self.middlebox.log();
        assert_eq!(log.len(), 1, "{log:#?}");
        log.into_iter().next().unwrap()
    }

    fn writes(&self) -> usize {
        self.sandbox.writes().len()
    }
}

/// Head and body of raw bytes.
fn split(bytes: &[u8]) -> (String, String) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no head: {text:?}"));
    (head.to_owned(), body.to_owned())
}

/// The `content-length` that a head announces.
fn announced(head: &str) -> usize {
    let line = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    line.unwrap_or_else(|| panic!("no length: {head}")).parse().unwrap()
}
