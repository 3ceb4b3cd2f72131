//! What can be done to a request and its response.

use std::time::Duration;

use super::{Exchange, Gzip, Response};

/// Decides with the true response at hand.
pub type Decide = Box<dyn FnOnce(&Exchange, &Response) -> Tamper + Send>;

/// What becomes of a request and its response. Except where it says so, the request is executed first.
#[non_exhaustive]
pub enum Tamper {
    /// The true response.
    Pass,
    /// Another response in place of the true one.
    Replace(Response),
    /// The true response, changed.
    Edit(Box<dyn FnOnce(&mut Response) + Send>),
    /// Executes the request and decides then. [`Tamper::RefuseUnexecuted`] and [`Tamper::CloseUnexecuted`] come too late
    /// there; they count as [`Tamper::Replace`] and [`Tamper::Close`].
    Look(Decide),
    /// The request is NOT executed, and this is the response: a genuine refusal.
    RefuseUnexecuted(Response),
    /// The request is NOT executed, and the connection is closed without a byte.
    CloseUnexecuted,
    /// The head of the true response with its true length, and only this many bytes of the body; then the connection is
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
    /// The true response in chunked encoding, which ends without its last chunk after this many bytes of the body.
    CutChunked {
        /// How many bytes of the body are sent.
        after_bytes: usize,
    },
    /// The true response in chunked encoding, of which only this many bytes of the encoded body are sent: it can end inside
    /// the size of a chunk, or before the last empty line.
    CutWithinChunk {
        /// How many bytes behind the head are sent.
        after_bytes: usize,
    },
    /// The true response in chunked encoding, complete.
    Chunked,
    /// The true response in chunked encoding, with these headers behind the body.
    Trailers(Vec<(String, String)>),
    /// Only this many bytes of the true response, head and body, then the connection is reset (`RST`).
    CutReset {
        /// How many bytes, counted from the `H` of `HTTP/1.1`.
        after_bytes: usize,
    },
    /// Only this many bytes of the true response, then nothing for a while, then the connection is closed.
    StallAfter {
        /// How many bytes, counted from the `H` of `HTTP/1.1`.
        after_bytes: usize,
        /// How long the connection stays silent.
        time: Duration,
    },
    /// The true response, a few bytes at a time.
    Drip {
        /// How many bytes are sent at once; at least one.
        bytes: usize,
        /// The pause between them.
        pause: Duration,
    },
    /// The true response as HTTP/1.0, without a length: the body ends where the connection does. Where it is cut, no client
    /// can see that from the encoding.
    Http10 {
        /// How many bytes of the body are sent; `None`: all.
        after_bytes: Option<usize>,
    },
    /// Responses with these statuses and without a body, such as 100 or 103, before the true response.
    Informational(Vec<u16>),
    /// The true response, and behind it another that nobody asked for; the connection stays open.
    Stray(Response),
    /// The true response in chunked encoding, followed by spaces without an end, until the client closes the connection.
    Endless,
    /// The true body behind a wrong `content-length`; then the connection is closed.
    Length(usize),
    /// The connection is reset (`RST`).
    Reset,
    /// The connection is closed without a byte.
    Close,
    /// Nothing is sent for this long, then the connection is closed.
    Stall(Duration),
    /// The true response, after this long.
    Delay(Duration),
    /// The true response twice, one behind the other; the connection stays open.
    Duplicate,
    /// The true response in gzip encoding.
    Gzip(Gzip),
    /// These bytes in place of an HTTP response, then the connection is closed.
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
