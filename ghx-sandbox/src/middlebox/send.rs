//! The bytes that a client gets to see.

use super::{Gzip, Response, Tamper, gzip};

/// What is written to a connection, and what becomes of the connection then.
pub(super) struct Sent {
    pub(super) bytes: Vec<u8>,
    pub(super) then: Then,
}

/// What becomes of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    KeepOpen,
    Close,
    Reset,
}

/// The bytes for a response and what is done to it. Waiting, editing and deciding lie behind.
pub(super) fn bytes(tamper: &Tamper, response: &Response, to_head: bool) -> Sent {
    let whole = || {
        let body: &[u8] = if to_head { &[] } else { &response.body };
        [head(response).as_slice(), body].concat()
    };
    let start = |count: usize| response.body.get(..count).unwrap_or(&response.body);
    let closing = |bytes| Sent { bytes, then: Then::Close };
    let open = |bytes| Sent { bytes, then: Then::KeepOpen };
    match tamper {
        Tamper::Cut { after_bytes } => closing([head(response).as_slice(), start(*after_bytes)].concat()),
        Tamper::CutHead { after_bytes } => {
            let mut bytes = head(response);
            bytes.truncate(*after_bytes);
            closing(bytes)
        }
        Tamper::CutChunked { after_bytes } => {
            let mut bytes = head(&chunked(response));
            bytes.extend(chunk(start(*after_bytes)));
            closing(bytes)
        }
        Tamper::Chunked => {
            let (one, other) = response.body.split_at(response.body.len() / 2);
            open([head(&chunked(response)), chunk(one), chunk(other), b"0\r\n\r\n".to_vec()].concat())
        }
        Tamper::Length(length) => {
            let lying = response.clone().with("content-length", length.to_string());
            closing([head(&lying).as_slice(), &response.body].concat())
        }
        Tamper::Gzip(how) => {
            let bytes = gzip::encode(&response.body, *how);
            let encoded = Response { body: bytes, ..response.clone().with("content-encoding", "gzip") };
            let bytes = [head(&encoded).as_slice(), &encoded.body].concat();
            Sent { bytes, then: if *how == Gzip::Valid { Then::KeepOpen } else { Then::Close } }
        }
        Tamper::Duplicate => open([whole(), whole()].concat()),
        Tamper::Garbage(bytes) => closing(bytes.clone()),
        Tamper::Reset => Sent { bytes: Vec::new(), then: Then::Reset },
        Tamper::Close | Tamper::CloseUnexecuted | Tamper::Stall(_) => closing(Vec::new()),
        Tamper::Pass
        | Tamper::Delay(_)
        | Tamper::Replace(_)
        | Tamper::Edit(_)
        | Tamper::Look(_)
        | Tamper::RefuseUnexecuted(_) => open(whole()),
    }
}

/// The status line and the headers, with the empty line behind them.
fn head(response: &Response) -> Vec<u8> {
    let reason = hyper::StatusCode::from_u16(response.status).ok().and_then(|status| status.canonical_reason());
    let mut lines = vec![format!("HTTP/1.1 {} {}", response.status, reason.unwrap_or("Unknown"))];
    lines.extend(response.headers.iter().map(|(name, value)| format!("{name}: {value}")));
    let has_length = response.header("content-length").or(response.header("transfer-encoding")).is_some();
    let has_body = !matches!(response.status, 204 | 304) || !response.body.is_empty();
    if has_body && !has_length {
        lines.push(format!("content-length: {}", response.body.len()));
    }
    (lines.join("\r\n") + "\r\n\r\n").into_bytes()
}

fn chunked(response: &Response) -> Response {
    let mut response = response.clone().with("transfer-encoding", "chunked");
    response.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("content-length"));
    response
}

/// One chunk; an empty one would end the body.
fn chunk(bytes: &[u8]) -> Vec<u8> {
    if bytes.is_empty() {
        return Vec::new();
    }
    [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat()
}
