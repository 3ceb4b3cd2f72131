//! What can be done to a request and its response.

use std::time::Duration;

use super::{Exchange, Gzip, Response};

/// Decides after seeing the real response.
pub type Decide = Box<dyn FnOnce(&Exchange, &Response) -> Tamper + Send>;

/// What happens to a request and its response. Unless stated otherwise, the request is executed first.
#[non_exhaustive]
pub enum Tamper {
    /// The real response.
    Pass,
    /// Another response instead of the real one.
    Replace(Response),
    /// The real response, edited.
    Edit(Box<dyn FnOnce(&mut Response) + Send>),
    /// Executes the request and then decides. [`Tamper::RefuseUnexecuted`] and [`Tamper::CloseUnexecuted`] are too late
    /// at that point and act like [`Tamper::Replace`] and [`Tamper::Close`].
    Look(Decide),
    /// The request is NOT executed, and this is the response: a genuine refusal.
    RefuseUnexecuted(Response),
    /// The request is NOT executed, and the connection is closed without a byte.
    CloseUnexecuted,
    /// The head of the real response with its real length, and only this many bytes of the body; then the connection is
    /// closed.
    Cut {
        /// How many bytes of the body are sent.
        after_bytes: usize,
    },
    /// Only this many bytes of the head, then the connection is closed.
    CutHead {
        /// How many bytes, counted from the `H` of `HTTP/1.1`.
        after_bytes: usize,
    },
    /// The real response in chunked encoding, which ends without its last chunk after this many bytes of the body.
    CutChunked {
        /// How many bytes of the body are sent.
        after_bytes: usize,
    },
    /// The real response in chunked encoding, of which only this many bytes of the encoded body are sent: it can end inside
    /// the size of a chunk, or before the last empty line.
    CutWithinChunk {
        /// How many bytes after the head are sent.
        after_bytes: usize,
    },
    /// The real response in chunked encoding, complete.
    Chunked,
    /// The real response in chunked encoding, with these headers after the body.
    Trailers(Vec<(String, String)>),
    /// Only this many bytes of the real response, head and body, then the connection is reset (`RST`).
    CutReset {
        /// How many bytes, counted from the `H` of `HTTP/1.1`.
        after_bytes: usize,
    },
    /// Only this many bytes of the real response, then nothing for a while, then the connection is closed.
    StallAfter {
        /// How many bytes, counted from the `H` of `HTTP/1.1`.
        after_bytes: usize,
        /// How long the connection stays silent.
        time: Duration,
    },
    /// The real response, a few bytes at a time.
    Drip {
        /// How many bytes are sent at once; at least one.
        bytes: usize,
        /// The pause between them.
        pause: Duration,
    },
    /// The real response as HTTP/1.0, without a length: the body ends with the connection. If it is cut, a client
    /// cannot detect that from the encoding.
    Http10 {
        /// How many bytes of the body are sent; `None`: all.
        after_bytes: Option<usize>,
    },
    /// Responses with these statuses and without a body, such as 100 or 103, before the real response.
    Informational(Vec<u16>),
    /// The real response, followed by an unsolicited one; the connection stays open.
    Stray(Response),
    /// The real response in chunked encoding, followed by endless spaces, until the client closes the connection.
    Endless,
    /// The real body with a wrong `content-length`; then the connection is closed.
    Length(usize),
    /// The connection is reset (`RST`).
    Reset,
    /// The connection is closed without a byte.
    Close,
    /// Nothing is sent for this long, then the connection is closed.
    Stall(Duration),
    /// The real response, after this long.
    Delay(Duration),
    /// The real response twice in a row; the connection stays open.
    Duplicate,
    /// The real response in gzip encoding.
    Gzip(Gzip),
    /// These bytes instead of an HTTP response, then the connection is closed.
    Garbage(Vec<u8>),
}

impl Tamper {
    /// A [`Tamper::Edit`].
    pub fn edit(edit: impl FnOnce(&mut Response) + Send + 'static) -> Self {
        Self::Edit(Box::new(edit))
    }

    /// A [`Tamper::Look`].
    pub fn look(decide: impl FnOnce(&Exchange, &Response) -> Self + Send + 'static) -> Self {
        Self::Look(Box::new(decide))
    }

    /// A short name, for statistics.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Replace(_) => "replace",
            Self::Edit(_) => "edit",
            Self::Look(_) => "look",
            Self::RefuseUnexecuted(_) => "refuse_unexecuted",
            Self::CloseUnexecuted => "close_unexecuted",
            Self::Cut { .. } => "cut",
            Self::CutHead { .. } => "cut_head",
            Self::CutChunked { .. } => "cut_chunked",
            Self::CutWithinChunk { .. } => "cut_within_chunk",
            Self::Chunked => "chunked",
            Self::Trailers(_) => "trailers",
            Self::CutReset { .. } => "cut_reset",
            Self::StallAfter { .. } => "stall_after",
            Self::Drip { .. } => "drip",
            Self::Http10 { after_bytes: None } => "http10",
            Self::Http10 { .. } => "http10_cut",
            Self::Informational(_) => "informational",
            Self::Stray(_) => "stray",
            Self::Endless => "endless",
            Self::Length(_) => "length",
            Self::Reset => "reset",
            Self::Close => "close",
            Self::Stall(_) => "stall",
            Self::Delay(_) => "delay",
            Self::Duplicate => "duplicate",
            Self::Gzip(Gzip::Valid) => "gzip",
            Self::Gzip(Gzip::Corrupt) => "gzip_corrupt",
            Self::Gzip(Gzip::Truncated) => "gzip_truncated",
            Self::Garbage(_) => "garbage",
        }
    }
}

impl std::fmt::Debug for Tamper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.kind())
    }
}
