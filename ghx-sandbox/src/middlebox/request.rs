//! Reads HTTP/1.1 requests from a connection.

use std::{
    collections::BTreeMap,
    io::{Error, ErrorKind, Result},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// A request as it was received.
pub(super) struct Incoming {
    pub(super) method: String,
    /// A path or, for a proxy, a whole URL.
    pub(super) target: hyper::Uri,
    pub(super) headers: BTreeMap<String, String>,
    pub(super) body: Vec<u8>,
    /// Whether the client wants to send another request on this connection.
    pub(super) keep_alive: bool,
}

/// A connection, with the bytes that were read but not used yet.
pub(super) struct Reader {
    pub(super) stream: TcpStream,
    buffer: Vec<u8>,
}

fn broken(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, what.to_owned())
}

impl Reader {
    pub(super) fn new(stream: TcpStream) -> Self {
        Self { stream, buffer: Vec::new() }
    }

    /// The head of the next request; `None` if the client has closed the connection.
    pub(super) async fn next(&mut self) -> Result<Option<Incoming>> {
        let Some(head) = self.head().await? else { return Ok(None) };
        let mut lines = head.split("\r\n");
        let mut first = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some(version)) = (first.next(), first.next(), first.next()) else {
            return Err(broken("the request line is not `METHOD target HTTP/1.1`"));
        };
        let target = target.parse().map_err(|_| broken("the target of the request is not a URL or a path"))?;
        let headers: BTreeMap<String, String> = lines
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
            .collect();
        let is = |name: &str, wanted: &str| headers.get(name).is_some_and(|value| value.eq_ignore_ascii_case(wanted));
        let keep_alive = version == "HTTP/1.1" && !is("connection", "close");
        Ok(Some(Incoming { method: method.to_owned(), target, headers, body: Vec::new(), keep_alive }))
    }

    /// Reads the body of a request whose head has been read.
    pub(super) async fn body(&mut self, incoming: &mut Incoming) -> Result<()> {
        let headers = &incoming.headers;
        let is = |name: &str, wanted: &str| headers.get(name).is_some_and(|value| value.eq_ignore_ascii_case(wanted));
        if is("expect", "100-continue") {
            self.stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").await?;
        }
        incoming.body = if is("transfer-encoding", "chunked") {
            self.chunks().await?
        } else {
            let length = headers.get("content-length").map_or(Ok(0), |length| length.parse());
            self.take(length.map_err(|_| broken("the content-length is not a number"))?).await?
        };
        Ok(())
    }

    /// The head without the empty line at its end.
    async fn head(&mut self) -> Result<Option<String>> {
        loop {
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                let head = self.take(end + 4).await?;
                return Ok(Some(String::from_utf8_lossy(&head[..end]).into_owned()));
            }
            if !self.more().await? {
                return Ok(None);
            }
        }
    }

    async fn chunks(&mut self) -> Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let size = self.line().await?;
            let size = size.split(';').next().unwrap_or_default().trim().to_owned();
            let size = usize::from_str_radix(&size, 16).map_err(|_| broken("the size of a chunk is not a number"))?;
            if size == 0 {
                while !self.line().await?.is_empty() {}
                return Ok(body);
            }
            body.extend(self.take(size).await?);
            self.line().await?;
        }
    }

    async fn line(&mut self) -> Result<String> {
        loop {
            if let Some(end) = find(&self.buffer, b"\r\n") {
                let line = self.take(end + 2).await?;
                return Ok(String::from_utf8_lossy(&line[..end]).into_owned());
            }
            if !self.more().await? {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
    }

    async fn take(&mut self, count: usize) -> Result<Vec<u8>> {
        while self.buffer.len() < count {
            if !self.more().await? {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
        let rest = self.buffer.split_off(count);
        Ok(std::mem::replace(&mut self.buffer, rest))
    }

    /// Reads more bytes; `false` at the end.
    async fn more(&mut self) -> Result<bool> {
        self.buffer.reserve(16 * 1024);
        Ok(self.stream.read_buf(&mut self.buffer).await? > 0)
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}
