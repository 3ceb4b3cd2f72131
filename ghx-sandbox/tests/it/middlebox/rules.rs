//! Which requests a rule affects, what it gets, and what is executed and logged.

use ghx_sandbox::{
    Fault,
    middlebox::{Response, Tamper},
};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{Behind, split};
use crate::clients::http_client;

const VIEWER: &str = "{ viewer { login } }";

#[tokio::test]
async fn everything_passes_by_default() {
    let behind = Behind::start().await;
    behind.comment().await.unwrap().data();
    let viewer = behind.post(json!({ "query": VIEWER }).to_string()).await.unwrap();
    assert_eq!(viewer.data()["viewer"]["login"], "octocat");
    assert_eq!(viewer.header("x-ratelimit-used"), "2", "the sandbox's own headers come through");
    let user = behind.http.get(format!("{}/user", behind.middlebox.rest_url())).bearer_auth("any").send().await;
    assert_eq!(user.unwrap().status(), 200);
    let log: Vec<_> = behind.middlebox.log();
    let seen: Vec<_> = log.iter().map(|entry| (entry.exchange.number, entry.exchange.is_write, entry.kind)).collect();
    assert_eq!(seen, [(1, true, "pass"), (2, false, "pass"), (3, false, "pass")]);
    assert!(log.iter().all(|entry| entry.forwarded && entry.response.is_some()));
    assert_eq!(behind.writes(), 1);
}

#[tokio::test]
async fn script_gets_the_request() {
    let behind = Behind::start().await;
    behind.middlebox.script(|exchange| {
        assert_eq!((exchange.method.as_str(), exchange.headers["authorization"].as_str()), ("POST", "Bearer any"));
        match exchange.path.as_str() {
            "/repos/acme/widgets/issues" if exchange.is_write && exchange.json().is_some() => {
                Tamper::Replace(Response::new(418, exchange.query.clone()))
            }
            _ => Tamper::Pass,
        }
    });
    let url = format!("{}/repos/acme/widgets/issues?page=1", behind.middlebox.url());
    let create = behind.http.post(url).bearer_auth("any").body(json!({ "title": "x" }).to_string());
    let response = create.send().await.unwrap();
    assert_eq!((response.status().as_u16(), response.text().await.unwrap().as_str()), (418, "page=1"));
    behind.comment().await.unwrap().data();
    assert_eq!(behind.writes(), 2, "both were executed");
}

#[tokio::test]
async fn look_gets_the_real_response() {
    let behind = Behind::start().await;
    behind.middlebox.script(|_| {
        Tamper::look(|exchange, response| {
            assert!(response.as_json().unwrap()["data"]["addComment"].is_object());
            let text = format!("{} {}", exchange.number, response.header("x-ratelimit-used").unwrap());
            // Too late to refuse: it is logged as a replacement.
            Tamper::RefuseUnexecuted(Response::text(403, "text/plain", text))
        })
    });
    let answer = behind.comment().await.unwrap();
    assert_eq!((answer.status, answer.text.as_str()), (403, "1 1"));
    let entry = behind.only_entry();
    assert_eq!((entry.kind, entry.forwarded, behind.writes()), ("replace", true, 1));
    assert_eq!(entry.response.unwrap().status, 200, "the log keeps the truth");
}

#[tokio::test]
async fn queue_takes_precedence_over_script() {
    let behind = Behind::start().await;
    behind.middlebox.script(|_| Tamper::Replace(Response::new(500, "script")));
    behind.middlebox.push(Tamper::Replace(Response::new(501, "one")));
    behind.middlebox.push(Tamper::Replace(Response::new(502, "two")));
    let mut seen = Vec::new();
    for _ in 0..3 {
        seen.push(behind.comment().await.unwrap().text);
    }
    assert_eq!(seen, ["one", "two", "script"]);
    behind.middlebox.push(Tamper::Reset);
    behind.middlebox.pass_all();
    behind.comment().await.unwrap().data();
}

#[tokio::test]
async fn refusal_executes_nothing() {
    let behind = Behind::start().await;
    let refusal = json!({ "errors": [{ "type": "RATE_LIMITED", "message": "no" }] });
    let response = Response::json(200, &refusal).with("retry-after", "7");
    behind.middlebox.push(Tamper::RefuseUnexecuted(response));
    let answer = behind.comment().await.unwrap();
    assert_eq!((answer.json(), answer.header("retry-after")), (refusal, "7"));
    let entry = behind.only_entry();
    assert_eq!((entry.kind, entry.forwarded, entry.response), ("refuse_unexecuted", false, None));
    assert_eq!((behind.writes(), behind.sandbox.requests().len()), (0, 0));
}

#[tokio::test]
async fn edit_changes_the_real_response() {
    let behind = Behind::start().await;
    behind.middlebox.push(Tamper::edit(|response| {
        response.status = 202;
        response.headers.retain(|(name, _)| name != "x-github-request-id");
        response.body.extend(b"   ");
    }));
    let answer = behind.comment().await.unwrap();
    assert_eq!((answer.status, answer.header("x-github-request-id")), (202, ""));
    assert!(answer.text.ends_with("}   "), "{}", answer.text);
    assert_eq!((behind.only_entry().kind, behind.writes()), ("edit", 1));
}

#[tokio::test]
async fn works_as_http_proxy() {
    let behind = Behind::start().await;
    let proxy = reqwest::Proxy::http(behind.middlebox.url()).unwrap();
    let client = http_client().proxy(proxy).build().unwrap();
    let get = client.get("http://api.github.localhost/repos/acme/widgets").bearer_auth("any");
    let json: serde_json::Value = get.send().await.unwrap().json().await.unwrap();
    assert_eq!(json["html_url"], "http://github.localhost/acme/widgets");
    assert_eq!(behind.only_entry().exchange.path, "/repos/acme/widgets");
}

#[tokio::test]
async fn reads_chunked_and_pipelined_requests() {
    let behind = Behind::start().await;
    let body = json!({ "query": VIEWER }).to_string();
    let (one, other) = body.split_at(7);
    let chunked = format!(
        "POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer any\r\ntransfer-encoding: chunked\r\n\r\n\
         {:x}\r\n{one}\r\n{:x};a=b\r\n{other}\r\n0\r\n\r\n",
        one.len(),
        other.len()
    );
    let second = behind.request("/graphql", &body, "connection: close\r\n");
    let text = String::from_utf8(behind.raw_bytes(&(chunked + &second)).await.unwrap()).unwrap();
    assert_eq!(text.matches("\"login\":\"octocat\"").count(), 2, "{text}");
}

#[tokio::test]
async fn supports_expect_100_continue() {
    let behind = Behind::start().await;
    let body = json!({ "query": VIEWER }).to_string();
    let request = behind.request("/graphql", "", "expect: 100-continue\r\nconnection: close\r\n");
    let head = request.replace("content-length: 0", &format!("content-length: {}", body.len()));
    let mut stream = behind.connect().await;
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).await.unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(body.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    assert!(split(&bytes).1.contains("octocat"));
}

#[tokio::test]
async fn sandbox_fault_takes_precedence_over_rule() {
    let behind = Behind::start().await;
    behind.sandbox.inject(Fault::Drop { when: ghx_sandbox::When::After });
    behind.middlebox.push(Tamper::Duplicate);
    assert!(behind.comment().await.is_err());
    let entry = behind.only_entry();
    assert_eq!((entry.kind, entry.forwarded, behind.writes()), ("sandbox_fault", true, 1));
}

#[tokio::test]
async fn control_endpoint_is_not_tampered_with() {
    let behind = Behind::start().await;
    behind.middlebox.script(|_| Tamper::Close);
    let url = format!("{}/_sandbox/writes", behind.middlebox.url());
    assert_eq!(behind.http.get(url).send().await.unwrap().text().await.unwrap(), "[]");
    assert!(behind.middlebox.log().is_empty());
}
