//! The responses that a client may get: drawn from a grammar of statuses, headers, bodies and broken connections.
//!
//! A request that was executed never gets a genuine refusal of GitHub's as its response: no client could tell that from the
//! truth. Those are drawn for requests that are not executed. A write that was refused never gets a genuine
//! success.

use std::time::Duration;

use ghx_sandbox::middlebox::{Exchange, Gzip, Response, Tamper};
use serde_json::{Value, json};

use super::super::random::Random;
use super::edits::edited;

/// Longer than a client of the trials waits.
pub(super) const STALL: Duration = Duration::from_millis(900);

/// What is done to a request; most are left alone.
pub(super) fn tamper(chance: &mut Random, exchange: &Exchange) -> Tamper {
    if !chance.one_in(if exchange.is_write { 2 } else { 6 }) {
        return Tamper::Pass;
    }
    let is_write = exchange.is_write;
    match chance.below(20) {
        0..=4 => broken_connection(chance),
        5 | 6 => odd(chance, is_graphql(exchange)),
        7..=9 => Tamper::RefuseUnexecuted(refusal(chance, is_graphql(exchange))),
        10..=13 if is_graphql(exchange) => {
            let mut chance = chance.split();
            Tamper::look(move |_, truth| match edited(&mut chance, truth) {
                Some(body) => Tamper::Replace(replaced(truth, body.to_string().into_bytes())),
                None => Tamper::Pass,
            })
        }
        _ => {
            let mut chance = chance.split();
            Tamper::look(move |_, truth| Tamper::Replace(forged(&mut chance, truth, is_write)))
        }
    }
}

fn is_graphql(exchange: &Exchange) -> bool {
    exchange.path.ends_with("/graphql")
}

fn broken_connection(chance: &mut Random) -> Tamper {
    match chance.below(17) {
        0 => Tamper::Cut { after_bytes: chance.pick(&[0, 1, 10, 200]) },
        1 => Tamper::CutHead { after_bytes: chance.pick(&[1, 9, 30]) },
        2 => Tamper::CutChunked { after_bytes: chance.pick(&[0, 1, 10, 200]) },
        3 => Tamper::Chunked,
        4 => Tamper::Length(chance.pick(&[0, 1, 20, 100_000])),
        5 | 6 => Tamper::Reset,
        7 | 8 => Tamper::Close,
        9 if chance.one_in(4) => Tamper::Stall(STALL),
        9 | 10 => Tamper::Delay(Duration::from_millis(chance.pick(&[1, 5, 20]))),
        11 => Tamper::Duplicate,
        12 => Tamper::Gzip(Gzip::Valid),
        13 => Tamper::Gzip(Gzip::Corrupt),
        14 => Tamper::Gzip(Gzip::Truncated),
        15 => Tamper::CloseUnexecuted,
        _ => Tamper::Garbage(chance.pick(&[
            b"\0\0\0".to_vec(),
            b"HTTP/1.1 200".to_vec(),
            b"HTTP/1.1 999 ?\r\n\r\n".to_vec(),
            b"SSH-2.0-x\r\n".to_vec(),
        ])),
    }
}

/// Forms of HTTP that few servers use, and some that none should.
fn odd(chance: &mut Random, is_graphql: bool) -> Tamper {
    let time = Duration::from_millis(chance.pick(&[1, 5]));
    match chance.below(13) {
        0 => Tamper::CutWithinChunk { after_bytes: chance.pick(&[0, 1, 2, 3, 30, 200]) },
        1 => Tamper::Trailers(vec![
            ("x-trailer".to_owned(), "1".to_owned()),
            ("content-length".to_owned(), "1".to_owned()),
        ]),
        2 => Tamper::CutReset { after_bytes: chance.pick(&[1, 9, 30, 400, 600, 100_000]) },
        3 if chance.one_in(4) => Tamper::StallAfter { after_bytes: chance.pick(&[1, 30, 400, 600]), time: STALL },
        3 | 4 => Tamper::Drip { bytes: chance.pick(&[50, 200]), pause: time },
        5 => Tamper::Http10 { after_bytes: None },
        6 | 7 => Tamper::Http10 { after_bytes: Some(chance.pick(&[0, 1, 10, 200])) },
        8 => Tamper::Informational(chance.pick(&[vec![100], vec![103], vec![100, 102, 103], vec![101]])),
        9 if chance.one_in(8) => Tamper::Endless,
        9 | 10 => Tamper::Stray(refusal(chance, is_graphql)),
        11 => Tamper::edit(|response| response.body.extend(vec![b' '; 1_000_000])),
        _ => {
            let (count, length) = chance.pick(&[(1, 500_000), (1, 20_000), (150, 10)]);
            Tamper::edit(move |response| {
                let headers = (0..count).map(|number| (format!("x-huge-{number}"), "y".repeat(length)));
                response.headers.extend(headers);
            })
        }
    }
}

/// A response before the request was read, which is then not executed.
pub(super) fn early(chance: &mut Random, exchange: &Exchange) -> Option<Response> {
    if !chance.one_in(40) {
        return None;
    }
    Some(match chance.below(3) {
        0 => refusal(chance, is_graphql(exchange)),
        1 => Response::text(413, "text/html", "<html>413 Request Entity Too Large</html>"),
        _ => Response::text(502, "text/html", "<html>502 Bad Gateway</html>"),
    })
}

/// A refusal of GitHub's, for a request that is not executed.
fn refusal(chance: &mut Random, is_graphql: bool) -> Response {
    if is_graphql && chance.one_in(2) {
        let error = chance.pick(&[
            json!({"type": "RATE_LIMITED", "message": "API rate limit exceeded for user ID 1."}),
            json!({"type": "RATE_LIMIT", "message": "API rate limit already exceeded for user ID 1."}),
            json!({"type": "INSUFFICIENT_SCOPES", "message": "Your token has not been granted the required scopes.", "locations": [{"line": 2, "column": 1}]}),
            json!({"message": "Field 'x' doesn't exist on type 'Mutation'", "path": ["mutation Ghx", "s0"], "extensions": {"code": "undefinedField"}, "locations": [{"line": 2, "column": 1}]}),
            json!({"message": "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."}),
        ]);
        let response = Response::json(200, &json!({ "errors": [error] }));
        return if chance.one_in(2) { response.with("retry-after", "1") } else { response };
    }
    let (status, message) = chance.pick(&[
        (400, "Problems parsing JSON"),
        (401, "Bad credentials"),
        (403, "Resource not accessible by integration"),
        (403, "You have exceeded a secondary rate limit."),
        (404, "Not Found"),
        (409, "Conflict"),
        (410, "This issue was deleted"),
        (422, "Validation Failed"),
        (429, "API rate limit exceeded for user ID 1."),
    ]);
    let response =
        Response::json(status, &json!({"message": message, "documentation_url": "https://docs.github.com/rest"}));
    if chance.one_in(2) { response.with("retry-after", "1") } else { response }
}

/// A response to a request that was executed.
fn forged(chance: &mut Random, truth: &Response, is_write: bool) -> Response {
    let status = match chance.below(3) {
        0 => truth.status,
        1 => 200,
        _ => chance.pick(&[
            201, 202, 204, 206, 300, 301, 302, 303, 304, 307, 308, 400, 401, 402, 403, 404, 405, 408, 409, 410, 413,
            418, 422, 425, 429, 451, 499, 500, 501, 502, 503, 504, 520, 599,
        ]),
    };
    let body = body(chance, truth);
    let json: Value = serde_json::from_slice(&body).unwrap_or_default();
    let is_refusal = (300..500).contains(&status) && json["message"].is_string();
    // Nor can a client see that a success was invented, where GitHub documents an empty object or nothing for it.
    let is_success = truth.status >= 400 && (200..300).contains(&status) && (body.is_empty() || json == json!({}));
    let is_forgery = is_write && (is_refusal || is_success);
    let body = if is_forgery { b"<html>Sign in to continue</html>".to_vec() } else { body };
    let mut response = replaced(truth, body);
    response.status = status;
    for (name, value) in [
        ("content-type", chance.pick(&["text/html", "application/json", "application/octet-stream"])),
        ("retry-after", chance.pick(&["", "1", "soon", "-1"])),
        ("x-ratelimit-remaining", chance.pick(&["0", "4999"])),
        ("location", chance.pick(&["/", "/login", "http://127.0.0.1:9/", "//", "/repos/acme/gadgets"])),
        ("x-github-request-id", chance.pick(&["ABCD:1", "\u{7f}", ""])),
        ("set-cookie", "a=b"),
    ] {
        let is_sendable = value.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if chance.one_in(3) && is_sendable {
            response = response.with(name, value);
        }
    }
    response
}

fn body(chance: &mut Random, truth: &Response) -> Vec<u8> {
    let texts = [
        "",
        "<!DOCTYPE html><html><body>502 Bad Gateway</body></html>",
        "{}",
        "[]",
        "null",
        "true",
        "0",
        "\"ok\"",
        "{\"data\":null}",
        "{\"data\":{}}",
        "{\"data\":{},\"errors\":[]}",
        "{\"errors\":[]}",
        "{\"errors\":[{\"message\":\"x\"}]}",
        "{\"message\":\"\"}",
        "{\"message\":\"Server Error\"}",
        "{\"error\":\"blocked by policy\"}",
        "{\"data\":",
        "\u{feff}{}",
        "{\"merged\":true}",
    ];
    match chance.below(texts.len() + 4) {
        at if at < texts.len() => texts[at].as_bytes().to_vec(),
        at if at == texts.len() => truth.body[..truth.body.len() / 2].to_vec(),
        at if at == texts.len() + 1 => vec![0xFF, 0xFE, 0, 1],
        _ => truth.body.clone(),
    }
}

/// The true response with another body.
fn replaced(truth: &Response, body: Vec<u8>) -> Response {
    let mut response = Response::new(truth.status, body);
    response.headers =
        truth.headers.iter().filter(|(name, _)| !name.eq_ignore_ascii_case("content-length")).cloned().collect();
    response
}
