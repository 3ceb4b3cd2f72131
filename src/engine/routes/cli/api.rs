//! One HTTP request, sent by `gh api`. Its output is the response.

use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use http::header::ACCEPT;
use http::{HeaderMap, HeaderName, HeaderValue, Request, Response, StatusCode};
use url::Url;

use crate::client::gh::GhFailure;
use crate::client::gh::{GhRunError, Output};
use crate::client::gh::{Session, not_started};
use crate::client::transport::TransportError;
use crate::client::{Client, SendError};
use crate::error::Cause;
use crate::{Error, ErrorCode};

/// The headers that are passed on. `gh` sets the others itself.
const HEADERS: [HeaderName; 3] =
    [ACCEPT, HeaderName::from_static("x-github-api-version"), HeaderName::from_static("x-github-next-global-id")];

/// Sends a request below the root of the API. A response of any status is `Ok`.
pub(crate) async fn api(
    client: &Client,
    root: &Url,
    request: &Request<Bytes>,
    sent: &AtomicUsize,
) -> Result<Response<Bytes>, SendError> {
    let session = Session::open(client).await.map_err(SendError::Stopped)?;
    let arguments = arguments(&client.host().to_string(), root, request);
    let body = Some(request.body()).filter(|body| !body.is_empty());
    let output = session.run(&arguments, body, sent).await.map_err(|failed| match failed {
        GhRunError::NotStarted(_) => SendError::Stopped(not_started(&failed)),
        GhRunError::TimedOut(_) => SendError::Transport(TransportError::timed_out(failed.to_string())),
        GhRunError::OutputTooLarge => {
            SendError::Transport(TransportError::no_answer(failed.to_string()).because(Cause::TooLarge))
        }
        GhRunError::Unreadable(_) => SendError::Transport(TransportError::no_answer(failed.to_string())),
    })?;
    let response = parse(&output.stdout);
    // A successful response is complete only if `gh` succeeded.
    if let Some(response) = response.filter(|response| output.code == Some(0) || !response.status().is_success()) {
        return Ok(response);
    }
    Err(no_response(&output, &session.failure(&output), sent))
}

/// The arguments of `gh api`. Path and query are after `--`; the body is on standard input.
fn arguments(host: &str, root: &Url, request: &Request<Bytes>) -> Vec<String> {
    let target = request.uri().path_and_query().map(http::uri::PathAndQuery::as_str).unwrap_or_default();
    let target = target.strip_prefix(root.path()).unwrap_or(target);
    let mut arguments = vec![
        "api".to_owned(),
        format!("--hostname={host}"),
        format!("--method={}", request.method()),
        "--include".to_owned(),
    ];
    for name in &HEADERS {
        let value = request.headers().get(name).and_then(|value| value.to_str().ok());
        arguments.extend(value.map(|value| format!("--header={name}: {value}")));
    }
    if !request.body().is_empty() {
        arguments.push("--input=-".to_owned());
    }
    arguments.extend(["--".to_owned(), target.to_owned()]);
    arguments
}

fn no_response(output: &Output, failure: &GhFailure, sent: &AtomicUsize) -> SendError {
    match failure.code {
        ErrorCode::Auth | ErrorCode::AdapterUnsupported if output.stdout.is_empty() => {
            sent.fetch_sub(1, Ordering::Relaxed);
            SendError::Stopped(Error::new(failure.code, failure.message.clone()).in_phase(crate::error::Phase::NotSent))
        }
        _ if failure.never_sent && output.stdout.is_empty() => {
            sent.fetch_sub(1, Ordering::Relaxed);
            SendError::Transport(TransportError::not_sent(failure.message.clone()))
        }
        _ => SendError::Transport(TransportError::no_answer(failure.message.clone())),
    }
}

/// Parses a status line, headers and a body.
fn parse(printed: &[u8]) -> Option<Response<Bytes>> {
    let mut rest = printed;
    let status = line(&mut rest)?;
    let status = status.strip_prefix("HTTP/")?.split(' ').nth(1)?;
    let status = StatusCode::from_bytes(status.as_bytes()).ok()?;
    let mut headers = HeaderMap::new();
    loop {
        let line = line(&mut rest)?;
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':')?;
        // Invalid headers are dropped.
        if let (Ok(name), Ok(value)) = (name.trim().parse::<HeaderName>(), HeaderValue::from_str(value.trim())) {
            headers.append(name, value);
        }
    }
    let mut response = Response::new(Bytes::copy_from_slice(rest));
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    Some(response)
}

/// The next line, without its end.
fn line<'p>(rest: &mut &'p [u8]) -> Option<&'p str> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let (line, after) = rest.split_at_checked(end)?;
    *rest = after.get(1..)?;
    std::str::from_utf8(line.strip_suffix(b"\r").unwrap_or(line)).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_output_of_gh_is_a_response() {
        let printed =
            b"HTTP/2.0 404 Not Found\r\nLink: <a:b>; rel=\"next\"\r\nX-Github-Request-Id: 1:2\r\n\r\n{\"a\":\n1}\n";
        let response = parse(printed).unwrap();
        assert_eq!(response.status(), 404);
        assert_eq!(response.headers()["link"], "<a:b>; rel=\"next\"");
        assert_eq!(response.headers()["x-github-request-id"], "1:2");
        assert_eq!(response.body(), "{\"a\":\n1}\n");
        assert_eq!(parse(b"HTTP/1.1 204 No Content\n\n").unwrap().body(), "");
    }

    #[test]
    fn any_other_output_is_not_a_response() {
        for printed in
            ["", "HTTP/1.1 200 OK", "HTTP/1.1 200 OK\r\nA: b", "{\"a\": 1}\n\n", "HTTP/1.1 2x0 OK\n\n", "HTTP/1.1\n\n"]
        {
            assert!(parse(printed.as_bytes()).is_none(), "{printed}");
        }
    }

    #[test]
    fn the_body_is_not_an_argument() {
        let root = Url::parse("https://ghe.example.com/api/v3/").unwrap();
        let request = Request::post("https://ghe.example.com/api/v3/repos/a/b/issues?x=%7Bowner%7D");
        let request = request.header(ACCEPT, "application/json").header("authorization", "canary");
        let request = request.body(Bytes::from_static(b"{\"title\": \"secret plan\"}")).unwrap();
        assert_eq!(
            arguments("ghe.example.com", &root, &request),
            [
                "api",
                "--hostname=ghe.example.com",
                "--method=POST",
                "--include",
                "--header=accept: application/json",
                "--input=-",
                "--",
                "repos/a/b/issues?x=%7Bowner%7D",
            ]
        );
    }

    proptest! {
        #[test]
        fn nothing_panics(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = parse(&bytes);
            let _ = parse(&[b"HTTP/1.1 200 OK\r\n", bytes.as_slice()].concat());
        }

        #[test]
        fn any_body_is_kept(body in prop::collection::vec(any::<u8>(), 0..80)) {
            let response = parse(&[b"HTTP/1.1 200 OK\r\nA: b\r\n\r\n", body.as_slice()].concat()).unwrap();
            prop_assert_eq!(response.body().as_ref(), body.as_slice());
        }
    }
}
