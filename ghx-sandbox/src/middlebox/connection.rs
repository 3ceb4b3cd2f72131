//! One connection: read a request, decide, execute, respond, and repeat.

use std::sync::Arc;

use tokio::{io::AsyncWriteExt, net::TcpStream};

use super::{
    Exchange, LoggedExchange, Response, Shared, Tamper,
    request::{Incoming, Reader},
    send::{Pace, Sent, Then, bytes},
};
use crate::http;

/// The result of handling a request.
struct Dealt {
    tamper: Tamper,
    kind: &'static str,
    /// What the client receives, before it is cut or encoded.
    response: Response,
    truth: Option<Response>,
    forwarded: bool,
}

/// Serves a connection until one side closes it.
pub(super) async fn serve(stream: TcpStream, shared: Arc<Shared>) {
    let mut reader = Reader::new(stream);
    // An error means that the client broke the connection or did not send HTTP.
    while let Ok(Some(mut incoming)) = reader.next().await {
        if let Some(response) = early(&shared, &incoming) {
            // What the client is still sending is not read, so closing the connection resets it.
            let _ = reader.stream.write_all(&bytes(&Tamper::Pass, &response, false).bytes).await;
            return;
        }
        if reader.body(&mut incoming).await.is_err() {
            return;
        }
        let keep_alive = incoming.keep_alive;
        let sent = answer(&shared, incoming).await;
        if !write(&mut reader.stream, &sent).await || !keep_alive {
            return;
        }
    }
}

/// The response to a request whose body is not read.
fn early(shared: &Shared, incoming: &Incoming) -> Option<Response> {
    let decide = shared.early()?;
    if incoming.target.path().starts_with("/_sandbox/") {
        return None;
    }
    let response = decide(&Exchange::new(shared.count() + 1, incoming))?;
    let exchange = Exchange::new(shared.next_number(), incoming);
    shared.note(LoggedExchange { exchange, forwarded: false, response: None, kind: "early" });
    Some(response)
}

/// Whether the connection can be used again.
async fn write(stream: &mut TcpStream, sent: &Sent) -> bool {
    if write_bytes(stream, sent).await.is_err() {
        return false;
    }
    match sent.then {
        Then::Stall(time) => {
            tokio::time::sleep(time).await;
            let _ = stream.shutdown().await;
            false
        }
        Then::Endless => {
            while stream.write_all(&[b"1000\r\n", SPACES.as_slice(), b"\r\n"].concat()).await.is_ok() {}
            false
        }
        Then::KeepOpen => true,
        Then::Close => {
            let _ = stream.shutdown().await;
            false
        }
        Then::Reset => {
            let _ = stream.set_zero_linger();
            false
        }
    }
}

/// The content of a chunk of 0x1000 bytes.
const SPACES: [u8; 0x1000] = [b' '; 0x1000];

async fn write_bytes(stream: &mut TcpStream, sent: &Sent) -> std::io::Result<()> {
    match sent.pace {
        Pace::AtOnce => stream.write_all(&sent.bytes).await,
        Pace::Drip(count, pause) => {
            for bytes in sent.bytes.chunks(count) {
                stream.write_all(bytes).await?;
                tokio::time::sleep(pause).await;
            }
            Ok(())
        }
    }
}

async fn answer(shared: &Shared, incoming: Incoming) -> Sent {
    let to_head = incoming.method == "HEAD";
    // The control endpoint belongs to the test, not to the traffic.
    if incoming.target.path().starts_with("/_sandbox/") {
        let (response, tamper) = execute(shared, &incoming).await;
        return bytes(&tamper.unwrap_or(Tamper::Pass), &response, to_head);
    }
    let exchange = Exchange::new(shared.next_number(), &incoming);
    let dealt = deal(shared, &exchange, &incoming).await;
    let sent = bytes(&dealt.tamper, &dealt.response, to_head);
    let wait = match dealt.tamper {
        Tamper::Stall(time) | Tamper::Delay(time) => Some(time),
        _ => None,
    };
    let Dealt { kind, truth, forwarded, .. } = dealt;
    shared.note(LoggedExchange { exchange, forwarded, response: truth, kind });
    if let Some(time) = wait {
        tokio::time::sleep(time).await;
    }
    sent
}

async fn deal(shared: &Shared, exchange: &Exchange, incoming: &Incoming) -> Dealt {
    let tamper = shared.decide(exchange);
    let kind = tamper.kind();
    match tamper {
        Tamper::RefuseUnexecuted(response) => {
            Dealt { tamper: Tamper::Pass, kind, response, truth: None, forwarded: false }
        }
        Tamper::CloseUnexecuted => {
            Dealt { tamper, kind, response: Response::new(500, ""), truth: None, forwarded: false }
        }
        tamper => {
            let (truth, broken) = execute(shared, incoming).await;
            match broken {
                // A fault of the sandbox takes precedence over the rule.
                Some(fault) => {
                    Dealt { tamper: fault, kind: "sandbox_fault", response: truth, truth: None, forwarded: true }
                }
                None => apply(exchange, tamper, truth),
            }
        }
    }
}

/// Executes the request. If a fault of the sandbox breaks the connection, the second part is how.
async fn execute(shared: &Shared, incoming: &Incoming) -> (Response, Option<Tamper>) {
    let request = http::Request::new(&incoming.method, &incoming.target, incoming.headers.clone(), &incoming.body);
    match shared.engine.respond(&request).await {
        Ok(response) => {
            let cut = response.cut.then_some(Tamper::Cut { after_bytes: response.body.len() / 2 });
            (Response::of(response), cut)
        }
        Err(_) => (Response::new(500, ""), Some(Tamper::Close)),
    }
}

/// Decides and edits, where that needs the real response.
fn apply(exchange: &Exchange, mut tamper: Tamper, truth: Response) -> Dealt {
    while let Tamper::Look(decide) = tamper {
        tamper = match decide(exchange, &truth) {
            Tamper::RefuseUnexecuted(response) => Tamper::Replace(response),
            Tamper::CloseUnexecuted => Tamper::Close,
            other => other,
        };
    }
    let kind = tamper.kind();
    let mut response = truth.clone();
    let tamper = match tamper {
        Tamper::Replace(other) => {
            response = other;
            Tamper::Pass
        }
        Tamper::Edit(edit) => {
            edit(&mut response);
            Tamper::Pass
        }
        other => other,
    };
    Dealt { tamper, kind, response, truth: Some(truth), forwarded: true }
}
