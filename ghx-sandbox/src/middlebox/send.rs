//! The bytes that a client receives.

use std::time::Duration;

use super::{Gzip, Response, Tamper, gzip};

/// What is written to a connection, and what happens to the connection afterwards.
pub(super) struct Sent {
    pub(super) bytes: Vec<u8>,
    pub(super) pace: Pace,
    pub(super) then: Then,
}

/// How fast bytes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    AtOnce,
    /// This many bytes at a time, with a pause after each.
    Drip(usize, Duration),
}

/// What happens to a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    KeepOpen,
    Close,
    Reset,
    /// Nothing is sent, then it is closed.
    Stall(Duration),
    /// Chunks of spaces until the client closes the connection.
    Endless,
}

/// The bytes of a response after tampering. Waiting, editing and deciding are already done.
pub(super) fn bytes(tamper: &Tamper, response: &Response, to_head: bool) -> Sent {
    in_chunks(tamper, response).or_else(|| in_part(tamper, response, to_head)).unwrap_or_else(|| {
        let whole = whole(response, to_head);
        match tamper {
            Tamper::Length(length) => {
                let lying = response.clone().with("content-length", length.to_string());
                closing([head(&lying).as_slice(), &response.body].concat())
            }
            Tamper::Gzip(how) => gzipped(response, *how),
            Tamper::Duplicate => open([whole.clone(), whole].concat()),
            Tamper::Stray(other) => open([whole, head(other), other.body.clone()].concat()),
            Tamper::Drip { bytes, pause } => Sent { pace: Pace::Drip((*bytes).max(1), *pause), ..open(whole) },
            Tamper::Informational(statuses) => {
                let interim = statuses.iter().map(|status| status_line(*status) + "\r\n\r\n");
                open([interim.collect::<String>().into_bytes(), whole].concat())
            }
            Tamper::Garbage(bytes) => closing(bytes.clone()),
            Tamper::Reset => Sent { then: Then::Reset, ..open(Vec::new()) },
            Tamper::Close | Tamper::CloseUnexecuted | Tamper::Stall(_) => closing(Vec::new()),
            _ => open(whole),
        }
    })
}

fn open(bytes: Vec<u8>) -> Sent {
    Sent { bytes, pace: Pace::AtOnce, then: Then::KeepOpen }
}

fn closing(bytes: Vec<u8>) -> Sent {
    Sent { then: Then::Close, ..open(bytes) }
}

/// Responses in chunked encoding.
fn in_chunks(tamper: &Tamper, response: &Response) -> Option<Sent> {
    let head_of = |response: &Response| head(&chunked(response));
    Some(match tamper {
        Tamper::Chunked => open([head_of(response), chunks(response, &[])].concat()),
        Tamper::CutChunked { after_bytes } => {
            closing([head_of(response), chunk(start(&response.body, *after_bytes))].concat())
        }
        Tamper::CutWithinChunk { after_bytes } => {
            closing([head_of(response).as_slice(), start(&chunks(response, &[]), *after_bytes)].concat())
        }
        Tamper::Trailers(trailers) => {
            let names: Vec<&str> = trailers.iter().map(|(name, _)| name.as_str()).collect();
            let announced = response.clone().with("trailer", names.join(", "));
            open([head_of(&announced), chunks(response, trailers)].concat())
        }
        Tamper::Endless => Sent { then: Then::Endless, ..open([head_of(response), chunk(&response.body)].concat()) },
        _ => return None,
    })
}

/// Responses that are not sent as a whole.
fn in_part(tamper: &Tamper, response: &Response, to_head: bool) -> Option<Sent> {
    let first = |count: usize| start(&whole(response, to_head), count).to_vec();
    let body = |count: usize| start(&response.body, count);
    Some(match tamper {
        Tamper::Cut { after_bytes } => closing([head(response).as_slice(), body(*after_bytes)].concat()),
        Tamper::CutHead { after_bytes } => closing(start(&head(response), *after_bytes).to_vec()),
        Tamper::CutReset { after_bytes } => Sent { then: Then::Reset, ..open(first(*after_bytes)) },
        Tamper::StallAfter { after_bytes, time } => Sent { then: Then::Stall(*time), ..open(first(*after_bytes)) },
        Tamper::Http10 { after_bytes } => {
            closing([head_of_http10(response).as_slice(), body(after_bytes.unwrap_or(usize::MAX))].concat())
        }
        _ => return None,
    })
}

fn gzipped(response: &Response, how: Gzip) -> Sent {
    let body = gzip::encode(&response.body, how);
    let encoded = Response { body, ..response.clone().with("content-encoding", "gzip") };
    let bytes = [head(&encoded).as_slice(), &encoded.body].concat();
    if how == Gzip::Valid { open(bytes) } else { closing(bytes) }
}

/// Head and body; a response to `HEAD` has no body.
fn whole(response: &Response, to_head: bool) -> Vec<u8> {
    let body: &[u8] = if to_head { &[] } else { &response.body };
    [head(response).as_slice(), body].concat()
}

fn start(bytes: &[u8], count: usize) -> &[u8] {
    bytes.get(..count).unwrap_or(bytes)
}

/// The status line, the headers and the empty line after them.
fn head(response: &Response) -> Vec<u8> {
    let mut lines = vec![status_line(response.status)];
    lines.extend(response.headers.iter().map(|(name, value)| format!("{name}: {value}")));
    let has_length = response.header("content-length").or(response.header("transfer-encoding")).is_some();
    let has_body = !matches!(response.status, 204 | 304) || !response.body.is_empty();
    if has_body && !has_length {
        lines.push(format!("content-length: {}", response.body.len()));
    }
    (lines.join("\r\n") + "\r\n\r\n").into_bytes()
}

fn status_line(status: u16) -> String {
    let reason = hyper::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
    format!("HTTP/1.1 {status} {}", reason.unwrap_or("Unknown"))
}

/// An HTTP/1.0 head without a length: the body ends with the connection.
fn head_of_http10(response: &Response) -> Vec<u8> {
    let head = String::from_utf8_lossy(&head(response)).replacen("HTTP/1.1", "HTTP/1.0", 1);
    let lines = head.split("\r\n").filter(|line| !line.to_ascii_lowercase().starts_with("content-length:"));
    lines.collect::<Vec<_>>().join("\r\n").into_bytes()
}

fn chunked(response: &Response) -> Response {
    let mut response = response.clone().with("transfer-encoding", "chunked");
    response.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("content-length"));
    response
}

/// The body in two chunks, and the last chunk with its trailers.
fn chunks(response: &Response, trailers: &[(String, String)]) -> Vec<u8> {
    let (one, other) = response.body.split_at(response.body.len() / 2);
    let mut end = vec!["0".to_owned()];
    end.extend(trailers.iter().map(|(name, value)| format!("{name}: {value}")));
    [chunk(one), chunk(other), (end.join("\r\n") + "\r\n\r\n").into_bytes()].concat()
}

/// One chunk; an empty one would end the body.
fn chunk(bytes: &[u8]) -> Vec<u8> {
    if bytes.is_empty() {
        return Vec::new();
    }
    [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat()
}
