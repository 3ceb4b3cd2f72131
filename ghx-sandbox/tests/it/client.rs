//! A small HTTP client for the tests.

use ghx_sandbox::{Sandbox, SandboxBuilder};
use serde_json::{Value, json};

use crate::clients::http_client;

pub(crate) struct Client {
    pub(crate) sandbox: Sandbox,
    http: reqwest::Client,
    token: String,
}

/// A response with its body.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) text: String,
}

impl Received {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The data of a GraphQL response without errors.
    pub(crate) fn data(&self) -> Value {
        let json = self.json();
        assert_eq!(json.get("errors"), None, "{json:#}");
        json["data"].clone()
    }

    pub(crate) fn first_error(&self) -> Value {
        let json = self.json();
        assert!(json["errors"].is_array(), "{json:#}");
        json["errors"][0].clone()
    }
}

impl Client {
    pub(crate) async fn start() -> Self {
        Self::of(Sandbox::builder()).await
    }

    pub(crate) async fn of(builder: SandboxBuilder) -> Self {
        let sandbox = builder.start().await.unwrap();
        let http = http_client().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { sandbox, http, token: Sandbox::TOKEN.to_owned() }
    }

    pub(crate) fn with_token(mut self, token: &str) -> Self {
        token.clone_into(&mut self.token);
        self
    }

    pub(crate) async fn graphql(&self, query: &str, variables: Value) -> Received {
        self.try_graphql(query, variables).await.unwrap()
    }

    pub(crate) async fn try_graphql(&self, query: &str, variables: Value) -> Result<Received, reqwest::Error> {
        let body = json!({ "query": query, "variables": variables });
        self.send("POST", "/graphql", Some(body), &[]).await
    }

    pub(crate) async fn get(&self, path: &str) -> Received {
        self.send("GET", path, None, &[]).await.unwrap()
    }

    pub(crate) async fn rest(&self, method: &str, path: &str, body: Value) -> Received {
        self.send(method, path, Some(body), &[]).await.unwrap()
    }

    pub(crate) async fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<Value>,
        headers: &[(&str, &str)],
    ) -> Result<Received, reqwest::Error> {
        let url = format!("{}{path}", self.sandbox.base_url());
        let mut request = self.http.request(method.parse().unwrap(), url);
        if !self.token.is_empty() {
            request = request.header("authorization", format!("Bearer {}", self.token));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/json").body(body.to_string());
        }
        let response = request.send().await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Ok(Received { status, headers, text: response.text().await? })
    }

    /// The node id of an issue or a pull request.
    pub(crate) fn id(&self, repo: &str, number: u32) -> String {
        self.sandbox.issue(repo, number).unwrap().id
    }
}
