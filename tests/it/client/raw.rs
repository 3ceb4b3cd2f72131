//! A server that sends exactly these bytes.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// Something to write, and how long to wait before.
pub(super) type Part = (Duration, Vec<u8>);

pub(super) struct Raw {
    pub(super) address: String,
    served: JoinHandle<Vec<String>>,
}

/// Sends each connection its parts in turn, then closes it. Further connections are not accepted.
pub(super) async fn serve(connections: Vec<Vec<Part>>) -> Raw {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let served = tokio::spawn(async move {
        let mut requests = Vec::new();
        for parts in connections {
            let (stream, _) = listener.accept().await.unwrap();
            requests.push(answer(stream, parts).await);
        }
        requests
    });
    Raw { address, served }
}

/// One response, at once.
pub(super) fn now(bytes: impl Into<Vec<u8>>) -> Vec<Part> {
    vec![(Duration::ZERO, bytes.into())]
}

impl Raw {
    /// The requests; waits until all connections were served.
    pub(super) async fn requests(self) -> Vec<String> {
        self.served.await.unwrap()
    }
}

async fn answer(mut stream: TcpStream, parts: Vec<Part>) -> String {
    let mut request = Vec::new();
    let end: &[u8] = b"\r\n\r\n";
    // A proxy is asked for a tunnel without a body.
    let is_whole =
        |request: &[u8]| request.ends_with(b"\r\n\r\n{}") || request.starts_with(b"CONNECT ") && request.ends_with(end);
    while !is_whole(&request) {
        if stream.read_buf(&mut request).await.unwrap() == 0 {
            break;
        }
    }
    for (wait, bytes) in parts {
        tokio::time::sleep(wait).await;
        // A client that has read enough may have closed the connection.
        if stream.write_all(&bytes).await.is_err() {
            break;
        }
    }
    String::from_utf8_lossy(&request).into_owned()
}
