//! The body of a response while it is sent.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};

use super::Dropped;

/// A body that is sent completely, or cut in the middle in spite of its announced length.
pub(crate) struct Sent {
    announced: u64,
    rest: Option<Bytes>,
    cut: Cut,
}

/// The progress of a body that is cut.
#[derive(PartialEq, Eq)]
enum Cut {
    Never,
    /// The first half must reach the client before the connection is closed.
    Flush,
    Close,
}

impl Sent {
    pub(crate) fn new(body: Bytes, cut: bool) -> Self {
        let announced = body.len() as u64;
        let sent = if cut { body.slice(..body.len() / 2) } else { body };
        Self { announced, rest: Some(sent), cut: if cut { Cut::Flush } else { Cut::Never } }
    }
}

impl Body for Sent {
    type Data = Bytes;
    type Error = Dropped;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Dropped>>> {
        if let Some(bytes) = self.rest.take().filter(|bytes| !bytes.is_empty()) {
            return Poll::Ready(Some(Ok(Frame::data(bytes))));
        }
        match self.cut {
            Cut::Never => Poll::Ready(None),
            Cut::Flush => {
                self.cut = Cut::Close;
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            Cut::Close => Poll::Ready(Some(Err(Dropped))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.announced == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.announced)
    }
}
