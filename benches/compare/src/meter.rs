//! Counts the bytes on the wire by forwarding one loopback port to another.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

use crate::Outcome;

pub(crate) struct Meter {
    address: SocketAddr,
    bytes: Arc<AtomicU64>,
}

impl Meter {
    pub(crate) async fn start(target: SocketAddr) -> Outcome<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let bytes = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&bytes);
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let counter = Arc::clone(&counter);
                tokio::spawn(async move {
                    let Ok(mut far) = TcpStream::connect(target).await else { return };
                    let _ = near.set_nodelay(true).and(far.set_nodelay(true));
                    let near = &mut Counted { inner: &mut near, bytes: &counter };
                    let _ = copy_bidirectional(near, &mut far).await;
                });
            }
        });
        Ok(Self { address, bytes })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

/// A stream whose bytes are counted in both directions.
struct Counted<'a> {
    inner: &'a mut TcpStream,
    bytes: &'a AtomicU64,
}

mod counting {
    use std::io::Result;
    use std::pin::Pin;
    use std::sync::atomic::Ordering;
    use std::task::{Context, Poll, ready};

    use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

    use super::Counted;

    impl AsyncRead for Counted<'_> {
        fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
            let before = buffer.filled().len();
            ready!(Pin::new(&mut *self.inner).poll_read(cx, buffer))?;
            self.bytes.fetch_add((buffer.filled().len() - before) as u64, Ordering::Relaxed);
            Poll::Ready(Ok(()))
        }
    }

    impl AsyncWrite for Counted<'_> {
        fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
            let written = ready!(Pin::new(&mut *self.inner).poll_write(cx, bytes))?;
            self.bytes.fetch_add(written as u64, Ordering::Relaxed);
            Poll::Ready(Ok(written))
        }

        fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
            Pin::new(&mut *self.inner).poll_flush(cx)
        }

        fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
            Pin::new(&mut *self.inner).poll_shutdown(cx)
        }
    }
}
